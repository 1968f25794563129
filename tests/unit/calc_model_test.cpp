#include <doctest/doctest.h>

#include <random>

#include "engine/calc/model.h"
#include "engine/catalog/catalog.h"
#include "expect.h"

using namespace lesson;
using lesson::test::agrees;
using lesson::test::agrees_exactly;
using lesson::test::got;
using lesson::test::number;

namespace {
const ModelShape& shape(const char* id) { return got(find_model(id))->shape; }
double total(const ModelShape& s) { return static_cast<double>(got(count_params(s)).total()); }
}  // namespace

// reference formulas 3.2 and assets/catalog/models.csv
TEST_CASE("model: all 44 counts equal the published ones to the last digit") {
  int compared = 0;
  for (const Model& model : models()) {
    const ParamCounts counts = got(count_params(model.shape));
    agrees_exactly(static_cast<double>(counts.total()), static_cast<double>(model.params), std::string(model.id));
    const std::int64_t active = model.active_params.value_or(model.params);
    agrees_exactly(static_cast<double>(counts.active()), static_cast<double>(active), std::string(model.id));
    ++compared;
  }
  CHECK(compared == 44);
}

// reference formulas 3.2 (traps) and 6
TEST_CASE("model: counts that public tables get wrong, reproduced") {
  // A file that stores a tied head twice.
  for (const auto& [id, file] : {std::pair{"falcon-7b", 7217189760.0}, std::pair{"falcon-40b", 41835970560.0},
                                 std::pair{"llama-3.2-1b", 1498482688.0}, std::pair{"llama-3.2-3b", 3606752256.0}}) {
    ModelShape untied = shape(id);
    untied.tied = false;
    agrees_exactly(total(untied), file, id);
  }
  // DeepSeek-V3 without the 14,848 router corrections.
  ModelShape deepseek = shape("deepseek-v3");
  deepseek.experts->router_bias = false;
  agrees_exactly(total(deepseek), 671026404352);
  agrees_exactly(static_cast<double>(got(count_params(deepseek)).active()), 37552282624);
  // 36.6 B active without the input embedding.
  agrees(static_cast<double>(got(multiplying_params(shape("deepseek-v3")))), 36.6e9, 0.05e9);
  // Multi-query Falcon-7B has one KV head.
  CHECK(shape("falcon-7b").kv_heads == 1);
}

// reference formulas 3.2 (traps): Llama-2-7B's file also stores the rotary frequencies, half a head size in each layer
TEST_CASE("model: a file with buffers, 6,738,417,664, and the parameters, 6,738,415,616") {
  const ModelShape& llama = shape("llama-2-7b");
  agrees_exactly(total(llama), 6738415616);
  agrees_exactly(total(llama) + static_cast<double>(llama.layers * llama.head_dim / 2), 6738417664);
}

// reference formulas 3.2 (traps): DeepSeek-V3's file holds a module that predicts one more token, and float8 scales
TEST_CASE("model: DeepSeek-V3's file of 684,531,386,000") {
  const ModelShape& deepseek = shape("deepseek-v3");
  ModelShape longer = deepseek;
  ++longer.layers;
  const double d = static_cast<double>(deepseek.hidden), table = d * static_cast<double>(deepseek.vocab);
  // One layer more, both tables again, a projection of 2d to d, three norms.
  const double module = total(longer) - total(deepseek) + 2 * table + 2 * d * d + 3 * d;
  // One scale for each block of 128 × 128 of the attention and MLP matrices.
  const double attention = 12 * 56 + 12 * 192 + 5 * 56 + 4 * 256 + 128 * 56, expert = 3 * 16 * 56, dense = 3 * 144 * 56;
  const double scales = 3 * (attention + dense) + (58 + 1) * (attention + 257 * expert);
  agrees_exactly(total(deepseek) + module + scales, 684531386000);
}

// reference formulas 6: Pythia, total = non-embedding + 2·V·d
TEST_CASE("model: Pythia's shapes") {
  struct Row {
    const char* name;
    std::int64_t layers, hidden, heads, vocab;
    double non_embedding, total;
  };
  const Row rows[] = {
      {"70M", 6, 512, 8, 50304, 18915328, 70426624},         {"160M", 12, 768, 12, 50304, 85056000, 162322944},
      {"410M", 24, 1024, 16, 50304, 302311424, 405334016},   {"1B", 16, 2048, 8, 50304, 805736448, 1011781632},
      {"1.4B", 24, 2048, 16, 50304, 1208602624, 1414647808}, {"2.8B", 32, 2560, 32, 50304, 2517652480, 2775208960},
      {"6.9B", 32, 4096, 32, 50432, 6444163072, 6857302016}, {"12B", 36, 5120, 40, 50688, 11327027200, 11846072320}};
  for (const Row& row : rows) {
    ModelShape s;
    s.layers = row.layers;
    s.hidden = row.hidden;
    s.heads = s.kv_heads = row.heads;
    s.head_dim = row.hidden / row.heads;
    s.ffn = 4 * row.hidden;
    s.vocab = row.vocab;
    s.mlp = MlpKind::plain;
    s.norm = NormKind::layer;
    s.biases = BiasKind::all;
    const ParamCounts counts = got(count_params(s));
    agrees_exactly(static_cast<double>(counts.total()), row.total, row.name);
    agrees_exactly(static_cast<double>(counts.total() - counts.embedding - counts.head), row.non_embedding, row.name);
  }
}

