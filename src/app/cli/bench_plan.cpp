#include "app/cli/bench_plan.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/base/format.h"
#include "engine/bench/host_facts.h"
#include "engine/lesson/text.h"
#include "engine/numeric/format_table.h"

namespace lesson::cli {
namespace {

constexpr std::int64_t kLesson[] = {128, 256, 512};
constexpr std::int64_t kCpuSweep[] = {64, 128, 256, 384, 512, 768, 1024, 1536, 2048};
constexpr std::int64_t kGpuSizes[] = {1024, 2048, 4096};
constexpr std::int64_t kGpuSweep[] = {256, 512, 1024, 2048, 4096, 8192};
constexpr std::int64_t kOneCpuSize[] = {1024}, kOneGpuSize[] = {4096};  // of every format and device
constexpr std::int64_t kLargestGpuSize = 32'768;

bool is_gpu(std::string_view device) { return device != "cpu"; }

std::string from_table(std::string_view key) {
  const ParamSpec& spec = *find_param(key);
  return std::string(spec.help);
}

// Reads what the table of inputs knows; its sentences say what is wrong.
class Asked {
 public:
  explicit Asked(BenchPlan& plan) : plan_(plan) {
    for (const Kernel& kernel : kernels())
      state_.environment.kernels.push_back({std::string(kernel.id), std::string(kernel.desc->idea)});
    state_.environment.max_threads = host_facts().threads_available;
  }

  Result<void> set(std::string_view key, std::string_view text) {
    const SetOutcome outcome = state_.set(key, text);
    if (!outcome.changed) return fail(ErrorCode::bad_number, outcome.note);
    if (!outcome.note.empty() && std::ranges::find(plan_.notes, outcome.note) == plan_.notes.end())
      plan_.notes.push_back(outcome.note);
    return {};
  }
  const CostInputs& cost() const { return state_.inputs.cost; }

