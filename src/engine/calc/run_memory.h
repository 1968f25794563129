// Memory to run a model: weights + attention cache + what else the program needs (a named assumption, off by default).
//   weights  parameters × bits per weight / 8, block formats with their scales
//   cache    calc/kv_cache.h
//   overhead share of the weights; the usual rule is 20 % (EleutherAI, quoted by accelerate's documentation)
// Errors: out_of_range (calc/limits.h), unknown_name for formats.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/base/quantity.h"
#include "engine/base/result.h"
#include "engine/catalog/catalog.h"

namespace lesson {

struct RunMemoryInput {
  double params = 7e9;              // used when there is no model
  std::optional<ModelShape> model;  // gives parameters and the cache
  std::string model_name;           // for the words only
  std::string dtype = "bf16";       // of the weights
  std::string kv_dtype = "bf16";    // of the cache
  double context_tokens = 0;
  double batch = 1;           // sequences at once
  double overhead_ratio = 0;  // 0.2 = 20 % of the weights
};

struct RunMemory {
  Quantity weights;        // "run-memory.weights", bytes
  Quantity kv_cache;       // "run-memory.kv_cache"; n/a with context > 0 and no model: the cache depends on the shape
  Quantity kv_per_token;   // "run-memory.kv_per_token", bytes per token of one sequence; n/a without a model
  Quantity kv_unwindowed;  // "run-memory.kv_unwindowed": the cache if every layer saw everything; n/a unless the model
                           // has windows
  Quantity overhead;       // "run-memory.overhead"
  Quantity
      total;  // "run-memory.total": its terms are the parts above that are known; `caution` names a part that is not
  std::vector<Quantity> all() const;
};

Result<RunMemory> run_memory(const RunMemoryInput& input);

// What a device's memory means for this. Everything is n/a when the device has no published memory.
struct DeviceFit {
  const Device* device;
  std::optional<bool> fits;  // on one; absent when unknown
  Quantity gpus_needed;      // "run-memory.gpus_needed": memory / capacity, rounded up; nothing lost to splitting
  Quantity
      longest_context;  // "run-memory.longest_context", tokens at this batch on one device; "any" is n/a with a reason
  Quantity largest_batch;  // "run-memory.largest_batch", sequences at this context on one device
  std::vector<Quantity> all() const { return {gpus_needed, longest_context, largest_batch}; }
};

Result<DeviceFit> fit_on_device(const RunMemoryInput& input, const Device& device);

}  // namespace lesson
