// cost and precision: what a product costs on paper, and what it took here.
#include "engine/base/format.h"
#include "engine/base/language.h"
#include "engine/calc/explain.h"
#include "engine/calc/matmul.h"
#include "engine/calc/precision.h"
#include "engine/lesson/section_results.h"

namespace lesson {
namespace {

constexpr double kPetaflop = 1e15;  // FLOP/s of one data-centre GPU, in round numbers

bool is_square(const BenchResult& result, double n) {
  return static_cast<double>(result.m) == n && result.m == result.n && result.n == result.k;
}

// The measurement of the product that the inputs name: "best" is the fastest kernel that was timed.
const BenchResult* measurement_of(const CostInputs& in, const Measurements& measured) {
  const BenchResult* found = nullptr;
  for (const BenchResult& result : measured.results) {
    const bool asked = result.verified && is_square(result, in.n) && result.dtype == in.dtype &&
                       static_cast<double>(result.threads_requested) == in.threads &&
                       (in.kernel == "best" || result.kernel == in.kernel);
    if (asked && (found == nullptr || result.flops_per_s > found->flops_per_s)) found = &result;
  }
  return found;
}

std::string measured_on(const BenchResult& result) {
  return say(result.disturbed ? "measured on this machine: {}, median of {} samples; something else was running"
                              : "measured on this machine: {}, median of {} samples",
             result.kernel, std::to_string(result.samples));
}

constexpr ResultRow<MatmulCost> kCostRows[] = {
    {{"flops", "work", Unit::flops}, &MatmulCost::flops},
    {{"min_traffic", "memory traffic at least", Unit::bytes}, &MatmulCost::min_bytes},
    {{"intensity", "FLOPs per byte", Unit::flops_per_byte}, &MatmulCost::intensity},
};

constexpr ResultName kTime{"time", "time of one product", Unit::seconds};
constexpr ResultName kSpeed{"speed", "speed", Unit::flops_per_s};
constexpr ResultName kPeakRatio{"peak_ratio", "of this machine's peak", Unit::ratio};
constexpr ResultName kTabs{"tabs_per_gpu", "of these make one petaFLOP/s GPU", Unit::none};
constexpr ResultName kDouble{"predicted_double", "predicted for twice n", Unit::seconds};

constexpr ResultName kFirstCall{"first_call", "first product here, before any warm-up", Unit::seconds};

// Once for each start of the program: later runs find the code compiled.
Result<Quantity> first_call(const Measurements& measured) {
  if (!measured.first || !measured.first->first_call_ns) return fail(ErrorCode::not_available, std::string(kNotMeasured));
  const BenchResult& r = *measured.first;
  const double seconds = *r.first_call_ns * 1e-9, settled = r.median_ns * 1e-9;
  return value_of("", "", Unit::seconds, seconds,
                  {"time of the very first product; a browser runs code that it compiled in a hurry until it has compiled it well",
                   say("{}, later {}: {} times as long, n = {}", format_value(seconds, Unit::seconds),
                       format_value(settled, Unit::seconds), format_significant(seconds / settled, 2), format_grouped(static_cast<double>(r.n))),
                   measured_on(r), "how much of it is the code and how much is memory touched for the first time"});
}

Result<Quantity> peak_ratio(const BenchResult& result) {
  if (!result.peak_ratio || !result.peak_flops_per_s) {
    return fail(ErrorCode::not_available,
                result.peak_source.empty() ? "the peak was not measured" : retold(result.peak_source));
  }
  return value_of("", "", Unit::ratio, *result.peak_ratio,
                  {"speed ÷ peak",
                   format_value(result.flops_per_s, Unit::flops_per_s) + " ÷ " +
                       format_value(*result.peak_flops_per_s, Unit::flops_per_s),
                   retold(result.peak_source),
                   "nothing: the peak is that of registers alone, so 100 % is out of reach but for an algorithm with fewer operations"});
}

void add_measured(ResultList& list, const BenchResult& result) {
  const double seconds = result.median_ns * 1e-9;
  const double flops =
      matmul_flops(static_cast<double>(result.m), static_cast<double>(result.n), static_cast<double>(result.k));
  list.add(kTime, value_of("", "", Unit::seconds, seconds,
                           {"median of the samples",
                            say("{} samples of {} calls", std::to_string(result.samples),
                                std::to_string(result.calls_per_sample)),
                            measured_on(result), "making the matrices, and checking the result"}));
  list.add(kSpeed,
           value_of("", "", Unit::flops_per_s, result.flops_per_s,
                    {"work ÷ time", format_value(flops, Unit::flops) + " ÷ " + format_value(seconds, Unit::seconds),
                     measured_on(result), "other kernels and sizes"}));
  list.add(kPeakRatio, peak_ratio(result));
  list.add(kTabs, value_of("", "", Unit::none, kPetaflop / result.flops_per_s,
                           {"10¹⁵ FLOP/s ÷ the speed just measured", "10¹⁵ ÷ " + format_math(result.flops_per_s),
                            measured_on(result),
                            "that a GPU stays below its peak too, and that it counts low-precision FLOPs"}));
  const double n = static_cast<double>(result.n);
  list.add(kDouble, predict_square_time(n, seconds, 2 * n));
}

// ---- precision --------------------------------------------------------------------------------

constexpr ResultRow<Precision> kPrecisionRows[] = {
    {{"bits", "bits per number", Unit::bits}, &Precision::bits},
    {{"bytes_per_value", "bytes per number", Unit::bytes_per_param}, &Precision::bytes},
    {{"largest", "largest value", Unit::none}, &Precision::largest},
    {{"step_near_1", "step after 1", Unit::none}, &Precision::step},
    {{"stored", "your number, stored", Unit::none}, &Precision::stored},
    {{"abs_error", "error", Unit::none}, &Precision::error},
    {{"rel_error", "relative error", Unit::none}, &Precision::relative_error},
};

constexpr ResultName kProductSpeed{"product_speed", "speed of a product here", Unit::flops_per_s};
constexpr ResultName kProductError{"product_error", "error of a product here", Unit::none};

// The fastest verified product in this format and size.
const BenchResult* product_in(const PrecisionInputs& in, const Measurements& measured) {
  const BenchResult* found = nullptr;
  for (const BenchResult& result : measured.results) {
    if (!result.verified || result.dtype != in.dtype || !is_square(result, in.n)) continue;
    if (found == nullptr || result.flops_per_s > found->flops_per_s) found = &result;
  }
  return found;
}

}  // namespace

std::vector<Quantity> cost_results(const Inputs& inputs, const Measurements& measured) {
  const CostInputs& in = inputs.cost;
  ResultList list("cost");
  list.add_all(matmul_cost({in.n, in.n, in.n, in.dtype}), kCostRows);
  if (const BenchResult* result = measurement_of(in, measured)) {
    add_measured(list, *result);
  } else {
    for (const ResultName& name : {kTime, kSpeed, kPeakRatio, kTabs, kDouble}) list.missing(name, kNotMeasured);
  }
  list.add(kFirstCall, first_call(measured));
  return list.take();
}

std::vector<Quantity> precision_results(const Inputs& inputs, const Measurements& measured) {
  const PrecisionInputs& in = inputs.precision;
  ResultList list("precision");
  list.add_all(precision({in.dtype, in.value}), kPrecisionRows);
  const BenchResult* product = product_in(in, measured);
  if (product == nullptr) {
    list.missing(kProductSpeed, kNotMeasured);
    list.missing(kProductError, kNotMeasured);
    return list.take();
  }
  list.add(kProductSpeed, value_of("", "", Unit::flops_per_s, product->flops_per_s,
                                   {"work ÷ time", format_value(product->flops_per_s, Unit::flops_per_s),
                                    measured_on(*product), "other kernels and sizes"}));
  list.add(kProductError, value_of("", "", Unit::none, product->format_error,
                                   {"root mean square of result − float64 result, over that of the float64 result",
                                    format_scientific(product->format_error, 3), measured_on(*product),
                                    "how much of it a trained model would notice"}));
  return list.take();
}

}  // namespace lesson
