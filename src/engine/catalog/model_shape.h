// The shape of a language model: enough numbers to count its parameters to the last one.
// Letters in brackets are those of the formulas in calc/model.h. Plain data, no behaviour, usable in constant tables.
#pragma once

#include <cstdint>
#include <optional>

namespace lesson {

enum class MlpKind : std::uint8_t { plain, gated };     // 2 or 3 matrices
enum class NormKind : std::uint8_t { rms, layer };      // 1 or 2 numbers a channel
enum class BiasKind : std::uint8_t { none, qkv, all };  // all: q, k, v, out and the MLP's matrices

// How far back a layer looks. Mixed: `local_per_global` windowed layers, then one that sees everything, and so on.
enum class AttentionSpan : std::uint8_t { full, all_local, mixed };

// Mixture of experts: each token visits a few of many MLPs. Experts are gated.
struct ExpertShape {
  std::int64_t experts = 0;         // routed experts in a layer [E]
  std::int64_t active_experts = 0;  // of those, used by one token [k]
  std::int64_t expert_ffn = 0;      // inner size of one expert [ff_e]
  std::int64_t shared_experts = 0;  // used by every token
  std::int64_t dense_layers = 0;    // first layers that have the plain `ffn` instead
  bool router_bias = false;         // one correction a routed expert
};

// Multi-head latent attention: keys and values are rebuilt from a short vector, and only that vector is kept.
struct LatentShape {
  std::optional<std::int64_t> q_rank;  // absent: queries are not compressed
  std::int64_t kv_rank = 0;
  std::int64_t rope_dim = 0;
  std::int64_t nope_dim = 0;
  std::int64_t v_dim = 0;
};

struct ModelShape {
  std::int64_t layers = 0;    // [L]
  std::int64_t hidden = 0;    // [d]
  std::int64_t heads = 0;     // query heads [H]
  std::int64_t kv_heads = 0;  // key and value heads [KV]: equal to heads, fewer (GQA) or 1 (MQA)
  std::int64_t head_dim = 0;  // [hd]; not always hidden / heads
  std::int64_t ffn = 0;       // inner size of the MLP [ff]
  std::int64_t vocab = 0;     // [V]
  bool tied = false;          // the output head is the embedding table
  MlpKind mlp = MlpKind::gated;
  NormKind norm = NormKind::rms;
  int norms_per_layer = 2;
  bool qk_norm = false;  // 2 * head_dim weights more in each layer
  BiasKind biases = BiasKind::none;
  bool head_bias = false;              // one a vocabulary entry
  bool embed_norm = false;             // one more norm, after the embedding
  std::int64_t learned_positions = 0;  // rows of width hidden; 0 = positions are computed
  AttentionSpan span = AttentionSpan::full;
  std::int64_t window = 0;             // tokens a windowed layer sees; used unless span is full
  std::int64_t local_per_global = 0;   // used when span is mixed
  std::optional<ExpertShape> experts;  // absent: every layer has one MLP
  std::optional<LatentShape> latent;   // absent: ordinary keys and values
};

}  // namespace lesson
