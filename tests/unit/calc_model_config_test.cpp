#include <doctest/doctest.h>

#include <string>
#include <utility>
#include <vector>

#include "engine/calc/model.h"
#include "engine/calc/model_config.h"
#include "engine/catalog/catalog.h"
#include "expect.h"

using namespace lesson;
using lesson::test::agrees_exactly;
using lesson::test::got;

namespace {

using Fields = std::vector<ConfigField>;

struct PublishedConfig {
  const char* id;  // of the catalogue
  Fields fields;   // what the model's config.json says, as far as it bears on the shape
};

// Each config.json as published on huggingface.co, in its own field names.
const std::vector<PublishedConfig>& configs() {
  static const std::vector<PublishedConfig> kConfigs{
      {"gpt2",
       {{"model_type", "gpt2"},
        {"n_layer", "12"},
        {"n_embd", "768"},
        {"n_head", "12"},
        {"vocab_size", "50257"},
        {"n_positions", "1024"},
        {"activation_function", "gelu_new"}}},
      {"llama-3-8b",
       {{"model_type", "llama"},
        {"num_hidden_layers", "32"},
        {"hidden_size", "4096"},
        {"num_attention_heads", "32"},
        {"num_key_value_heads", "8"},
        {"intermediate_size", "14336"},
        {"vocab_size", "128256"},
        {"tie_word_embeddings", "false"},
        {"attention_bias", "false"},
        {"hidden_act", "silu"}}},
      {"llama-3.2-1b",
       {{"model_type", "llama"},
        {"num_hidden_layers", "16"},
        {"hidden_size", "2048"},
        {"num_attention_heads", "32"},
        {"num_key_value_heads", "8"},
        {"head_dim", "64"},
        {"intermediate_size", "8192"},
        {"vocab_size", "128256"},
        {"tie_word_embeddings", "true"}}},
      {"mistral-7b-v0.1",
       {{"model_type", "mistral"},
        {"num_hidden_layers", "32"},
        {"hidden_size", "4096"},
        {"num_attention_heads", "32"},
        {"num_key_value_heads", "8"},
        {"intermediate_size", "14336"},
        {"vocab_size", "32000"},
        {"sliding_window", "4096"},
        {"tie_word_embeddings", "false"}}},
      {"mixtral-8x7b",
       {{"model_type", "mixtral"},
        {"num_hidden_layers", "32"},
        {"hidden_size", "4096"},
        {"num_attention_heads", "32"},
        {"num_key_value_heads", "8"},
        {"intermediate_size", "14336"},
        {"vocab_size", "32000"},
        {"num_local_experts", "8"},
        {"num_experts_per_tok", "2"},
        {"sliding_window", "null"},
        {"tie_word_embeddings", "false"}}},
      {"qwen2.5-7b",
       {{"model_type", "qwen2"},
        {"num_hidden_layers", "28"},
        {"hidden_size", "3584"},
        {"num_attention_heads", "28"},
        {"num_key_value_heads", "4"},
        {"intermediate_size", "18944"},
        {"vocab_size", "152064"},
        {"sliding_window", "131072"},
        {"use_sliding_window", "false"},
        {"tie_word_embeddings", "false"}}},
      {"qwen3-0.6b",
       {{"model_type", "qwen3"},
        {"num_hidden_layers", "28"},
        {"hidden_size", "1024"},
        {"num_attention_heads", "16"},
        {"num_key_value_heads", "8"},
        {"head_dim", "128"},
        {"intermediate_size", "3072"},
        {"vocab_size", "151936"},
        {"tie_word_embeddings", "true"}}},
      {"gemma-2-2b",
       {{"model_type", "gemma2"},
        {"num_hidden_layers", "26"},
        {"hidden_size", "2304"},
        {"num_attention_heads", "8"},
        {"num_key_value_heads", "4"},
        {"head_dim", "256"},
        {"intermediate_size", "9216"},
        {"vocab_size", "256000"},
        {"sliding_window", "4096"}}},
      {"gemma-3-27b-text",
       {{"model_type", "gemma3"},
        {"text_config.model_type", "gemma3_text"},
        {"text_config.num_hidden_layers", "62"},
        {"text_config.hidden_size", "5376"},
        {"text_config.num_attention_heads", "32"},
        {"text_config.num_key_value_heads", "16"},
        {"text_config.head_dim", "128"},
        {"text_config.intermediate_size", "21504"},
        {"text_config.sliding_window", "1024"},
        {"text_config.vocab_size", "262208"},
        {"vision_config.hidden_size", "1152"},
        {"vision_config.num_hidden_layers", "27"}}},
      {"phi-2",
       {{"model_type", "phi"},
        {"num_hidden_layers", "32"},
        {"hidden_size", "2560"},
        {"num_attention_heads", "32"},
        {"num_key_value_heads", "32"},
        {"intermediate_size", "10240"},
        {"vocab_size", "51200"},
        {"tie_word_embeddings", "false"}}},
      {"falcon-7b",
       {{"model_type", "falcon"},
        {"num_hidden_layers", "32"},
        {"hidden_size", "4544"},
        {"num_attention_heads", "71"},
        {"multi_query", "true"},
        {"parallel_attn", "true"},
        {"new_decoder_architecture", "false"},
        {"bias", "false"},
        {"vocab_size", "65024"}}},
      {"falcon-40b",
       {{"model_type", "falcon"},
        {"num_hidden_layers", "60"},
        {"hidden_size", "8192"},
        {"num_attention_heads", "128"},
        {"num_kv_heads", "8"},
        {"multi_query", "true"},
        {"parallel_attn", "true"},
        {"new_decoder_architecture", "true"},
        {"bias", "false"},
        {"vocab_size", "65024"}}},
      {"bloom-176b",
       {{"model_type", "bloom"},
        {"n_layer", "70"},
        {"hidden_size", "14336"},
        {"n_head", "112"},
        {"vocab_size", "250880"}}},
      {"deepseek-v3",
       {{"model_type", "deepseek_v3"},
        {"num_hidden_layers", "61"},
        {"hidden_size", "7168"},
        {"num_attention_heads", "128"},
        {"num_key_value_heads", "128"},
        {"intermediate_size", "18432"},
        {"vocab_size", "129280"},
        {"n_routed_experts", "256"},
        {"num_experts_per_tok", "8"},
        {"moe_intermediate_size", "2048"},
        {"n_shared_experts", "1"},
        {"first_k_dense_replace", "3"},
        {"topk_method", "noaux_tc"},
        {"q_lora_rank", "1536"},
        {"kv_lora_rank", "512"},
        {"qk_rope_head_dim", "64"},
        {"qk_nope_head_dim", "128"},
        {"v_head_dim", "128"},
        {"tie_word_embeddings", "false"}}},
  };
  return kConfigs;
}

bool mentions(const std::vector<std::string>& sentences, const std::string& text) {
  for (const std::string& sentence : sentences) {
    if (sentence.find(text) != std::string::npos) return true;
  }
  return false;
}

}  // namespace

