// The attention (KV) cache: what a running model keeps for every token it has seen.
//   ordinary  2·L·KV·hd·T·B·bytes: a key and a value for each layer and KV head (MHA, GQA and MQA differ only in KV)
//   windowed  a windowed layer keeps min(T, window) tokens
//   latent    L·(kv_rank + rope_dim)·T·B·bytes
// Source: jax-ml/scaling-book, inference.md; arXiv 2405.04434 for the latent form.
#pragma once

#include <string>

#include "engine/base/quantity.h"
#include "engine/base/result.h"
#include "engine/catalog/model_shape.h"
#include "engine/numeric/format_table.h"

namespace lesson {

// Tokens that the layers see, summed over layers: layers × context unless some have a window.
double seen_layer_tokens(const ModelShape& shape, double context_tokens);

// Numbers kept for one more token while no window is full; DeepSeek-V3: 61 · 576.
double kv_values_per_token(const ModelShape& shape);

// Numbers kept for `context_tokens` tokens of `batch` sequences, windows respected. Multiply by bytes per number.
double kv_values(const ModelShape& shape, double context_tokens, double batch);

// The same with every layer seeing everything: what a calculator that forgets windows says.
double kv_values_without_windows(const ModelShape& shape, double context_tokens, double batch);

// As a quantity with its derivation. `name` is the caller's: "run-memory.kv_cache".
Result<Quantity> kv_cache(const ModelShape& shape, const NumberFormat& format, double context_tokens, double batch,
                          std::string name);

}  // namespace lesson
