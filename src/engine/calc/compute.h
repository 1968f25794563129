// How much work training and running cost, in FLOPs.
//   training  C = 6ND: 2N forward and 4N backward per token (arXiv 2001.08361, 2203.15556); running 2N per token
//   attention adds 12·L·H·hd·T per training token, half when causal (arXiv 2204.02311 appendix B); forward alone
//   4·L·H·hd·T N is the total, the active parameters for experts; "exact" uses the weights that multiply (calc/model.h)
//   LoRA      4N + 6·N_lora per token: frozen weights need no weight gradient
//   recompute full: one more forward, 8N; selective: two of the score products again
// Sources: those above; 2205.05198 for recompute. Errors: out_of_range.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/base/quantity.h"
#include "engine/base/result.h"
#include "engine/calc/train_memory.h"

namespace lesson {

constexpr double training_flops(double params, double tokens) { return 6 * params * tokens; }
constexpr double inference_flops_per_token(double params) { return 2 * params; }

struct ComputeInput {
  double params = 1000;                 // used when there is no model
  std::optional<double> active_params;  // experts without a model: N of the formula is this
  double tokens = 500;
  std::optional<ModelShape> model;
  std::string model_name;
  double context_tokens = 0;  // sequence length: attention's own term; needs a model
  bool causal = false;        // count only the half that causal attention must do
  Recompute recompute = Recompute::none;
  std::optional<LoraPlan> lora;  // needs a model
};

struct Compute {
  Quantity training;             // "compute.training": 6ND, terms forward 2ND and backward 4ND
  Quantity inference_per_token;  // "compute.inference_per_token": 2N
  Quantity training_per_token;   // "compute.training_per_token": 6N
  Quantity exact_per_token;  // "compute.exact_per_token": 6 · weights that multiply + attention; n/a without model and
                             // context
  Quantity exact_training;   // "compute.exact_training": the same × tokens
  Quantity attention_ratio;  // "compute.attention_ratio": attention's term over 6 · weights that multiply
  Quantity hardware;         // "compute.hardware": work really done, repeated work counted
  Quantity hardware_ratio;   // "compute.hardware_ratio": that over the model's own work (HFU / MFU)
  Quantity paper_training;   // "compute.paper_training": by the formula for GPT's block; n/a without model and context
  Quantity lora_training;    // "compute.lora_training"; n/a without LoRA
  Quantity tokens_per_param;  // "compute.tokens_per_param"
  std::vector<Quantity> all() const;
};

Result<Compute> compute(const ComputeInput& input);

// FLOPs of attention's scores per training token: 12·L·H·hd·T (latent: 6·L·H·(nope + rope + v)·T), half when causal.
double attention_training_flops_per_token(const ModelShape& shape, double context_tokens, bool causal);

// Model FLOPs of one training iteration of the paper's GPT: 72BLsh²(1 + s/6h + V/12hL); with full recompute
// 96BLsh²(1 + s/6h + V/16Lh). The block has a plain MLP of 4h and a KV head for each head. Source: arXiv 2104.04473.
double gpt_iteration_flops(double batch, double layers, double sequence, double hidden, double vocab,
                           bool full_recompute);

// Share of work that selective recompute repeats: s/(18h + 3s), counting the two repeated products.
// The published figures imply s/(6h); sources disagree, so both are given.
double selective_recompute_ratio(double sequence, double hidden);
double selective_recompute_ratio_published(double sequence, double hidden);

// LoRA's training work over full training's as NVIDIA-NeMo/Automodel PR#786 counts it: (1 + 1 + N_lora/N)/3.
double lora_work_ratio_published(double adapter_params, double params);

// MFU: model FLOPs done over what the peak allows in that time; HFU counts repeated work too (arXiv 2204.02311).
double model_flops_utilization(double tokens_per_s, double flops_per_token, double gpus, double peak_flops_per_s);

}  // namespace lesson
