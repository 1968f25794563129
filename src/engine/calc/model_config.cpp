#include "engine/calc/model_config.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <initializer_list>
#include <optional>
#include <utility>

#include "engine/base/format.h"
#include "engine/base/language.h"
#include "engine/calc/model.h"

namespace lesson {
namespace {

// What the files of a family leave out, because transformers' code fixes it. Source: huggingface/transformers,
// modeling_*.py.
struct Family {
  std::string_view type;
  MlpKind mlp;
  NormKind norm;
  int norms_per_layer;
  bool qk_norm;
  BiasKind biases;
  bool tied;  // when the file does not say
  bool head_bias = false;
  bool embed_norm = false;
  std::int64_t local_per_global = 0;  // with a window: this many windowed layers before each full one; 0 = all have it
};
constexpr auto kGated = MlpKind::gated;
constexpr auto kPlain = MlpKind::plain;
constexpr auto kRms = NormKind::rms;
constexpr auto kLayer = NormKind::layer;
constexpr auto kNone = BiasKind::none;
constexpr auto kQkv = BiasKind::qkv;
constexpr auto kAll = BiasKind::all;
constexpr std::array<Family, 20> kFamilies{{
    {"llama", kGated, kRms, 2, false, kNone, false},
    {"mistral", kGated, kRms, 2, false, kNone, false},
    {"mixtral", kGated, kRms, 2, false, kNone, false},
    {"qwen2", kGated, kRms, 2, false, kQkv, false},
    {"qwen2_moe", kGated, kRms, 2, false, kQkv, false},
    {"qwen3", kGated, kRms, 2, true, kNone, false},
    {"qwen3_moe", kGated, kRms, 2, true, kNone, false},
    {"gemma", kGated, kRms, 2, false, kNone, true},
    {"gemma2", kGated, kRms, 4, false, kNone, true, false, false, 1},
    {"gemma3", kGated, kRms, 4, true, kNone, true, false, false, 5},
    {"gemma3_text", kGated, kRms, 4, true, kNone, true, false, false, 5},
    {"phi3", kGated, kRms, 2, false, kNone, false},
    {"smollm3", kGated, kRms, 2, false, kNone, true},
    {"deepseek_v2", kGated, kRms, 2, false, kNone, false},
    {"deepseek_v3", kGated, kRms, 2, false, kNone, false},
    {"gpt2", kPlain, kLayer, 2, false, kAll, true},
    {"gpt_neox", kPlain, kLayer, 2, false, kAll, false},
    {"phi", kPlain, kLayer, 1, false, kAll, false, true},
    {"falcon", kPlain, kLayer, 1, false, kNone, true},
    {"bloom", kPlain, kLayer, 2, false, kAll, true, false, true},
}};

constexpr std::int64_t kLargest = 1'000'000'000;

using Names = std::initializer_list<std::string_view>;

// Reads fields by any of their names, remembers what was read, collects sentences about what was not there.
class Reader {
 public:
  explicit Reader(std::span<const ConfigField> fields) : fields_(fields), used_(fields.size(), false) {
    const bool nested = std::any_of(fields.begin(), fields.end(),
                                    [](const ConfigField& f) { return f.name.starts_with("text_config."); });
    if (nested) prefix_ = "text_config.";
  }

  // The text of the first of these fields that is there and not null. The text model's own come before the outer ones.
  std::optional<std::string_view> text(Names names) {
    for (const std::string& prefix : {prefix_, std::string()}) {
      for (const std::string_view name : names) {
        for (std::size_t i = 0; i < fields_.size(); ++i) {
          if (fields_[i].name != prefix + std::string(name)) continue;
          used_[i] = true;
          if (fields_[i].value != "null" && !fields_[i].value.empty()) return fields_[i].value;
        }
      }
    }
    return std::nullopt;
  }