 private:
  BenchPlan& plan_;
  LessonState state_;
};

Result<std::int64_t> size(Asked& asked, const std::string& text, bool gpu) {
  // A GPU takes sizes that would keep a CPU busy for minutes.
  const Result<double> number = parse_number(text);
  if (gpu && number && *number > 4096 && *number <= kLargestGpuSize) return static_cast<std::int64_t>(*number);
  if (const auto set = asked.set("cost.n", text); !set) return std::unexpected(set.error());
  return static_cast<std::int64_t>(asked.cost().n);
}

// "512" or "512x64x128": m, n and k.
Result<GemmShape> shape(Asked& asked, const std::string& text, bool gpu) {
  std::vector<std::string> parts{""};
  for (const char c : text) {
    if (c == 'x' || c == 'X')
      parts.emplace_back();
    else
      parts.back() += c;
  }
  const bool three = parts.size() == 3 && std::ranges::none_of(parts, &std::string::empty);
  if (!three) parts = {text, text, text};
  GemmShape sizes{};
  for (std::size_t i = 0; i < 3; ++i) {
    const auto one = size(asked, parts[i], gpu);
    if (!one) return std::unexpected(one.error());
    (i == 0 ? sizes.m : i == 1 ? sizes.n : sizes.k) = *one;
  }
  return sizes;
}

Result<std::vector<std::string>> chosen_devices(const BenchOptions& options) {
  const std::vector<std::string> here = measuring_devices();
  const auto found = [&](std::string_view name) { return std::ranges::find(here, name) != here.end(); };
  if (options.device == "all") return here;
  if (options.device == "auto") return std::vector<std::string>{here.back() == "cpu" ? "cpu" : here[1]};
  const std::string wanted = options.device == "cuda" ? "cuda:0" : options.device;
  if (found(wanted)) return std::vector<std::string>{wanted};
  return std::unexpected(why_no_device(wanted));
}

std::vector<GemmShape> default_shapes(const BenchOptions& options, bool gpu, bool compares) {
  std::span<const std::int64_t> sizes = gpu ? std::span<const std::int64_t>(kGpuSizes) : kLesson;
  if (compares) sizes = gpu ? kOneGpuSize : kOneCpuSize;
  if (options.sweep) sizes = gpu ? std::span<const std::int64_t>(kGpuSweep) : kCpuSweep;
  std::vector<GemmShape> shapes;
  for (const std::int64_t n : sizes) shapes.push_back({n, n, n});
  return shapes;
}

Result<std::vector<std::string>> chosen_formats(const BenchOptions& options, Asked& asked, const std::string& device) {
  std::vector<std::string> wanted = options.dtypes;
  const std::vector<std::string> all = formats_of(device);
  if (wanted.empty()) wanted = {options.device == "all" ? "all" : "fp32"};
  if (wanted == std::vector<std::string>{"all"}) return all;
  std::vector<std::string> formats;
  for (const std::string& text : wanted) {
    std::string id = text;
    if (!is_gpu(device)) {
      if (const auto set = asked.set("cost.dtype", text); !set) return std::unexpected(set.error());
      id = asked.cost().dtype;
    } else {
      const auto format = find_number_format(text);
      if (!format) return std::unexpected(format.error());
      id = (*format)->id;
    }
    if (std::ranges::find(all, id) == all.end())
      return fail(ErrorCode::not_available,
                  fmt::format("{} has no products in {} here; it has {}.", device, id, joined(all)));
    formats.push_back(id);
  }
  return formats;
}

Result<std::vector<std::string>> chosen_kernels(const BenchOptions& options, Asked& asked, const std::string& device,
                                                const std::string& dtype) {
  if (options.kernel == "best" || options.kernel.empty()) return std::vector<std::string>{"best"};
  const std::vector<std::string> all = kernels_of(device, dtype);
  if (options.kernel == "all") return all;
  if (std::ranges::find(all, options.kernel) != all.end()) return std::vector<std::string>{options.kernel};
  if (is_gpu(device))
    return fail(ErrorCode::unknown_name, fmt::format("There is no implementation {} of {} on {}; choose one of {}.",
                                                     lesson::quoted(options.kernel), dtype, device, joined(all)));
  if (const auto set = asked.set("cost.kernel", options.kernel); !set) return std::unexpected(set.error());
  return std::vector<std::string>{asked.cost().kernel};  // of another format, or not for this processor: said later
}

}  // namespace

void BenchOptions::add_to(CLI::App& command) {
  command.add_option("--n", sizes, "Sizes, separated by commas; MxNxK for a product that is not square [default 128,256,512]")
      ->delimiter(',')
      ->type_name("NUMBER,...");
  command.add_option("--dtype", dtypes, "Number formats, separated by commas, or all [default fp32]")
      ->delimiter(',')
      ->type_name("ID,...");
  command.add_option("--kernel", kernel, from_table("cost.kernel") + " Or all [default best]")->type_name("ID");
  command.add_option("--threads", threads, from_table("cost.threads") + " Or all [default 1]")->type_name("NUMBER");
  command.add_option("--repeats", repeats, from_table("cost.repeats") + " [default 5]")->type_name("NUMBER");
  command.add_option("--device", device, "cpu, cuda, cuda:1, auto (a GPU where there is one) or all [default cpu]")
      ->type_name("ID");
  command.add_option("--time", seconds, "Seconds to measure each product for, at least [0 to 600]")
      ->check(CLI::Range(0.0, 600.0).description(""))
      ->type_name("SECONDS");
  command.add_flag("--sweep", sweep, "Time all sizes from small to large");
  command
      .add_option_function<std::string>(
          "--data", [this](const std::string& text) { zeros = text == "zeros"; },
          "random, or zeros to see how power slows a GPU down [default random]")
      ->check(CLI::IsMember({"random", "zeros"}).description(""))
      ->type_name("KIND");
}

Result<BenchPlan> make_plan(const BenchOptions& options) {
  BenchPlan plan;
  Asked asked(plan);
  const auto devices = chosen_devices(options);
  if (!devices) return std::unexpected(devices.error());
  const int all_threads = host_facts().threads_available;
  const bool every_thread = options.threads == "all" || (options.threads.empty() && options.device == "all");
  if (!options.threads.empty() && options.threads != "all") {
    if (const auto set = asked.set("cost.threads", options.threads); !set) return std::unexpected(set.error());
  }
  if (!options.repeats.empty()) {
    if (const auto set = asked.set("cost.repeats", options.repeats); !set) return std::unexpected(set.error());
  }
  Json sizes = Json::array();
  for (const std::string& device : *devices) {
    const auto formats = chosen_formats(options, asked, device);
    if (!formats) return std::unexpected(formats.error());
    std::vector<GemmShape> shapes = default_shapes(options, is_gpu(device), options.device == "all" || formats->size() > 1);
    if (!options.sizes.empty()) shapes.clear();
    for (const std::string& text : options.sizes) {
      const auto one = shape(asked, text, is_gpu(device));
      if (!one) return std::unexpected(one.error());
      shapes.push_back(*one);
    }
    for (const std::string& dtype : *formats) {
      const auto ids = chosen_kernels(options, asked, device, dtype);
      if (!ids) return std::unexpected(ids.error());
      for (const GemmShape& each : shapes) {
        const Json size = each.m == each.n && each.n == each.k ? Json(each.n) : Json(fmt::format("{}x{}x{}", each.m, each.n, each.k));
        if (std::ranges::find(sizes, size) == sizes.end()) sizes.push_back(size);
        for (const std::string& id : *ids)
          plan.jobs.push_back({.device = device,
                               .shape = each,
                               .dtype = dtype,
                               .kernel = id,
                               .threads = every_thread ? all_threads : static_cast<int>(asked.cost().threads),
                               .repeats = static_cast<int>(asked.cost().repeats),
                               .seconds = options.seconds,
                               .zeros = options.zeros});
      }
    }
  }
  const MeasureJob& first = plan.jobs.front();
  plan.one_kind = std::ranges::all_of(plan.jobs, [&](const MeasureJob& job) {
    return job.device == "cpu" && job.dtype == first.dtype && job.kernel == first.kernel;
  });
  plan.inputs = {{"cost.n", sizes},
                 {"cost.dtype", options.dtypes.size() > 1 || options.dtypes == std::vector<std::string>{"all"} ? Json(options.dtypes) : Json(first.dtype)},
                 {"cost.kernel", options.kernel},
                 {"cost.threads", first.threads},
                 {"cost.repeats", first.repeats},
                 {"device", options.device}};
  if (options.seconds > 0) plan.inputs["time"] = options.seconds;
  if (options.zeros) plan.inputs["data"] = "zeros";
  return plan;
}

}  // namespace lesson::cli
