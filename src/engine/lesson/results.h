// Every number the labs show, computed from the state and from what has been measured.
// Pure: same state, same results. Canvas, page, command line and tests all call this and nothing else.
// A number that cannot be given is n/a with the reason; there is no error path.
//
// Names, each "section.name":
//   cost          flops min_traffic intensity time speed peak_ratio tabs_per_gpu predicted_double first_call
//   precision     bits bytes_per_value largest step_near_1 stored abs_error rel_error product_speed product_error
//   run-memory    params active_params weights kv_cache kv_per_token kv_unwindowed overhead total devices_80gb
//                 devices_needed longest_context largest_batch fit_<device> (how many of it are needed)
//   train-memory  params active_params weights gradients master optimizer bytes_per_param states activations total
//                 states_per_gpu deepspeed per_gpu all_gpus devices_needed communication devices_80gb lora_params
//                 update_stored
//   compute       train_flops forward_flops backward_flops train_flops_per_token infer_flops_per_token tokens_per_param
//                 attention_flops attention_ratio exact_per_token exact_flops paper_flops hardware_flops hardware_ratio
//                 lora_flops chinchilla_{params,tokens}{,_fit,_original} loss_original loss_fit
//                 prefill_time decode_time decode_speed decode_speed_each decode_intensity ridge compute_bound_batch
//                 attainable here_roof
//   time-cost     flops seconds gpu_hours wall_clock cost energy carbon best_measured here_seconds
//                 elsewhere_<device> (one of it, in seconds)
//   runs          {gpt3,b7,finetune}_{flops,a100_hours,h100_hours} published_count published_median_ratio
//                 published_median_utilization published_within_1_33 published_within_2
//   hardware      tab_speed gpu_peak tab_to_gpu_ratio native_speed native_seconds
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "engine/base/quantity.h"
#include "engine/bench/bench.h"
#include "engine/catalog/catalog.h"
#include "engine/lesson/params.h"

namespace lesson {

// What the native program measured, on this machine or on another one.
struct Machine {
  std::string name;
  std::vector<BenchResult> results;  // verified
};

// What has been timed so far, newest last. A new result replaces an older one of the same
// kernel, dtype, shape, threads and device.
struct Measurements {
  std::vector<BenchResult> results;
  std::optional<BenchResult> first;  // the very first: its first call met code that nothing had run before
  double register_peak_flops_per_s = 0;  // one thread, this module; 0 until measured

  std::vector<Machine> machines;         // held beside what was timed here; never taken for it

  static constexpr std::size_t kMostMachines = 8;
  void add(BenchResult result);
  void add(Machine machine);  // one of the same name is replaced; the oldest gives way to a ninth
  const BenchResult* fastest_native() const;  // of all machines; null without one
  const BenchResult* newest(std::string_view dtype) const;  // verified
  const BenchResult* best(std::string_view dtype) const;    // fastest verified, any kernel and size
};

// Names are "section.name", e.g. "train-memory.total". Unknown section: empty.
std::vector<Quantity> section_results(const Inputs& inputs, const Measurements& measured, std::string_view section_id);
std::vector<Quantity> all_results(const Inputs& inputs, const Measurements& measured);
// What follows the section in the names of results that there is one of for each of a few devices.
inline constexpr std::string_view kFitPrefix = "fit_", kElsewherePrefix = "elsewhere_";
// The device of such a result's name; null for any other result.
const Device* device_of_result(std::string_view name);
const Quantity* find_result(std::span<const Quantity> results, std::string_view name);

// A result by reference, as prose writes it: "run-memory.weights?params=7e9&dtype=bf16". Inputs that are not named have
// their defaults. Unknown name or input, or a value that is not taken as it stands: an error that says which.
Result<Quantity> evaluate_reference(std::string_view reference, const Measurements& measured);

}  // namespace lesson