  std::optional<std::int64_t> whole(Names names) {
    const auto value = text(names);
    if (!value) return std::nullopt;
    std::int64_t number = 0;
    const auto parsed = std::from_chars(value->data(), value->data() + value->size(), number);
    const bool readable = parsed.ec == std::errc() && parsed.ptr == value->data() + value->size();
    if (!readable || number < 0 || number > kLargest) {
      complain(say("\"{}\" is {}, which is no whole number from 0 to 10⁹: correct it", *names.begin(), quoted(*value)));
      return std::nullopt;
    }
    return number;
  }

  // A field the shape cannot do without.
  std::int64_t needed(Names names) {
    const auto value = whole(names);
    if (!value) complain(say("\"{}\" is missing: add it", *names.begin()));
    return value.value_or(0);
  }

  std::int64_t or_assume(Names names, std::int64_t value, std::string_view where_from) {
    if (const auto found = whole(names)) return *found;
    assume(*names.begin(), std::string(tr(where_from)) + " = " + format_grouped(static_cast<double>(value)));
    return value;
  }

  std::optional<bool> yes(Names names) {
    const auto value = text(names);
    return value ? std::optional(*value == "true" || *value == "True") : std::nullopt;
  }

  void assume(std::string_view name, std::string_view what) {
    assumed_.push_back(say("{} is not in the file: {}.", name, tr(what)));
  }
  void remark(std::string_view sentence) { assumed_.emplace_back(tr(sentence)); }
  void complain(std::string what) {
    if (problem_.empty()) problem_ = std::move(what);
  }

  const std::string& problem() const { return problem_; }
  std::vector<std::string> take_assumed() { return std::move(assumed_); }
  std::vector<std::string> unused() const {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < fields_.size(); ++i) {
      if (!used_[i]) names.push_back(fields_[i].name);
    }
    return names;
  }

