#include "engine/lesson/speeds.h"

#include <utility>

#include "engine/base/format.h"
#include "engine/base/language.h"
#include "engine/calc/explain.h"
#include "engine/calc/time_cost.h"

namespace lesson {

Quantity measured_speed(const BenchResult& result, std::string name, std::string label) {
  const auto size = [](std::int64_t length) { return format_grouped(static_cast<double>(length)); };
  const std::string product =
      say("{}, {} with {} sums, threads: {}", result.kernel, result.dtype, result.accumulate, std::to_string(result.threads));
  return value_of(std::move(name), std::move(label), Unit::flops_per_s, result.flops_per_s,
                  {"2 × m × n × k ÷ median time",
                   "2 × " + size(result.m) + " × " + size(result.n) + " × " + size(result.k) + " ÷ " +
                       format_value(result.median_ns * 1e-9, Unit::seconds),
                   result.device_name.empty() ? say("measured: {}", product)
                                              : say("measured on {}: {}", result.device_name, product),
                   "other sizes and kernels; memory and the rest of training"});
}

Quantity device_peak(const Device& device, const NumberFormat& format, std::string name, std::string label) {
  const Peak peak = dense_peak(device, format);
  if (!peak.flops_per_s) return not_available(std::move(name), std::move(label), Unit::flops_per_s, peak.reason);
  Quantity speed = value_of(std::move(name), std::move(label), Unit::flops_per_s, *peak.flops_per_s,
                            {"dense peak, without structured sparsity",
                             say("{} in {}", tr(device.name), tr(format.name)), std::string(device.source),
                             "that real programs stay below it"});
  speed.caution = peak.caution;
  return speed;
}

Quantity job_time(const TimeCostInputs& job, const Quantity& speed, std::string name, std::string label) {
  if (!speed.value) return not_available(std::move(name), std::move(label), Unit::seconds, speed.reason);
  TimeCostInput input;
  input.params = job.params;
  input.tokens = job.tokens;
  input.measured_flops_per_s = *speed.value;
  const auto cost = time_cost(input);
  if (!cost) return not_available(std::move(name), std::move(label), Unit::seconds, cost.error().message);
  Quantity time = cost->gpu_seconds;
  time.name = std::move(name);
  time.label = std::move(label);
  time.source = speed.source;
  time.caution = speed.caution;
  return time;
}

}  // namespace lesson
