#include "engine/calc/matmul.h"

#include <algorithm>
#include <cmath>

#include "engine/base/format.h"
#include "engine/base/language.h"
#include "engine/calc/explain.h"
#include "engine/calc/limits.h"

namespace lesson {
namespace {

constexpr std::string_view kRooflineSource = "jax-ml/scaling-book, roofline.md";

Result<void> check_sizes(const MatmulInput& input) {
  for (const double size : {input.m, input.n, input.k}) {
    if (auto ok = check(kMatmulSizeLimit, size); !ok) return ok;
  }
  return {};
}

std::string sizes(const MatmulInput& input) {
  return format_math(input.m) + " × " + format_math(input.n) + " × " + format_math(input.k);
}

bool is_square(const MatmulInput& input) { return input.m == input.n && input.n == input.k; }

}  // namespace

Result<MatmulCost> matmul_cost(const MatmulInput& input) {
  if (auto ok = check_sizes(input); !ok) return std::unexpected(ok.error());
  const auto format = find_number_format(input.dtype);
  if (!format) return std::unexpected(format.error());
  const double e = (*format)->bytes_per_value();
  const double flops = matmul_flops(input.m, input.n, input.k);
  const double bytes = matmul_min_bytes(input.m, input.n, input.k, e);

  MatmulCost cost;
  cost.flops = value_of("cost.flops", "work", Unit::flops, flops,
                        {is_square(input) ? "2 × n³" : "2 × m × n × k",
                         is_square(input) ? "2 × " + format_math(input.n) + "³" : "2 × " + sizes(input),
                         "definition: a multiply and an add for each of m × n × k terms", "moving the numbers"});
  cost.min_bytes = sum_of("cost.min_bytes", "memory traffic at least", Unit::bytes,
                          {{"A", e * input.m * input.k, Unit::bytes},
                           {"B", e * input.k * input.n, Unit::bytes},
                           {"C", e * input.m * input.n, Unit::bytes}},
                          {"bytes per number × (m × k + k × n + m × n)",
                           format_math(e) + " × (" + format_math(input.m * input.k) + " + " +
                               format_math(input.k * input.n) + " + " + format_math(input.m * input.n) + ")",
                           std::string(kRooflineSource), "numbers read more than once because the caches are small"});
  cost.intensity = value_of("cost.intensity", "arithmetic intensity", Unit::flops_per_byte, flops / bytes,
                            {"work ÷ memory traffic", format_math(flops) + " ÷ " + divisor(bytes),
                             std::string(kRooflineSource), "numbers read more than once"});
  return cost;
}

Result<Quantity> matmul_time_bound(const MatmulInput& input, const Device& device) {
  const auto cost = matmul_cost(input);
  if (!cost) return std::unexpected(cost.error());
  const Peak peak = dense_peak(device, **find_number_format(input.dtype));
  const std::string label = say("time at least on {}", tr(device.name));
  const Derivation formula{"max(work ÷ peak, memory traffic ÷ bandwidth)", "", std::string(kRooflineSource),
                           "starting the work, and everything else that keeps a device below its peak"};
  if (!peak.flops_per_s) return not_available("cost.time_bound", label, Unit::seconds, peak.reason, formula);
  if (!device.bandwidth_bytes_per_s) {
    return not_available("cost.time_bound", label, Unit::seconds,
                         say("{} has no published memory bandwidth", tr(device.name)), formula);
  }
  const double compute_s = *cost->flops.value / *peak.flops_per_s;
  const double memory_s = *cost->min_bytes.value / *device.bandwidth_bytes_per_s;
  Quantity bound = value_of("cost.time_bound", label, Unit::seconds, std::max(compute_s, memory_s), formula);
  bound.substituted =
      "max(" + format_value(compute_s, Unit::seconds) + ", " + format_value(memory_s, Unit::seconds) + ")";
  bound.caution = peak.caution;
  return bound;
}

Result<Quantity> predict_square_time(double n, double measured_s, double n_next) {
  for (const double size : {n, n_next}) {
    if (auto ok = check(kMatmulSizeLimit, size); !ok) return std::unexpected(ok.error());
  }
  if (!(measured_s > 0 && std::isfinite(measured_s))) {
    return fail(ErrorCode::bad_number, "A measured time is above 0 seconds: run the product first.");
  }
  const double growth = std::pow(n_next / n, 3);
  return value_of(
      "cost.predicted_time", say("predicted for n = {}", format_grouped(n_next)), Unit::seconds, measured_s * growth,
      {"measured time × (new n ÷ n)³",
       format_value(measured_s, Unit::seconds) + " × (" + format_math(n_next) + " ÷ " + divisor(n) + ")³",
       "work grows as n³", "caches: large matrices are often a little slower, small ones never reach full speed"});
}

Result<Quantity> machines_per_gpu(double measured_flops_per_s, const Device& device, const NumberFormat& format) {
  if (auto ok = check(kSpeedLimit, measured_flops_per_s); !ok) return std::unexpected(ok.error());
  const Peak peak = dense_peak(device, format);
  const std::string label = say("of what was measured make one {}", tr(device.name));
  if (!peak.flops_per_s) return not_available("cost.machines_per_gpu", label, Unit::none, peak.reason);
  Quantity ratio = value_of("cost.machines_per_gpu", label, Unit::none, *peak.flops_per_s / measured_flops_per_s,
                            {"the GPU's dense peak ÷ the speed just measured",
                             format_value(*peak.flops_per_s, Unit::flops_per_s) + " ÷ " +
                                 format_value(measured_flops_per_s, Unit::flops_per_s),
                             std::string(device.source), "the GPU stays below its peak too; the formats may differ"});
  ratio.caution = peak.caution;
  return ratio;
}

}  // namespace lesson
