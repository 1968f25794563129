// time-cost: seconds, money, energy.
#include "engine/calc/time_cost.h"
#include "engine/lesson/section_results.h"

namespace lesson {
namespace {

constexpr ResultRow<TimeCost> kTimeRows[] = {
    {{"flops", "work", Unit::flops}, &TimeCost::flops},
    {{"seconds", "GPU-seconds, all GPUs together", Unit::seconds}, &TimeCost::gpu_seconds},
    {{"gpu_hours", "GPU-hours, all GPUs together", Unit::gpu_hours}, &TimeCost::gpu_hours},
    {{"wall_clock", "on the clock", Unit::seconds}, &TimeCost::wall_clock},
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
  input.price_date = kPriceDate;
  input.power_watts = in.power_w;
  input.pue = in.pue;
  input.carbon_kg_per_kwh = in.carbon_kg_per_kwh;
  return input;
}

Result<Quantity> time_here(TimeCostInput input, const BenchResult* fastest) {
  if (fastest == nullptr) return fail(ErrorCode::not_available, std::string(kNotMeasured));
  input.measured_flops_per_s = fastest->flops_per_s;
  input.gpus = 1;
  const auto time = time_cost(input);
  if (!time) return std::unexpected(time.error());
  return time->gpu_seconds;
}

}  // namespace

std::vector<Quantity> time_cost_results(const Inputs& inputs, const Measurements& measured) {
  const TimeCostInput input = time_input(inputs.time_cost);
  ResultList list("time-cost");
  list.add_all(time_cost(input), kTimeRows);
  list.add({"here_seconds", "on this machine", Unit::seconds}, time_here(input, measured.best("fp32")));
  return list.take();
}

}  // namespace lesson
