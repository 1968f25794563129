// How fast a model answers: reading the prompt (prefill) is limited by arithmetic, writing (decode) by memory.
//   decode step = B·KV bytes / bandwidth + max(2·B·N / peak, weight bytes / bandwidth)
//   prefill     = (2·N·T + 4·L·H·hd·T²) / (peak · utilization), half of the second term when causal
//   experts: a step reads what its B tokens visit, E·(1 - (1 - k/E)^B) experts a layer when tokens choose evenly
//   roofline: attainable FLOP/s = min(peak, intensity · bandwidth); ridge = peak / bandwidth
// Bounds, not promises: measured decode reaches 65-85 % of the bandwidth's. Source: jax-ml/scaling-book, inference.md.
// Errors: out_of_range, unknown_name. n/a with the reason when the device has no bandwidth or no peak.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/base/quantity.h"
#include "engine/base/result.h"
#include "engine/catalog/catalog.h"

namespace lesson {

struct ServingInput {
  double params = 7e9;  // used when there is no model
  std::optional<ModelShape> model;
  std::string model_name;
  std::string dtype = "bf16";  // of the stored weights
  std::string kv_dtype = "bf16";
  std::string compute_dtype = "bf16";  // of the products: block formats are unpacked to it
  std::string gpu = "h100-sxm5-80gb";
  double gpus = 1;              // bandwidth and peak add up; talking between them is left out
  double context_tokens = 0;    // already in the cache, per sequence
  double prompt_tokens = 2048;  // to prefill
  double batch = 1;
  double utilization = 0.5;  // of the peak, in prefill
  bool causal = true;
  std::optional<double> kv_bytes_per_sequence;  // in place of the model's cache
  std::optional<double> measured_flops_per_s;   // the reader's own machine: one more roof
};

struct Serving {
  Quantity decode_step;          // "serve.decode_step", seconds for one token of every sequence
  Quantity tokens_per_s;         // "serve.tokens_per_s", all sequences together
  Quantity tokens_per_s_each;    // "serve.tokens_per_s_each"
  Quantity prefill;              // "serve.prefill", seconds
  Quantity intensity;            // "serve.intensity": FLOPs per byte of a decode step
  Quantity ridge;                // "serve.ridge": intensity where arithmetic becomes the limit
  Quantity compute_bound_batch;  // "serve.compute_bound_batch": B where 2BN/peak = weight bytes/bandwidth
  Quantity attainable;           // "serve.attainable", FLOP/s at this intensity
  std::vector<Quantity> all() const;
};

Result<Serving> serving(const ServingInput& input);

// The number of tokens_per_s alone, for curves; absent where that is n/a.
std::optional<double> decode_tokens_per_s(const ServingInput& input);
// Sequences of this context that fit beside the weights in the memory of all devices; absent without a memory or a
// cache.
std::optional<double> batch_that_fits(const ServingInput& input);

struct Roof {
  std::string label;
  double peak_flops_per_s;
  std::optional<double> bandwidth_bytes_per_s;  // absent: only the flat part is known
};
// The device's roof and, where measured, the reader's own. Empty when the device has neither.
Result<std::vector<Roof>> roofs(const ServingInput& input);
constexpr double attainable_flops_per_s(double peak_flops_per_s, double bandwidth_bytes_per_s, double flops_per_byte) {
  return peak_flops_per_s < bandwidth_bytes_per_s * flops_per_byte ? peak_flops_per_s
                                                                   : bandwidth_bytes_per_s * flops_per_byte;
}

}  // namespace lesson
