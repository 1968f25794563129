#include "engine/calc/time_cost.h"

#include <utility>

#include "engine/base/format.h"
#include "engine/base/language.h"
#include "engine/calc/compute.h"
#include "engine/calc/explain.h"
#include "engine/calc/limits.h"

namespace lesson {
namespace {

// The speed the work runs at, or why there is none.
struct Speed {
  std::optional<double> flops_per_s;
  double utilization;
  std::string what;  // "H100 SXM5 80GB in bfloat16"
  std::string source;
  std::string reason, caution;
};

Result<void> check_numbers(const TimeCostInput& input) {
  const std::pair<const Limit*, double> checks[] = {{&kParamsLimit, input.params},
                                                    {&kTokensLimit, input.tokens},
                                                    {&kUtilizationLimit, input.utilization},
                                                    {&kGpusLimit, input.gpus},
                                                    {&kPriceLimit, input.price_usd_per_gpu_hour},
                                                    {&kPowerLimit, input.power_watts.value_or(0)},
                                                    {&kPueLimit, input.pue},
                                                    {&kCarbonLimit, input.carbon_kg_per_kwh},
                                                    {&kFlopsLimit, input.flops.value_or(1)},
                                                    {&kSpeedLimit, input.measured_flops_per_s.value_or(1)}};
  for (const auto& [limit, value] : checks) {
    if (auto ok = check(*limit, value); !ok) return ok;
  }
  return {};
}

Speed speed_of(const TimeCostInput& input, const Device& device, const NumberFormat& format) {
  if (input.measured_flops_per_s) {
    return {input.measured_flops_per_s, 1, std::string(tr("the speed just measured")), std::string(tr("measured here")), "", ""};
  }
  const Peak peak = dense_peak(device, format);
  const std::string what =
      device.is_product ? say("{} in {}", tr(device.name), tr(format.name)) : std::string(tr(device.name));
  return {peak.flops_per_s, input.utilization, what, std::string(device.source), peak.reason, peak.caution};
}

Quantity flops_quantity(const TimeCostInput& input) {
  const std::string name = "time-cost.flops", label = "training work";
  if (input.flops)
    return value_of(name, label, Unit::flops, *input.flops,
                    {"given", format_math(*input.flops), "given by the reader", ""});
  return value_of(name, label, Unit::flops, training_flops(input.params, input.tokens),
                  {"6 × parameters × tokens", "6 × " + format_math(input.params) + " × " + format_math(input.tokens),
                   "arXiv 2001.08361; arXiv 2203.15556", "attention's own work"});
}

void set_times(TimeCost& result, const TimeCostInput& input, const Speed& speed) {
  const double gpu_seconds = *result.flops.value / (*speed.flops_per_s * speed.utilization);
  const std::string left_out = "restarts, waiting and evaluation: hours billed are more than hours computing";
  result.gpu_seconds = value_of("time-cost.gpu_seconds", "GPU-seconds", Unit::seconds, gpu_seconds,
                                {"work ÷ (peak × utilization)",
                                 format_math(*result.flops.value) + " ÷ (" + format_math(*speed.flops_per_s) + " × " +
                                     format_value(speed.utilization, Unit::ratio) + ")",
                                 speed.what + ": " + std::string(tr(speed.source)), left_out});
  result.gpu_hours =
      value_of("time-cost.gpu_hours", "GPU-hours, all GPUs together", Unit::gpu_hours, gpu_seconds / 3600,
               {"GPU-seconds ÷ 3600", format_math(gpu_seconds) + " ÷ " + format_grouped(3600), result.gpu_seconds.source, left_out});
  result.wall_clock = value_of("time-cost.wall_clock", "time on the clock", Unit::seconds, gpu_seconds / input.gpus,
                               {"GPU-seconds ÷ GPUs", format_math(gpu_seconds) + " ÷ " + divisor(input.gpus),
                                result.gpu_seconds.source, "what splitting the work costs is inside the utilization"});
  for (Quantity* quantity : {&result.gpu_seconds, &result.gpu_hours, &result.wall_clock})
    quantity->caution = speed.caution;
}

void set_cost(TimeCost& result, const TimeCostInput& input) {
  const double hours = *result.gpu_hours.value, price = input.price_usd_per_gpu_hour;
  const std::string date =
      input.price_date.empty() ? "the price is an input" : say("the price is an input, looked up {}", tr(input.price_date));
  result.cost = value_of(
      "time-cost.cost", "cost", Unit::usd, hours * price,
      {"GPU-hours × price", format_value(hours, Unit::gpu_hours) + " × " + format_value(price, Unit::usd_per_gpu_hour),
       date, "storage, networking, people, and runs that failed"});
  result.cost.caution = result.gpu_hours.caution;
}

void set_energy(TimeCost& result, const TimeCostInput& input, const Device& device) {
  const std::optional<double> watts = input.power_watts ? input.power_watts : device.power_watts;
  const std::string energy = "time-cost.energy", carbon = "time-cost.carbon";
  if (!watts) {
    const std::string reason = say("{} has no published power: give watts for one GPU", tr(device.name));
    result.energy = not_available(energy, "energy", Unit::kwh, reason);
    result.carbon = not_available(carbon, "carbon dioxide", Unit::kg_co2, reason);
    return;
  }
  const double kwh = energy_kwh(*result.gpu_hours.value, *watts, input.pue);
  result.energy = value_of(energy, "energy", Unit::kwh, kwh,
                           {"GPU-hours × watts × PUE ÷ 1000",
                            format_value(*result.gpu_hours.value, Unit::gpu_hours) + " × " +
                                format_value(*watts, Unit::watts) + " × " + format_math(input.pue) + " ÷ " + format_grouped(1000),
                            input.power_watts ? "the power is an input" : std::string(device.source),
                            "processors, memory and network beside the GPUs; a GPU often draws less than its rating"});
  result.carbon =
      value_of(carbon, "carbon dioxide", Unit::kg_co2, kwh * input.carbon_kg_per_kwh,
               {"energy × kg per kWh", format_value(kwh, Unit::kwh) + " × " + format_math(input.carbon_kg_per_kwh),
                "0.385 kg/kWh and PUE 1.1 are those of meta-llama/llama MODEL_CARD.md and arXiv 2302.13971",
                "making the hardware"});
  result.energy.caution = !input.power_watts && is_uncertain(device, "tdp_w")
                              ? say("sources disagree about this device's power ({})", tr(device.notes))
                              : result.gpu_hours.caution;
  result.carbon.caution = result.energy.caution;
}

void set_not_available(TimeCost& result, const std::string& reason) {
  result.gpu_seconds = not_available("time-cost.gpu_seconds", "GPU-seconds", Unit::seconds, reason);
  result.gpu_hours = not_available("time-cost.gpu_hours", "GPU-hours, all GPUs together", Unit::gpu_hours, reason);
  result.wall_clock = not_available("time-cost.wall_clock", "time on the clock", Unit::seconds, reason);
  result.cost = not_available("time-cost.cost", "cost", Unit::usd, reason);
  result.energy = not_available("time-cost.energy", "energy", Unit::kwh, reason);
  result.carbon = not_available("time-cost.carbon", "carbon dioxide", Unit::kg_co2, reason);
}

}  // namespace

std::vector<Quantity> TimeCost::all() const {
  return {flops, gpu_seconds, gpu_hours, wall_clock, cost, energy, carbon};
}

Result<TimeCost> time_cost(const TimeCostInput& input) {
  if (auto ok = check_numbers(input); !ok) return std::unexpected(ok.error());
  const auto device = find_device(input.gpu);
  if (!device) return std::unexpected(device.error());
  const auto format = find_number_format(input.dtype);
  if (!format) return std::unexpected(format.error());
  const Speed speed = speed_of(input, **device, **format);
  TimeCost result;
  result.flops = flops_quantity(input);
  if (!speed.flops_per_s) {
    set_not_available(result, speed.reason);
    return result;
  }
  set_times(result, input, speed);
  set_cost(result, input);
  set_energy(result, input, **device);
  return result;
}

}  // namespace lesson
