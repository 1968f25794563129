// Memory to train a model: bytes per parameter by convention and optimizer, sharded by ZeRO, plus activations.
//   convention 16  weights 2, gradients 2, master 4, Adam 8      mixed precision (arXiv 1910.02054), the lesson's
//              18  gradients 4                                     (EleutherAI transformer-math)
//              20  gradients 2 + 4                                 (arXiv 2201.11990)
//              12  weights 4, Adam 8, gradients not stored         (AI-Hypercomputer/maxtext #606)
//              fp32  weights 4, gradients 4, Adam 8                plain float32
//   ZeRO, per GPU over N_d = GPUs / (tensor · pipeline) (arXiv 1910.02054): 1 splits optimizer state and master copy,
//   2 also gradients, 3 also weights. Parameters are first divided by tensor · pipeline.
//   DeepSpeed's estimator, P parameters on N GPUs: ZeRO 2 2P + 18P/N, ZeRO 3 4·(largest layer) + 18P/N.
//   LoRA: frozen weights + the convention's bytes for N_lora (calc/model.h). QLoRA: the frozen weights in nf4_dq.
// Activations: calc/activations.h. Errors: out_of_range, unknown_name; GPUs must be a multiple of tensor · pipeline.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/quantity.h"
#include "engine/base/result.h"
#include "engine/calc/model.h"
#include "engine/catalog/catalog.h"

namespace lesson {

struct TrainConvention {
  std::string_view id;                                  // "12", "16", "18", "20", "fp32"
  std::string_view label;                               // "mixed precision, bfloat16 gradients"
  double weights_bytes, gradients_bytes, master_bytes;  // per parameter
  std::string_view gradients_words;                     // "2", "2 + 4"
  std::string_view source;
};
struct OptimizerKind {
  std::string_view id;  // "adamw", "adamw-8bit", "sgd-momentum", "sgd", "adafactor", "lion", "muon"
  std::string_view label;
  double state_bytes;     // per parameter
  std::string_view what;  // what it keeps: "two averages, 4 bytes each"
  std::string_view source;
};
std::span<const TrainConvention> train_conventions();
std::span<const OptimizerKind> optimizers();
Result<const TrainConvention*> find_train_convention(std::string_view id);
Result<const OptimizerKind*> find_optimizer(std::string_view id);

struct LoraPlan {
  double rank = 16;
  LoraTargets targets = LoraTargets::all_linear;
  bool quantized = false;  // QLoRA: frozen weights in 4.127 bits (arXiv 2305.14314)
};

enum class Recompute : std::uint8_t { none, selective, full };
struct RecomputeInfo {
  Recompute recompute;
  std::string_view id, label;
};
std::span<const RecomputeInfo> recompute_kinds();
Result<Recompute> find_recompute(std::string_view id);

struct TrainMemoryInput {
  double params = 7e9;  // used when there is no model
  std::optional<ModelShape> model;
  std::string model_name;
  std::string convention = "16";
  std::string optimizer = "adamw";
  double gpus = 1;
  double zero_stage = 0;  // 0, 1, 2, 3; 3 is what FSDP does
  double tensor_parallel = 1;
  double pipeline_parallel = 1;
  double interleave = 1;         // model pieces each pipeline stage holds
  std::optional<LoraPlan> lora;  // needs a model
  double context_tokens = 0;     // sequence length; 0 = before activations
  double micro_batch = 1;        // sequences in flight on one GPU
  Recompute recompute = Recompute::none;
  bool flash = false;                  // FlashAttention: the score matrices are never stored
  bool sequence_parallel = false;      // splits the rest of the layer over the tensor-parallel GPUs
  std::string gpu = "h100-sxm5-80gb";  // for gpus_needed
};

struct TrainMemory {
  Quantity bytes_per_param;  // "train-memory.bytes_per_param", of a trained parameter: terms weights, gradients, master
                             // copy, optimizer
  Quantity states;           // "train-memory.states": one copy of all of that, before activations, bytes
  Quantity states_per_gpu;   // "train-memory.states_per_gpu": after splitting and sharding
  Quantity deepspeed;        // "train-memory.deepspeed": the same by DeepSpeed's own estimator; n/a for ZeRO 0 and 1
  Quantity activations;      // "train-memory.activations": on one GPU; n/a with context > 0 and no model
  Quantity total;            // "train-memory.total": one device that holds everything; 7e9 -> 112.0 GB
  Quantity per_gpu;          // "train-memory.per_gpu": what one of the GPUs must hold
  Quantity all_gpus;         // "train-memory.all_gpus": per-gpu × GPUs
  Quantity communication;  // "train-memory.communication": bytes each GPU exchanges in a step: 2, 2, 2, 3 × parameters
                           // × 2 bytes
  Quantity gpus_needed;    // "train-memory.gpus_needed": devices for the total, nothing lost to splitting
  std::optional<Quantity> lora_params;  // "train-memory.lora_params"
  std::vector<Quantity> all() const;
};

Result<TrainMemory> train_memory(const TrainMemoryInput& input);

// How many times its parameters a GPU exchanges in a step: 2, 2, 2, 3 for ZeRO 0 to 3.
double zero_communication_factor(double stage);

}  // namespace lesson
