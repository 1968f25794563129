#include "app/bench_json.h"

#include <cmath>
#include <limits>
#include <string_view>

#include "engine/base/language.h"
#include "app/bench_fields.h"
#include "app/json.h"
#include "engine/numeric/format_table.h"

namespace lesson {
namespace {

constexpr std::size_t kLongestText = 400;
constexpr std::size_t kMostSamples = 1000;

// Reads fields one by one and remembers the first thing that is wrong.
class Reader {
 public:
  explicit Reader(const Json& json) : json_(json) {
    if (!json.is_object()) problem_ = tr("it is not an object");
  }

  double number(const char* name, double low, double high) {
    const Json* field = find(name);
    if (field == nullptr) return 0;
    if (!field->is_number()) return wrong(name, "is not a number");
    const double value = field->get<double>();
    if (!(value >= low && value <= high)) return wrong(name, "is out of range");
    return value;
  }
  std::int64_t whole(const char* name, std::int64_t low, std::int64_t high) {
    const double value = number(name, static_cast<double>(low), static_cast<double>(high));
    if (value != std::floor(value)) return static_cast<std::int64_t>(wrong(name, "is not a whole number"));
    return static_cast<std::int64_t>(value);
  }
  bool yes(const char* name) {
    const Json* field = find(name);
    if (field == nullptr) return false;
    if (!field->is_boolean()) wrong(name, "is not true or false");
    return field->is_boolean() && field->get<bool>();
  }
  std::string text(const char* name) {
    const Json* field = find(name);
    if (field == nullptr) return {};
    if (!field->is_string() || field->get_ref<const std::string&>().size() > kLongestText) {
      wrong(name, "is not a short text");
      return {};
    }
    return field->get<std::string>();
  }
  bool has(const char* name) const { return json_.is_object() && json_.contains(name) && !json_.at(name).is_null(); }
  const Json* find(const char* name) {
    if (has(name)) return &json_.at(name);
    wrong(name, "is missing");
    return nullptr;
  }
  double wrong(const char* name, const char* what) {
    if (problem_.empty()) problem_ = say("its {} {}", name, tr(what));
    return 0;
  }
  const std::string& problem() const { return problem_; }

