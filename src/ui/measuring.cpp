#include "ui/measuring.h"

#include <algorithm>
#include <array>

#include "engine/base/language.h"

namespace lesson::ui {
namespace {

constexpr std::array<double, 3> kThreeSizes{128, 256, 512};
constexpr std::array<double, 7> kSweepSizes{64, 128, 256, 384, 512, 768, 1024};
constexpr std::array<std::string_view, 5> kCompared{"fp32", "bf16", "fp16", "int8", "q4_0"};

double number(const LessonState& state, std::string_view key) { return state.number(*find_param(key)); }
std::string choice(const LessonState& state, std::string_view key) { return state.text(*find_param(key)); }

BenchJob cost_job(const LessonState& state, double n, std::string kernel) {
  return {.n = n,
          .dtype = choice(state, "cost.dtype"),
          .kernel = std::move(kernel),
          .threads = number(state, "cost.threads"),
          .repeats = number(state, "cost.repeats")};
}

std::vector<BenchJob> cost_jobs(const LessonState& state, std::span<const double> sizes) {
  std::vector<BenchJob> jobs;
  for (const double n : sizes) jobs.push_back(cost_job(state, n, choice(state, "cost.kernel")));
  return jobs;
}

std::vector<BenchJob> ladder_jobs(const LessonState& state, const Host& host) {
  std::vector<BenchJob> jobs;
  for (const KernelInfo* rung : ladder(host, choice(state, "cost.dtype")))
    jobs.push_back(cost_job(state, number(state, "cost.n"), rung->id));
  return jobs;
}

std::vector<BenchJob> format_jobs(const LessonState& state) {
  std::vector<BenchJob> jobs;
  for (const std::string_view dtype : kCompared)
    jobs.push_back(
        {.n = number(state, "precision.n"), .dtype = std::string(dtype), .kernel = "best", .threads = 1, .repeats = 5});
  return jobs;
}

}  // namespace

std::span<const double> three_sizes() { return kThreeSizes; }
std::span<const std::string_view> compared_formats() { return kCompared; }

std::vector<const KernelInfo*> ladder(const Host& host, std::string_view dtype) {
  std::vector<const KernelInfo*> rungs;
  for (const KernelInfo& kernel : host.kernels)
    if (kernel.dtype == dtype) rungs.push_back(&kernel);
  return rungs;
}

std::string tuned_words(const BenchStatus& bench, const Host& host) {
  if (!bench.tuned) return {};
  if (bench.tuned->empty()) return std::string(tr("There is nothing to choose: every format has one fast implementation here."));
  std::string list;
  for (const TunedBest& best : *bench.tuned) {
    if (!best.changed) continue;
    const auto known = std::ranges::find(host.kernels, best.kernel, &KernelInfo::id);
    list += (list.empty() ? "" : "; ") + say("{}, n near {}: {}", best.dtype, std::to_string(best.n),
                                             known != host.kernels.end() ? known->label : best.kernel);
  }
  if (list.empty()) return std::string(tr("Measured: the fastest implementation stays the same in every format and size."));
  return say("The fastest implementation is now another one for {}.", list);
}

std::vector<MeasureButton> measure_buttons(std::string_view section, const LessonState& state, const Host& host,
                                           const BenchStatus& bench) {
  std::vector<MeasureButton> buttons;
  const auto add = [&](std::string id, std::string label, std::vector<BenchJob> jobs) {
    const bool enabled = !bench.running && !jobs.empty();
    buttons.push_back({std::move(id), std::move(label), enabled, std::move(jobs)});
  };
  if (section == "cost") {
    const double n = number(state, "cost.n");
    add("run", "Run", cost_jobs(state, {&n, 1}));
    add("sizes", "Three sizes", cost_jobs(state, kThreeSizes));
    add("sweep", "Sweep", cost_jobs(state, kSweepSizes));
    add("ladder", "Every implementation", ladder_jobs(state, host));
    add("tune", "Tune", {{.tune = true}});
  } else if (section == "precision") {
    add("formats", "Measure them here", format_jobs(state));
  } else if (section == "time-cost" || section == "hardware") {
    add("tab", "Measure this tab", {{.n = 512, .dtype = "fp32", .kernel = "best", .threads = 1, .repeats = 5}});
  }
  if (section == "hardware" && !host.machine.empty()) add("machine", "Measure this machine", host.machine);
  if (!buttons.empty()) buttons.push_back({.id = "stop", .label = "Stop", .enabled = bench.running, .jobs = {}});
  return buttons;
}

}  // namespace lesson::ui