TEST_CASE("config: published files give the catalogue's counts to the last digit") {
  for (const PublishedConfig& config : configs()) {
    const Model& model = *got(find_model(config.id));
    const ConfigShape read = got(shape_from_config(config.fields));
    const ParamCounts counts = got(count_params(read.shape));
    agrees_exactly(static_cast<double>(counts.total()), static_cast<double>(model.params), config.id);
    agrees_exactly(static_cast<double>(counts.active()),
                   static_cast<double>(model.active_params.value_or(model.params)), config.id);
    CHECK_MESSAGE(windowed_layers(read.shape) == windowed_layers(model.shape), config.id);
  }
}

TEST_CASE("config: what is not in the file is said") {
  const ConfigShape gpt2 = got(shape_from_config(configs()[0].fields));
  CHECK(mentions(gpt2.assumed, "intermediate_size is not in the file: 4 × hidden_size = 3,072."));
  CHECK(mentions(gpt2.assumed, "head_dim is not in the file"));
  CHECK(mentions(gpt2.assumed, "tie_word_embeddings is not in the file"));
  CHECK(gpt2.unused == std::vector<std::string>{"activation_function"});
  const ConfigShape llama = got(shape_from_config(configs()[2].fields));
  CHECK(llama.assumed.empty());
  const ConfigShape gemma = got(shape_from_config(configs()[8].fields));
  CHECK(gemma.family == "gemma3_text");
  CHECK(mentions(gemma.assumed, "sliding_window_pattern"));
  CHECK(mentions(gemma.unused, "vision_config.hidden_size"));
}

TEST_CASE("config: an unknown family is said, not guessed silently") {
  Fields fields = configs()[1].fields;
  fields[0].value = "marvelous";
  CHECK(mentions(got(shape_from_config(fields)).assumed, "\"marvelous\" is not known here"));
  fields.erase(fields.begin());
  CHECK(mentions(got(shape_from_config(fields)).assumed, "model_type is not in the file"));
}

TEST_CASE("config: missing, wrong and impossible fields are named") {
  CHECK(shape_from_config({}).error().message == "In this config.json, \"num_hidden_layers\" is missing: add it.");
  const auto changed = [](const char* name, const char* value) {
    Fields fields = configs()[1].fields;
    for (ConfigField& field : fields) {
      if (field.name == name) field.value = value;
    }
    return shape_from_config(fields);
  };
  for (const char* wrong : {"many", "1.5", "-4", "99999999999999999999", "1e3", ""}) {
    const auto shape = changed("hidden_size", wrong);
    CHECK(!shape.has_value());
    if (!shape) CHECK(shape.error().message.find("hidden_size") != std::string::npos);
  }
  CHECK(changed("num_key_value_heads", "7").error().message.find("kv_heads") != std::string::npos);
  CHECK(changed("num_attention_heads", "0").error().code == ErrorCode::out_of_range);
  CHECK(!changed("vocab_size", "null").has_value());
  CHECK(changed("hidden_size", "1000000000").error().code == ErrorCode::out_of_range);
}