 private:
  const Json& json_;
  std::string problem_;
};

template <class T>
Json object_of(const T& value) {
  Json json = Json::object();
  each_field(value, [&](const char* name, const auto& field) {
    if constexpr (requires { field.has_value(); }) json[name] = field ? Json(*field) : Json(nullptr);
    else json[name] = field;
  });
  return json;
}

}  // namespace

Json to_json(const BenchResult& result) { return object_of(result); }
Json to_json(const HostFacts& host) { return object_of(host); }
Json to_json(const std::vector<TunedBest>& tuned) {
  Json all = Json::array();
  for (const TunedBest& best : tuned) all.push_back(object_of(best));
  return all;
}
Json to_json(const Kernel& kernel) { return object_of(kernel); }

Json kernels_json() {
  Json all = Json::array();
  for (const Kernel& kernel : kernels()) all.push_back(to_json(kernel));
  return all;
}

Result<BenchRequest> bench_request_from_json(const Json& json) {
  Reader read(json);
  RequestWords words;
  const auto number = [&](const char* name, double otherwise) { return read.has(name) ? read.number(name, -1e300, 1e300) : otherwise; };
  words.n = number("n", words.n);
  words.m = number("m", words.n);
  words.k = number("k", words.n);
  words.threads = number("threads", words.threads);
  words.repeats = number("repeats", words.repeats);
  if (read.has("kernel")) words.kernel = read.text("kernel");
  if (read.has("dtype")) words.dtype = read.text("dtype");
  if (!read.problem().empty()) {
    return fail(ErrorCode::bad_number, "The benchmark's request cannot be read, because " + read.problem() + ": give n as a whole number.");
  }
  return bench_request(words);
}

Result<BenchResult> bench_result_from_json(const Json& json) {
  constexpr double kLongestNs = 1e15;  // eleven days
  Reader read(json);
  BenchResult r;
  r.kernel = read.text("kernel");
  if (read.has("idea")) r.idea = read.text("idea");
  if (read.has("flags")) r.flags = read.text("flags");
  r.device = read.text("device");
  if (read.has("device_name")) r.device_name = read.text("device_name");
  r.dtype = read.text("dtype");
  r.accumulate = read.text("accumulate");
  r.m = read.whole("m", 1, 1 << 20);
  r.n = read.whole("n", 1, 1 << 20);
  r.k = read.whole("k", 1, 1 << 20);
  r.threads_requested = static_cast<int>(read.whole("threads_requested", 1, 1 << 20));
  r.threads = static_cast<int>(read.whole("threads", 1, 1 << 20));
  if (read.has("threads_note")) r.threads_note = read.text("threads_note");
  r.samples = static_cast<int>(read.whole("samples", 1, 1 << 20));
  r.calls_per_sample = read.whole("calls_per_sample", 1, std::int64_t{1} << 40);
  r.median_ns = read.number("median_ns", 1e-3, kLongestNs);
  r.q1_ns = read.number("q1_ns", 1e-3, kLongestNs);
  r.q3_ns = read.number("q3_ns", 1e-3, kLongestNs);
  r.min_ns = read.number("min_ns", 1e-3, kLongestNs);
  r.flops_per_s = read.number("flops_per_s", 1e-3, 1e18);
  if (read.has("first_call_ns")) r.first_call_ns = read.number("first_call_ns", 0, kLongestNs);
  if (read.has("peak_flops_per_s")) r.peak_flops_per_s = read.number("peak_flops_per_s", 1, 1e18);
  if (read.has("peak_ratio")) r.peak_ratio = read.number("peak_ratio", 0, 1.5);
  if (read.has("peak_source")) r.peak_source = read.text("peak_source");
  if (read.has("theory_flops_per_s")) r.theory_flops_per_s = read.number("theory_flops_per_s", 1, 1e18);
  if (read.has("theory_source")) r.theory_source = read.text("theory_source");
  r.error = read.number("error", 0, 1e300);
  r.error_bound = read.number("error_bound", 0, 1e300);
  if (read.has("format_error")) r.format_error = read.number("format_error", 0, 1e300);
  if (read.has("bytes_moved")) r.bytes_moved = read.number("bytes_moved", 0, 1e18);
  r.verified = read.yes("verified");
  r.disturbed = read.yes("disturbed");
  r.clock_step_ns = read.whole("clock_step_ns", 1, 1'000'000'000);
  if (read.has("sample_ns")) {
    const Json& samples = *read.find("sample_ns");
    const bool sound = samples.is_array() && samples.size() <= kMostSamples;
    if (!sound) read.wrong("sample_ns", "is not a short list");
    for (std::size_t i = 0; sound && i < samples.size(); ++i) {
      if (!samples[i].is_number() || !(samples[i].get<double>() > 0) || !(samples[i].get<double>() <= kLongestNs)) {
        read.wrong("sample_ns", "holds something that is no time");
        break;
      }
      r.sample_ns.push_back(samples[i].get<double>());
    }
  }
  if (read.problem().empty()) {
    if (!(r.min_ns <= r.q1_ns && r.q1_ns <= r.median_ns && r.median_ns <= r.q3_ns)) read.wrong("times", "are out of order");
    const double follows = gemm_flops({r.m, r.n, r.k}) / r.median_ns * 1e9;
    if (!(std::abs(r.flops_per_s - follows) <= 0.01 * follows)) read.wrong("flops_per_s", "does not follow from size and time");
    if (r.verified && !(r.error <= r.error_bound)) read.wrong("error", "is larger than its bound");
    if (!find_number_format(r.dtype)) read.wrong("dtype", "is not a format that products are computed in");
  }
  if (!read.problem().empty()) {
    return fail(ErrorCode::bad_format, say("This measured result was left out, because {}: measure again instead.", read.problem()));
  }
  return r;
}

Result<Machine> machine_from_json(std::string_view text) {
  constexpr std::size_t kMostResults = 500;
  constexpr std::size_t kLongestName = 120;
  const auto refuse = [](std::string_view why) {
    return fail(ErrorCode::bad_format, say("These results cannot be read, because {}: give the file that lesson bench --json writes.", tr(why)));
  };
  if (text.size() > kLargestDocument) return refuse("they are larger than 1 MB");
  const Json json = json_from(text);
  const bool document = json.is_object() && json.contains("results");
  const Json& list = document ? json["results"] : json;
  if (!list.is_array() || list.empty()) return refuse("there is no list of results in them");
  if (list.size() > kMostResults) return refuse("there are more than 500 of them");
  const auto text_at = [](const Json& object, const char* name) {
    const bool there = object.is_object() && object.contains(name) && object[name].is_string();
    return there ? object[name].get<std::string>().substr(0, kLongestName) : std::string();
  };
  Machine machine;
  std::string gpus;
  for (const Json& entry : list) {
    Result<BenchResult> result = bench_result_from_json(entry);
    if (!result) return std::unexpected(result.error());
    if (!result->verified) continue;
    if (!result->device_name.empty() && gpus.find(result->device_name) == std::string::npos) gpus += " + " + result->device_name;
    machine.results.push_back(std::move(*result));
  }
  if (machine.results.empty()) return refuse("none of them was verified");
  machine.name = document ? text_at(json, "name") : "";
  if (machine.name.empty() && document && json.contains("host")) machine.name = text_at(json["host"], "cpu");
  if (machine.name.empty()) machine.name = tr("A machine");
  if (!document || text_at(json, "name").empty()) machine.name += gpus;
  if (machine.name.size() > kLongestName) machine.name.resize(kLongestName);
  return machine;
}

}  // namespace lesson