TEST_CASE("model: the terms of the derivation add up to the count") {
  for (const Model& model : models()) {
    const ModelSize size = got(model_size(model.shape));
    agrees_exactly(number(size.total), static_cast<double>(model.params), std::string(model.id));
    agrees_exactly(number(size.active), static_cast<double>(model.active_params.value_or(model.params)),
                   std::string(model.id));
    CHECK(number(size.active) <= number(size.total));
    CHECK(!size.total.substituted.empty());
  }
}

// reference formulas 3.3: a p:1 pattern has a global layer where (i+1) mod (p+1) = 0
TEST_CASE("model: windowed layers") {
  CHECK(windowed_layers(shape("gemma-3-27b-text")) == 52);
  CHECK(windowed_layers(shape("gemma-2-2b")) == 13);
  CHECK(windowed_layers(shape("mistral-7b-v0.1")) == 32);
  CHECK(windowed_layers(shape("llama-3-8b")) == 0);
  for (const Model& model : models()) {
    std::int64_t counted = 0;
    const ModelShape& s = model.shape;
    for (std::int64_t i = 0; i < s.layers; ++i) {
      const bool global =
          s.span == AttentionSpan::full || (s.span == AttentionSpan::mixed && (i + 1) % (s.local_per_global + 1) == 0);
      counted += !global;
    }
    CHECK(windowed_layers(s) == counted);
  }
}

// reference formulas 3.7
TEST_CASE("model: LoRA's parameters for Llama-2-7B") {
  const ModelShape& llama = shape("llama-2-7b");
  agrees_exactly(static_cast<double>(got(lora_params(llama, 8, LoraTargets::qv))), 4194304);
  agrees_exactly(static_cast<double>(got(lora_params(llama, 16, LoraTargets::qkvo))), 16777216);
  agrees_exactly(static_cast<double>(got(lora_params(llama, 16, LoraTargets::all_linear))), 39976960);
  agrees_exactly(static_cast<double>(got(lora_params(llama, 64, LoraTargets::all_linear))), 159907840);
  CHECK(lora_params(shape("deepseek-v3"), 8, LoraTargets::qv).error().code == ErrorCode::not_available);
  CHECK(got(lora_params(shape("deepseek-v3"), 8, LoraTargets::all_linear)) > 0);
  CHECK(!lora_params(llama, 0, LoraTargets::qv).has_value());
  CHECK(!lora_params(llama, 1.5, LoraTargets::qv).has_value());
  CHECK(got(find_lora_targets("qkvo")) == LoraTargets::qkvo);
  CHECK(!find_lora_targets("qk").has_value());
}

// reference formulas 3.7
TEST_CASE("model: weights that multiply") {
  agrees_exactly(static_cast<double>(got(multiplying_params(shape("llama-2-7b")))), 6607343616);
}

TEST_CASE("model: shapes that cannot exist are refused by the field's name, and nothing wraps around") {
  CHECK(check_shape(ModelShape{}).error().message == "This model's shape cannot exist: give layers from 1 to 10⁹.");
  ModelShape bad = shape("llama-3-8b");
  bad.kv_heads = 7;
  CHECK(check_shape(bad).error().message.find("kv_heads") != std::string::npos);
  bad = shape("llama-3-8b");
  bad.layers = bad.hidden = bad.ffn = 1'000'000'000;
  CHECK(count_params(bad).error().code == ErrorCode::out_of_range);
  bad = shape("mixtral-8x7b");
  bad.experts->active_experts = 9;
  CHECK(!count_params(bad).has_value());
  bad = shape("deepseek-v3");
  bad.latent->kv_rank = -1;
  CHECK(!count_params(bad).has_value());
  bad = shape("gemma-2-2b");
  bad.window = 0;
  CHECK(!check_shape(bad).has_value());
}

TEST_CASE("model: random shapes give counts that are positive and not less than the active ones") {
  std::mt19937_64 random(17);
  const auto pick = [&](std::int64_t low, std::int64_t high) {
    return low + static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(high - low + 1));
  };
  int counted = 0;
  for (int i = 0; i < 5000; ++i) {
    ModelShape s;
    s.layers = pick(1, 200);
    s.hidden = pick(1, 1 << (random() % 18));
    s.kv_heads = pick(1, 64);
    s.heads = s.kv_heads * pick(1, 16);
    s.head_dim = pick(1, 512);
    s.ffn = pick(1, 1 << (random() % 20));
    s.vocab = pick(1, 300000);
    s.tied = random() % 2;
    s.mlp = random() % 2 ? MlpKind::gated : MlpKind::plain;
    s.norm = random() % 2 ? NormKind::rms : NormKind::layer;
    s.qk_norm = random() % 2;
    s.biases = static_cast<BiasKind>(random() % 3);
    if (random() % 3 == 0) {
      const std::int64_t experts = pick(1, 512);
      s.experts =
          ExpertShape{experts, pick(1, experts), pick(1, 8192), pick(0, 4), pick(0, s.layers), random() % 2 == 0};
    }
    if (random() % 3 == 0)
      s.latent = LatentShape{pick(1, 4096), pick(1, 1024), pick(1, 128), pick(1, 256), pick(1, 256)};
    const auto counts = count_params(s);
    if (!counts) continue;
    ++counted;
    CHECK(counts->total() > 0);
    CHECK(counts->active() > 0);
    CHECK(counts->active() <= counts->total());
    CHECK(got(multiplying_params(s)) <= counts->active());
  }
  CHECK(counted > 4000);
}
