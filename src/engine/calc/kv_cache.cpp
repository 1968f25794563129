#include "engine/calc/kv_cache.h"

#include <algorithm>

#include "engine/base/format.h"
#include "engine/base/language.h"
#include "engine/calc/explain.h"
#include "engine/calc/limits.h"
#include "engine/calc/model.h"

namespace lesson {
namespace {

double as_double(std::int64_t value) { return static_cast<double>(value); }

// Numbers that one layer keeps for one token.
double values_per_layer_token(const ModelShape& s) {
  return s.latent ? as_double(s.latent->kv_rank + s.latent->rope_dim)
                  : 2 * as_double(s.kv_heads) * as_double(s.head_dim);
}

std::string per_layer_words(const ModelShape& s) {
  if (s.latent)
    return "(" + format_math(as_double(s.latent->kv_rank)) + " + " + format_math(as_double(s.latent->rope_dim)) + ")";
  return "2 × " + format_math(as_double(s.kv_heads)) + " × " + format_math(as_double(s.head_dim));
}

struct Tokens {
  double full_layers, windowed_layers, full, windowed;  // layers of each kind and tokens one of them keeps
};

Tokens kept_tokens(const ModelShape& s, double context_tokens) {
  const double windowed = as_double(windowed_layers(s));
  return {as_double(s.layers) - windowed, windowed, context_tokens, std::min(context_tokens, as_double(s.window))};
}

std::string layer_words(const Tokens& tokens) {
  if (tokens.windowed_layers == 0) return format_math(tokens.full_layers) + " × " + format_math(tokens.full);
  return "(" + format_math(tokens.full_layers) + " × " + format_math(tokens.full) + " + " +
         format_math(tokens.windowed_layers) + " × " + format_math(tokens.windowed) + ")";
}

}  // namespace

double seen_layer_tokens(const ModelShape& shape, double context_tokens) {
  const Tokens tokens = kept_tokens(shape, context_tokens);
  return tokens.full_layers * tokens.full + tokens.windowed_layers * tokens.windowed;
}

double kv_values_per_token(const ModelShape& shape) { return as_double(shape.layers) * values_per_layer_token(shape); }

double kv_values(const ModelShape& shape, double context_tokens, double batch) {
  return values_per_layer_token(shape) * seen_layer_tokens(shape, context_tokens) * batch;
}

double kv_values_without_windows(const ModelShape& shape, double context_tokens, double batch) {
  return kv_values_per_token(shape) * context_tokens * batch;
}

Result<Quantity> kv_cache(const ModelShape& shape, const NumberFormat& format, double context_tokens, double batch,
                          std::string name) {
  if (auto ok = check_shape(shape); !ok) return std::unexpected(ok.error());
  if (auto ok = check(kContextLimit, context_tokens); !ok) return std::unexpected(ok.error());
  if (auto ok = check(kBatchLimit, batch); !ok) return std::unexpected(ok.error());
  const double bytes_per_value = format.bytes_per_value();
  const Tokens tokens = kept_tokens(shape, context_tokens);
  const double scale = values_per_layer_token(shape) * batch * bytes_per_value;

  std::vector<Term> terms;
  if (tokens.windowed_layers > 0) {
    terms.push_back({"layers that see a window", scale * tokens.windowed_layers * tokens.windowed, Unit::bytes});
    terms.push_back({"layers that see everything", scale * tokens.full_layers * tokens.full, Unit::bytes});
  } else if (shape.latent) {
    terms.push_back({"compressed keys and values", scale * tokens.full_layers * tokens.full, Unit::bytes});
  } else {
    terms.push_back({"keys", scale / 2 * tokens.full_layers * tokens.full, Unit::bytes});
    terms.push_back({"values", scale / 2 * tokens.full_layers * tokens.full, Unit::bytes});
  }
  const std::string_view layers =
      tokens.windowed_layers > 0 ? "(full layers × tokens + windowed layers × min(tokens, window))" : "layers × tokens";
  const std::string_view each = shape.latent ? "(latent size + rope size)" : "2 × KV heads × head size";
  const std::string batch_words = batch == 1 ? "" : " × " + format_math(batch);
  return sum_of(std::move(name), "attention (KV) cache", Unit::bytes, std::move(terms),
                {say("{} × {} × sequences × bytes per number", tr(each), tr(layers)),
                 say("{} × {} bytes", per_layer_words(shape) + " × " + layer_words(tokens) + batch_words,
                     format_math(bytes_per_value)),
                 shape.latent ? "arXiv 2405.04434" : "jax-ml/scaling-book, inference.md",
                 "memory lost to paging and to sequences that stop early"});
}

}  // namespace lesson
