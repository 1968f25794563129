// Parameters of a model, counted from its shape; nothing depends on its name. Letters as in catalog/model_shape.h.
//   attention    d·H·hd + 2·d·KV·hd + H·hd·d
//   latent       d·r_q + r_q + r_q·H·(nope+rope) + d·(r_kv+rope) + r_kv + r_kv·H·(nope+v) + H·v·d
//                (without query compression: d·H·(nope+rope) in place of the first three)
//   MLP          g·d·ff, g = 3 gated, 2 plain; experts: E·3·d·ff_e + shared·3·d·ff_e + router d·E (+ E corrections)
//   biases       qkv: H·hd + 2·KV·hd; all: also d for out, ff (2·ff gated) + d for the MLP
//   norms        d each (rms) or 2d (layer); qk-norm 2·hd a layer; one final; one after the embedding if embed_norm
//   outside      V·d (twice if not tied), learned positions · d, head bias V
// Sources: reference formulas section 3.2; the 44 models of the catalogue come out to the last digit.
// Counts are exact whole numbers. Errors: out_of_range for shapes that cannot exist, with the field's name.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/quantity.h"
#include "engine/base/result.h"
#include "engine/catalog/model_shape.h"

namespace lesson {

struct ParamCounts {
  std::int64_t embedding = 0;  // input table
  std::int64_t head = 0;       // output table and its bias; 0 when tied
  std::int64_t positions = 0;
  std::int64_t attention = 0;  // matrices, all layers
  std::int64_t mlp = 0;        // plain layers' matrices
  std::int64_t experts = 0;    // routed experts
  std::int64_t shared_experts = 0;
  std::int64_t router = 0;
  std::int64_t biases = 0;
  std::int64_t norms = 0;
  std::int64_t idle_experts = 0;  // part of `experts` that one token does not visit

  std::int64_t total() const {
    return embedding + head + positions + attention + mlp + experts + shared_experts + router + biases + norms;
  }
  std::int64_t active() const { return total() - idle_experts; }
};

// Sizes positive and below 10⁹, the total below 10¹⁵, heads divisible by kv_heads, active experts <= experts, ...
Result<void> check_shape(const ModelShape& shape);

Result<ParamCounts> count_params(const ModelShape& shape);

struct ModelSize {
  Quantity total;   // "model.params"
  Quantity active;  // "model.active_params": equal to total unless there are experts
  std::vector<Quantity> all() const { return {total, active}; }
};
Result<ModelSize> model_size(const ModelShape& shape);

// Weights that multiply: what an exact FLOP count uses. Input lookup and learned positions cost no FLOPs, the head
// does: total - positions when tied, total - positions - V·d when not (experts: the active ones).
Result<std::int64_t> multiplying_params(const ModelShape& shape);

// Weights of the largest single matrix: the table of tokens, or one of a layer.
Result<std::int64_t> largest_matrix(const ModelShape& shape);

// Layers with a window, the rest see everything. Mixed: layer i from 0 is global when (i+1) mod (p+1) = 0.
std::int64_t windowed_layers(const ModelShape& shape);

// ---- LoRA: a pair of thin matrices r·(in + out) beside each chosen matrix (arXiv 2106.09685) ----------------------

enum class LoraTargets : std::uint8_t { qv, qkvo, all_linear };  // q and v; q, k, v and out; those and the MLP

struct LoraTargetsInfo {
  LoraTargets targets;
  std::string_view id;     // "qv", "qkvo", "all"
  std::string_view label;  // "query and value"
};
std::span<const LoraTargetsInfo> lora_targets();
Result<LoraTargets> find_lora_targets(std::string_view id);

// N_lora = r·Σ(in + out). Llama-2-7B: r 8 on q, v 4,194,304. Latent attention has no separate q and v: not_available
// for qv.
Result<std::int64_t> lora_params(const ModelShape& shape, double rank, LoraTargets targets);

}  // namespace lesson
