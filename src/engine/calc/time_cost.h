// Time, money and energy of an amount of work.
//   GPU-seconds = C / (peak · utilization); GPU-hours = that / 3600, all GPUs together; wall clock = GPU-seconds / GPUs
//   cost = GPU-hours · price; energy = GPU-hours · W · PUE / 1000; CO2 = energy · kg/kWh
// Check: Llama 2 7B, 184,320 h × 400 W = 73.73 MWh, published 31.22 t = 0.385 kg/kWh × 1.1 (meta-llama/llama
// MODEL_CARD.md). Splitting work over GPUs loses nothing here: that loss is inside the utilization. Errors:
// out_of_range, unknown_name.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/base/quantity.h"
#include "engine/base/result.h"
#include "engine/catalog/catalog.h"

namespace lesson {

struct TimeCostInput {
  double params = 100e6;
  double tokens = 3e9;
  std::optional<double> flops;  // given: used in place of 6 · params · tokens
  std::string gpu = "petaflop";
  std::string dtype = "bf16";                  // picks the device's dense peak
  std::optional<double> measured_flops_per_s;  // "train it here": used in place of the device's peak, utilization 1
  double utilization = 0.5;
  double gpus = 1;
  double price_usd_per_gpu_hour = 3;
  std::string price_date;                   // shown beside the price; empty = not said
  std::optional<double> power_watts = 700;  // of one GPU; absent: the device's own, n/a when it has none
  double pue = 1.1;                         // power of the whole building over power of the computers
  double carbon_kg_per_kwh = 0.385;
};

struct TimeCost {
  Quantity flops;  // "time-cost.flops"
  Quantity
      gpu_seconds;  // "time-cost.gpu_seconds"; this and all below are n/a, with the reason, when the device has no peak
  Quantity gpu_hours;   // "time-cost.gpu_hours"
  Quantity wall_clock;  // "time-cost.wall_clock", seconds
  Quantity cost;        // "time-cost.cost", USD
  Quantity energy;      // "time-cost.energy", kWh
  Quantity carbon;      // "time-cost.carbon", kg CO2
  std::vector<Quantity> all() const;
};

Result<TimeCost> time_cost(const TimeCostInput& input);

// GPU-hours · watts · PUE / 1000, in kWh.
constexpr double energy_kwh(double gpu_hours, double watts, double pue) { return gpu_hours * watts * pue / 1000; }

}  // namespace lesson
