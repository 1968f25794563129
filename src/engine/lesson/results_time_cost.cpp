// time-cost: seconds, money, energy.
#include <algorithm>

#include "engine/base/format.h"
#include "engine/base/language.h"
#include "engine/calc/explain.h"
#include "engine/calc/time_cost.h"
#include "engine/lesson/section_results.h"

namespace lesson {
namespace {

constexpr std::string_view kOnTheClock = "on the clock";

constexpr std::string_view kElsewhere[] = {"rtx-4090", "a100-sxm4-80gb", "h100-sxm5-80gb", "b200-sxm"};

constexpr ResultRow<TimeCost> kTimeRows[] = {
    {{"flops", "work", Unit::flops}, &TimeCost::flops},
    {{"seconds", "GPU-seconds, all GPUs together", Unit::seconds}, &TimeCost::gpu_seconds},
    {{"gpu_hours", "GPU-hours, all GPUs together", Unit::gpu_hours}, &TimeCost::gpu_hours},
    {{"wall_clock", kOnTheClock, Unit::seconds, true}, &TimeCost::wall_clock},
    {{"cost", "cost", Unit::usd}, &TimeCost::cost},
    {{"energy", "energy", Unit::kwh}, &TimeCost::energy},
    {{"carbon", "carbon", Unit::kg_co2}, &TimeCost::carbon},
};

TimeCostInput time_input(const TimeCostInputs& in) {
  TimeCostInput input;
  input.params = in.params;
  input.tokens = in.tokens;
  input.gpu = in.gpu;
  input.dtype = in.dtype;
  input.utilization = in.utilization_ratio;
  input.gpus = in.gpus;
  input.price_usd_per_gpu_hour = in.price_usd;
  if (in.price_usd == TimeCostInputs{}.price_usd) input.price_date = kPriceDate;  // a typed price has no date
  input.power_watts = in.power_w > 0 ? std::optional(in.power_w) : std::nullopt;
  input.pue = in.pue;
  input.carbon_kg_per_kwh = in.carbon_kg_per_kwh;
  return input;
}

// Nobody feels how long 200,000 seconds are.
std::string clock_label(const Quantity& wall_clock) {
  constexpr double kSecondsOfTwoDays = 172800;
  if (wall_clock.value.value_or(0) < kSecondsOfTwoDays) return std::string(kOnTheClock);
  return say("on the clock, {}", format_duration(*wall_clock.value));
}

Result<Quantity> time_here(TimeCostInput input, const BenchResult* fastest) {
  if (fastest == nullptr) return fail(ErrorCode::not_available, std::string(kNotMeasured));
  input.measured_flops_per_s = fastest->flops_per_s;
  input.gpus = 1;
  const auto time = time_cost(input);
  if (!time) return std::unexpected(time.error());
  return time->gpu_seconds;
}

// The same job on one of another device.
void add_elsewhere(ResultList& list, TimeCostInput input) {
  for (const std::string_view id : kElsewhere) {
    const auto device = find_device(id);
    if (!device) continue;
    const std::string name = std::string(kElsewherePrefix) + std::string(id), label = say("on 1 × {}", tr((*device)->name));
    TimeCostInput there = input;
    there.gpu = id;
    const auto time = time_cost(there);
    list.add({name, label, Unit::seconds},
             time ? Result<Quantity>(time->gpu_seconds) : fail(time.error().code, time.error().message));
  }
}

// The best product that was measured on the device, as a share of its peak.
Result<Quantity> best_measured(const TimeCostInputs& in) {
  const auto rows = achievable();
  const auto row =
      std::ranges::find_if(rows, [&](const Achievable& a) { return a.gpu_id == in.gpu && a.peak_format == in.dtype; });
  if (row == rows.end())
    return fail(ErrorCode::not_available, "no measured product is in the catalogue for this device and format");
  const double ratio = row->achieved_flops_per_s / row->quoted_peak_flops_per_s;
  Quantity quantity =
      value_of("", "", Unit::ratio, ratio,
               {"fastest measured product ÷ peak",
                format_value(row->achieved_flops_per_s, Unit::flops_per_s) + " ÷ " +
                    format_value(row->quoted_peak_flops_per_s, Unit::flops_per_s),
                std::string(row->source), "training does more than products, so its utilization stays below this"});
  if (in.utilization_ratio > ratio)
    quantity.caution = "the utilization that is set lies above this: a sign of a wrong peak";
  return quantity;
}

}  // namespace

std::vector<Quantity> time_cost_results(const Inputs& inputs, const Measurements& measured) {
  const TimeCostInput input = time_input(inputs.time_cost);
  ResultList list("time-cost");
  Result<TimeCost> time = time_cost(input);
  if (time) time->wall_clock.label = clock_label(time->wall_clock);
  list.add_all(time, kTimeRows);
  list.add({"best_measured", "best product measured on it", Unit::ratio}, best_measured(inputs.time_cost));
  list.add({"here_seconds", "on this machine", Unit::seconds}, time_here(input, measured.best("fp32")));
  add_elsewhere(list, input);
  return list.take();
}

}  // namespace lesson
