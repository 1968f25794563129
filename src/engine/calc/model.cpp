#include "engine/calc/model.h"

#include <algorithm>
#include <array>

#include "engine/base/format.h"
#include "engine/base/language.h"
#include "engine/calc/explain.h"
#include "engine/calc/limits.h"

namespace lesson {
namespace {

constexpr std::int64_t kLargestSize = 1'000'000'000;
constexpr double kLargestTotal = 1e15;

struct NamedSize {
  std::string_view name;
  std::int64_t value;
};

std::int64_t norm_params(const ModelShape& s) { return (s.norm == NormKind::layer ? 2 : 1) * s.hidden; }
std::int64_t mlp_matrices(const ModelShape& s) { return s.mlp == MlpKind::gated ? 3 : 2; }
std::int64_t expert_layers(const ModelShape& s) { return s.experts ? s.layers - s.experts->dense_layers : 0; }

// A weight matrix of one layer, for counting and for LoRA.
struct Matrix {
  std::int64_t in, out;
  std::int64_t size() const { return in * out; }
};

// Every attention matrix of one layer; ordinary attention in the order q, k, v, out.
std::vector<Matrix> attention_matrices(const ModelShape& s) {
  if (!s.latent) {
    const std::int64_t q = s.heads * s.head_dim, kv = s.kv_heads * s.head_dim;
    return {{s.hidden, q}, {s.hidden, kv}, {s.hidden, kv}, {q, s.hidden}};
  }
  const LatentShape& l = *s.latent;
  const std::int64_t q = s.heads * (l.nope_dim + l.rope_dim);
  std::vector<Matrix> matrices;
  if (l.q_rank) {
    matrices = {{s.hidden, *l.q_rank}, {*l.q_rank, q}};
  } else {
    matrices = {{s.hidden, q}};
  }
  matrices.push_back({s.hidden, l.kv_rank + l.rope_dim});
  matrices.push_back({l.kv_rank, s.heads * (l.nope_dim + l.v_dim)});
  matrices.push_back({s.heads * l.v_dim, s.hidden});
  return matrices;
}

std::int64_t attention_params(const ModelShape& s) {
  std::int64_t sum = 0;
  for (const Matrix& matrix : attention_matrices(s)) sum += matrix.size();
  return sum;
}

std::int64_t bias_params_per_layer(const ModelShape& s) {
  if (s.biases == BiasKind::none) return 0;
  const std::int64_t qkv = s.heads * s.head_dim + 2 * s.kv_heads * s.head_dim;
  if (s.biases == BiasKind::qkv) return qkv;
  return qkv + s.hidden + (mlp_matrices(s) - 1) * s.ffn + s.hidden;
}

std::int64_t norm_params_per_layer(const ModelShape& s) {
  std::int64_t sum = s.norms_per_layer * norm_params(s);
  if (s.qk_norm) sum += 2 * s.head_dim;
  if (s.latent) sum += s.latent->q_rank.value_or(0) + s.latent->kv_rank;
  return sum;
}

std::string count_text(std::int64_t value) { return format_grouped(static_cast<double>(value)); }

std::string substituted(const ModelShape& s, const ParamCounts& counts) {
  const std::int64_t per_layer = counts.attention / s.layers;
  std::string text = say("{} layers × {} (attention)", count_text(s.layers), count_text(per_layer));
  if (counts.mlp > 0) {
    text += " + " + say("{} × {} × {} × {} (MLP)", count_text(s.layers - expert_layers(s)), std::to_string(mlp_matrices(s)),
                        count_text(s.hidden), count_text(s.ffn));
  }
  if (s.experts) {
    text += " + " + say("{} × ({} + {}) × 3 × {} × {} (experts) + {} (routers)", count_text(expert_layers(s)),
                        count_text(s.experts->experts), count_text(s.experts->shared_experts), count_text(s.hidden),
                        count_text(s.experts->expert_ffn), count_text(counts.router));
  }
  text += " + " + say("{} (tables)", count_text(s.vocab) + " × " + count_text(s.hidden) + (s.tied ? "" : " × 2"));
  const std::int64_t small = counts.norms + counts.biases + counts.positions + (s.head_bias ? s.vocab : 0);
  return text + " + " + say("{} (norms, biases, positions)", count_text(small));
}

std::vector<Term> count_terms(const ParamCounts& counts, std::int64_t routed) {
  std::vector<Term> terms;
  const auto add = [&](std::string name, std::int64_t value) {
    if (value > 0) terms.push_back({std::move(name), static_cast<double>(value), Unit::params});
  };
  add("attention", counts.attention);
  add("MLP", counts.mlp);
  add("experts", routed);
  add("shared experts", counts.shared_experts);
  add("routers", counts.router);
  add("embedding", counts.embedding);
  add("output head", counts.head);
  add("positions", counts.positions);
  add("norms", counts.norms);
  add("biases", counts.biases);
  return terms;
}

// Overflow is caught here: the count again in floating point, which cannot wrap around.
double rough_total(const ModelShape& s) {
  const auto f = [](std::int64_t value) { return static_cast<double>(value); };
  double layer = 4 * f(s.hidden) * f(std::max(s.heads, s.kv_heads)) * f(s.head_dim) + 3 * f(s.hidden) * f(s.ffn) +
                 f(s.hidden) * (2.0 * s.norms_per_layer + 4) + 4 * f(s.heads) * f(s.head_dim) + 3 * f(s.ffn);
  if (s.experts)
    layer +=
        (f(s.experts->experts) + f(s.experts->shared_experts) + 1) * 3 * f(s.hidden) * (f(s.experts->expert_ffn) + 1);
  if (s.latent) {
    const LatentShape& l = *s.latent;
    const double wide = f(s.heads) * (f(l.nope_dim) + f(l.rope_dim) + f(l.v_dim));
    layer += (f(s.hidden) + wide) * (f(l.q_rank.value_or(0)) + f(l.kv_rank) + f(l.rope_dim)) + 2 * wide * f(s.hidden);
  }
  return f(s.layers) * layer + (2 * f(s.vocab) + f(s.learned_positions)) * (f(s.hidden) + 1);
}

std::unexpected<Error> bad_shape(std::string_view what) {
  return fail(ErrorCode::out_of_range, say("This model's shape cannot exist: {}.", tr(what)));
}

Result<void> check_experts(const ModelShape& s) {
  const ExpertShape& e = *s.experts;
  for (const NamedSize& size : {NamedSize{"experts", e.experts}, NamedSize{"active_experts", e.active_experts},
                                NamedSize{"expert_ffn", e.expert_ffn}}) {
    if (size.value < 1 || size.value > kLargestSize)
      return bad_shape(say("give {} from 1 to 10⁹", size.name));
  }
  if (e.active_experts > e.experts) return bad_shape("give at most as many active_experts as experts");
  if (e.shared_experts < 0 || e.shared_experts > kLargestSize) return bad_shape("give shared_experts from 0 to 10⁹");
  if (e.dense_layers < 0 || e.dense_layers > s.layers)
    return bad_shape("give dense_layers from 0 to the number of layers");
  return {};
}

Result<void> check_latent(const LatentShape& l) {
  for (const NamedSize& size :
       {NamedSize{"kv_rank", l.kv_rank}, NamedSize{"rope_dim", l.rope_dim}, NamedSize{"nope_dim", l.nope_dim},
        NamedSize{"v_dim", l.v_dim}, NamedSize{"q_rank", l.q_rank.value_or(1)}}) {
    if (size.value < 1 || size.value > kLargestSize)
      return bad_shape(say("give {} from 1 to 10⁹", size.name));
  }
  return {};
}

}  // namespace

Result<void> check_shape(const ModelShape& s) {
  for (const NamedSize& size :
       {NamedSize{"layers", s.layers}, NamedSize{"hidden", s.hidden}, NamedSize{"heads", s.heads},
        NamedSize{"kv_heads", s.kv_heads}, NamedSize{"head_dim", s.head_dim}, NamedSize{"ffn", s.ffn},
        NamedSize{"vocab", s.vocab}}) {
    if (size.value < 1 || size.value > kLargestSize)
      return bad_shape(say("give {} from 1 to 10⁹", size.name));
  }
  if (s.heads % s.kv_heads != 0) return bad_shape("heads must be a multiple of kv_heads");
  if (s.norms_per_layer < 0 || s.norms_per_layer > 16) return bad_shape("give norms_per_layer from 0 to 16");
  if (s.learned_positions < 0 || s.learned_positions > kLargestSize)
    return bad_shape("give learned_positions from 0 to 10⁹");
  if (s.span != AttentionSpan::full && (s.window < 1 || s.window > kLargestSize))
    return bad_shape("give a window from 1 to 10⁹ tokens");
  if (s.span == AttentionSpan::mixed && (s.local_per_global < 1 || s.local_per_global > kLargestSize)) {
    return bad_shape("give local_per_global of at least 1");
  }
  if (s.experts) {
    if (auto ok = check_experts(s); !ok) return ok;
  }
  if (s.latent) {
    if (auto ok = check_latent(*s.latent); !ok) return ok;
  }
  if (!(rough_total(s) <= kLargestTotal))
    return bad_shape("it would have more than 10¹⁵ parameters, so make it smaller");
  return {};
}

Result<ParamCounts> count_params(const ModelShape& s) {
  if (auto ok = check_shape(s); !ok) return std::unexpected(ok.error());
  ParamCounts counts;
  counts.embedding = s.vocab * s.hidden;
  counts.head = (s.tied ? 0 : s.vocab * s.hidden) + (s.head_bias ? s.vocab : 0);
  counts.positions = s.learned_positions * s.hidden;
  counts.attention = s.layers * attention_params(s);
  counts.mlp = (s.layers - expert_layers(s)) * mlp_matrices(s) * s.hidden * s.ffn;
  counts.biases = s.layers * bias_params_per_layer(s);
  counts.norms = s.layers * norm_params_per_layer(s) + (s.embed_norm ? 2 : 1) * norm_params(s);
  if (s.experts) {
    const ExpertShape& e = *s.experts;
    const std::int64_t one_expert = 3 * s.hidden * e.expert_ffn;
    counts.experts = expert_layers(s) * e.experts * one_expert;
    counts.shared_experts = expert_layers(s) * e.shared_experts * one_expert;
    counts.router = expert_layers(s) * (s.hidden * e.experts + (e.router_bias ? e.experts : 0));
    counts.idle_experts = expert_layers(s) * (e.experts - e.active_experts) * one_expert;
  }
  return counts;
}

Result<ModelSize> model_size(const ModelShape& shape) {
  const auto counts = count_params(shape);
  if (!counts) return std::unexpected(counts.error());
  const Derivation derivation{
      "layers × (attention + MLP or experts + norms + biases) + embedding table + output head + positions",
      substituted(shape, *counts), "counted from the model's published configuration",
      "buffers that a file may hold and nobody trains"};
  ModelSize size;
  size.total = sum_of("model.params", "parameters", Unit::params, count_terms(*counts, counts->experts), derivation);
  size.active = sum_of("model.active_params", "parameters one token uses", Unit::params,
                       count_terms(*counts, counts->experts - counts->idle_experts), derivation);
  if (shape.experts) {
    size.active.formula = "all parameters − the experts a token does not visit";
    size.active.substituted = count_text(counts->total()) + " − " + count_text(counts->idle_experts);
  }
  return size;
}

Result<std::int64_t> multiplying_params(const ModelShape& shape) {
  const auto counts = count_params(shape);
  if (!counts) return std::unexpected(counts.error());
  return counts->active() - counts->positions - (shape.tied ? 0 : counts->embedding);
}

std::int64_t windowed_layers(const ModelShape& shape) {
  switch (shape.span) {
    case AttentionSpan::full:
      return 0;
    case AttentionSpan::all_local:
      return shape.layers;
    case AttentionSpan::mixed:
      return shape.layers - shape.layers / (shape.local_per_global + 1);
  }
  return 0;
}

// ---- LoRA --------------------------------------------------------------------------------------

std::span<const LoraTargetsInfo> lora_targets() {
  static constexpr std::array<LoraTargetsInfo, 3> kTargets{{
      {LoraTargets::qv, "qv", "query and value matrices"},
      {LoraTargets::qkvo, "qkvo", "all attention matrices"},
      {LoraTargets::all_linear, "all", "all matrices of the layers"},
  }};
  return kTargets;
}

Result<LoraTargets> find_lora_targets(std::string_view id) {
  for (const LoraTargetsInfo& info : lora_targets()) {
    if (info.id == id) return info.targets;
  }
  return fail(ErrorCode::unknown_name, say("There are no LoRA targets {}: choose qv, qkvo or all.", quoted(id)));
}

Result<std::int64_t> largest_matrix(const ModelShape& s) {
  if (auto ok = check_shape(s); !ok) return std::unexpected(ok.error());
  std::int64_t largest = s.vocab * s.hidden;
  for (const Matrix& matrix : attention_matrices(s)) largest = std::max(largest, matrix.size());
  if (expert_layers(s) < s.layers) largest = std::max(largest, s.hidden * s.ffn);
  if (s.experts) largest = std::max(largest, s.hidden * s.experts->expert_ffn);
  return largest;
}

Result<std::int64_t> lora_params(const ModelShape& s, double rank, LoraTargets targets) {
  if (auto ok = check_shape(s); !ok) return std::unexpected(ok.error());
  if (auto ok = check(kRankLimit, rank); !ok) return std::unexpected(ok.error());
  std::vector<Matrix> attention = attention_matrices(s);
  if (targets == LoraTargets::qv) {
    if (s.latent) {
      return fail(
          ErrorCode::not_available,
          "Latent attention has no separate query and value matrices: choose all attention matrices (qkvo) or all.");
    }
    attention = {attention[0], attention[2]};
  }
  std::int64_t sides = 0;  // Σ(in + out) over all layers
  for (const Matrix& matrix : attention) sides += s.layers * (matrix.in + matrix.out);
  if (targets == LoraTargets::all_linear) {
    sides += (s.layers - expert_layers(s)) * mlp_matrices(s) * (s.hidden + s.ffn);
    if (s.experts)
      sides +=
          expert_layers(s) * (s.experts->experts + s.experts->shared_experts) * 3 * (s.hidden + s.experts->expert_ffn);
  }
  return static_cast<std::int64_t>(rank) * sides;
}

}  // namespace lesson