 private:
  std::span<const ConfigField> fields_;
  std::vector<bool> used_;
  std::string prefix_, problem_;
  std::vector<std::string> assumed_;
};

Family family_of(Reader& reader, std::string& name) {
  name = std::string(reader.text({"model_type"}).value_or(""));
  for (const Family& family : kFamilies) {
    if (family.type == name) return family;
  }
  reader.remark(say("{}: a gated MLP, two norms a layer without bias, and no biases are assumed, as in Llama.",
                    name.empty() ? std::string(tr("model_type is not in the file"))
                                 : say("model_type {} is not known here", quoted(name))));
  return kFamilies[0];
}

void read_sizes(Reader& reader, ModelShape& s) {
  s.layers = reader.needed({"num_hidden_layers", "n_layer", "num_layers"});
  s.hidden = reader.needed({"hidden_size", "n_embd", "d_model"});
  s.heads = reader.needed({"num_attention_heads", "n_head"});
  s.vocab = reader.needed({"vocab_size"});
  s.ffn =
      reader.or_assume({"intermediate_size", "n_inner", "ffn_hidden_size", "ffn_dim"}, 4 * s.hidden, "4 × hidden_size");
}

void read_heads(Reader& reader, ModelShape& s) {
  const bool new_falcon = reader.yes({"new_decoder_architecture"}).value_or(false);
  if (reader.yes({"multi_query"}).value_or(false) && !new_falcon) {
    s.kv_heads = 1;
  } else {
    s.kv_heads = reader.or_assume({"num_key_value_heads", "num_kv_heads"}, s.heads, "one for each attention head");
  }
  if (s.heads > 0) s.head_dim = reader.or_assume({"head_dim"}, s.hidden / s.heads, "hidden_size / num_attention_heads");
}

void read_family(Reader& reader, const Family& family, ModelShape& s) {
  s.mlp = family.mlp;
  s.norm = family.norm;
  s.qk_norm = family.qk_norm;
  s.biases = family.biases;
  s.head_bias = family.head_bias;
  s.embed_norm = family.embed_norm;
  s.norms_per_layer = family.norms_per_layer;
  if (family.type == "falcon" &&
      (reader.yes({"new_decoder_architecture"}).value_or(false) || !reader.yes({"parallel_attn"}).value_or(true)))
    s.norms_per_layer = 2;
  if (reader.yes({"bias"}).value_or(false) || reader.yes({"mlp_bias"}).value_or(false)) s.biases = BiasKind::all;
  if (reader.yes({"attention_bias"}).value_or(false) && s.biases == BiasKind::none) {
    s.biases = BiasKind::qkv;
    reader.remark(
        "attention_bias: counted for queries, keys and values; a bias on the output, if there is one, is left out.");
  }
  const auto tied = reader.yes({"tie_word_embeddings"});
  s.tied = tied.value_or(family.tied);
  if (!tied)
    reader.assume("tie_word_embeddings",
                  family.tied ? "the family's own default, true" : "the family's own default, false");
  if (family.type == "gpt2") s.learned_positions = reader.needed({"n_positions", "max_position_embeddings"});
}

void read_window(Reader& reader, const Family& family, ModelShape& s) {
  const auto window = reader.whole({"sliding_window"});
  if (!window || reader.yes({"use_sliding_window"}) == false) return;
  s.window = *window;
  const auto pattern =
      reader.whole({"sliding_window_pattern", "_sliding_window_pattern"});  // Gemma 3: every 6th layer is full
  s.local_per_global = pattern ? *pattern - 1 : family.local_per_global;
  s.span = s.local_per_global > 0 ? AttentionSpan::mixed : AttentionSpan::all_local;
  if (!pattern && family.local_per_global > 0) {
    reader.assume("sliding_window_pattern", say("the family's own, {} windowed layers before each full one",
                                                std::to_string(family.local_per_global)));
  }
}

void read_experts(Reader& reader, ModelShape& s) {
  const auto experts = reader.whole({"n_routed_experts", "num_local_experts", "num_experts"});
  if (!experts || *experts == 0) return;
  ExpertShape e;
  e.experts = *experts;
  e.active_experts = reader.needed({"num_experts_per_tok"});
  e.expert_ffn = reader.or_assume({"moe_intermediate_size"}, s.ffn, "intermediate_size");
  e.shared_experts = reader.whole({"n_shared_experts"}).value_or(0);
  e.dense_layers = reader.whole({"first_k_dense_replace"}).value_or(0);
  e.router_bias = reader.text({"topk_method"}) == "noaux_tc";
  if (const auto shared = reader.whole({"shared_expert_intermediate_size"}); shared && *shared > 0) {
    reader.remark("shared_expert_intermediate_size: a shared expert of another size is not counted.");
  }
  s.experts = e;
}

void read_latent(Reader& reader, ModelShape& s) {
  const auto kv_rank = reader.whole({"kv_lora_rank"});
  if (!kv_rank) return;
  LatentShape l;
  l.q_rank = reader.whole({"q_lora_rank"});
  l.kv_rank = *kv_rank;
  l.rope_dim = reader.needed({"qk_rope_head_dim"});
  l.nope_dim = reader.needed({"qk_nope_head_dim"});
  l.v_dim = reader.needed({"v_head_dim"});
  s.latent = l;
}

}  // namespace

Result<ConfigShape> shape_from_config(std::span<const ConfigField> fields) {
  Reader reader(fields);
  ConfigShape result;
  const Family family = family_of(reader, result.family);
  ModelShape& shape = result.shape;
  read_sizes(reader, shape);
  read_heads(reader, shape);
  read_family(reader, family, shape);
  read_window(reader, family, shape);
  read_experts(reader, shape);
  read_latent(reader, shape);
  if (!reader.problem().empty()) return fail(ErrorCode::bad_format, say("In this config.json, {}.", reader.problem()));
  if (auto ok = check_shape(shape); !ok) return std::unexpected(ok.error());
  result.assumed = reader.take_assumed();
  result.unused = reader.unused();
  return result;
}

}  // namespace lesson
