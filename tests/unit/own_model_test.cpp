// A config.json as text, the shape as a word in links, and the document of a section.
#include <doctest/doctest.h>

#include <random>
#include <string>

#include "app/config_json.h"
#include "app/document.h"
#include "engine/calc/model.h"
#include "engine/calc/shape_text.h"
#include "engine/catalog/catalog.h"
#include "engine/lesson/results.h"

using namespace lesson;

namespace {

bool mentions(const std::vector<std::string>& notes, std::string_view words) {
  for (const std::string& note : notes)
    if (note.find(words) != std::string::npos) return true;
  return false;
}

}  // namespace

TEST_CASE("shape text: every model of the catalogue comes back as it was") {
  for (const Model& model : models()) {
    CAPTURE(model.id);
    const std::string text = shape_text(model.shape);
    CHECK(text.find_first_not_of("abcdefghijklmnopqrstuvwxyz_0123456789.-") == std::string::npos);
    const auto shape = parse_shape(text);
    REQUIRE(shape.has_value());
    CHECK(shape_text(*shape) == text);
    CHECK(count_params(*shape)->total() == model.params);
  }
}

TEST_CASE("shape text: what cannot be read says where") {
  for (const char* text :
       {"layers", "layers-x", "layers--1", "layer-3", "layers-99999999999", "tied-2", "", "layers-3"}) {
    CAPTURE(text);
    const auto shape = parse_shape(text);
    REQUIRE_FALSE(shape.has_value());
    CHECK(shape.error().message.ends_with('.'));
  }
  std::mt19937 random(3);
  const std::string alphabet = "layersheadvocb-._0123456789\xff";
  for (int i = 0; i < 20000; ++i) {
    std::string text = i % 2 == 0 ? "" : shape_text(models()[random() % models().size()].shape);
    for (std::size_t n = random() % 20; n > 0; --n)
      text.insert(text.begin() + static_cast<std::ptrdiff_t>(random() % (text.size() + 1)),
                  alphabet[random() % alphabet.size()]);
    if (const auto shape = parse_shape(text)) CHECK(count_params(*shape).has_value());
  }
}

TEST_CASE("own model: a config.json, with what is missing and what was not needed") {
  const auto own = own_model_from_json(R"({"model_type": "llama", "num_hidden_layers": 32, "hidden_size": 4096,
    "num_attention_heads": 32, "num_key_value_heads": 8, "intermediate_size": 14336, "vocab_size": 128256,
    "rope_scaling": {"type": "linear"}, "architectures": ["LlamaForCausalLM"]})");
  REQUIRE(own.has_value());
  CHECK(mentions(own->notes, "8,030,261,248 parameters"));
  CHECK(mentions(own->notes, "head_dim is not in the file"));
  CHECK(mentions(own->notes, "tie_word_embeddings is not in the file"));
  CHECK(mentions(own->notes, "not needed: rope_scaling.type, architectures"));
  LessonState state;
  CHECK(state.set("page.config", own->config).changed);
  CHECK(state.set("run-memory.model", "own").changed);
  CHECK(*find_result(all_results(state.inputs, {}), "run-memory.params")->value == 8030261248);
}

TEST_CASE("own model: what is no config.json gets one sentence") {
  for (const char* text :
       {"", "hello", "[1, 2]", "{\"num_hidden_layers\": 32}", "{\"num_hidden_layers\": ", "null",
        R"({"num_hidden_layers": 1e99, "hidden_size": 1, "num_attention_heads": 1, "vocab_size": 1})",
        R"({"num_hidden_layers": "32", "hidden_size": 0, "num_attention_heads": 3, "vocab_size": 7})"}) {
    CAPTURE(text);
    const auto own = own_model_from_json(text);
    REQUIRE_FALSE(own.has_value());
    CHECK(own.error().message.ends_with('.'));
  }
  CHECK_FALSE(own_model_from_json(std::string(2 << 20, ' ')).has_value());
  // The file's own broken text never does harm.
  std::mt19937 random(4);
  const std::string good =
      R"({"text_config": {"num_hidden_layers": 3, "hidden_size": 64}, "vocab_size": 99, "n_head": 4})";
  for (int i = 0; i < 20000; ++i) {
    std::string text = good;
    for (std::size_t n = 1 + random() % 6; n > 0; --n) text[random() % text.size()] = static_cast<char>(random() % 256);
    if (const auto own = own_model_from_json(text)) CHECK(parse_shape(own->config).has_value());
  }
}

TEST_CASE("own model: chosen without one, the section says what to do") {
  LessonState state;
  state.set("run-memory.model", "own");
  const auto results = section_results(state.inputs, {}, "run-memory");
  CHECK_FALSE(find_result(results, "run-memory.total")->value.has_value());
  CHECK(find_result(results, "run-memory.total")->reason.find("config.json") != std::string::npos);
}

TEST_CASE("document: a section as JSON and as a table with a row for each input, result and term") {
  LessonState state;
  state.set("run-memory.params", "13e9");
  const Json document = section_document(state, {}, "run-memory");
  CHECK(document["command"] == "run-memory");
  CHECK(document["inputs"]["run-memory.params"] == 13000000000);
  const std::string table = document_csv(document);
  std::size_t lines = 0, wanted = 1 + document["inputs"].size();
  for (const Json& result : document["results"]) wanted += 1 + result["terms"].size();
  for (const char c : table) lines += c == '\n';
  CHECK(lines == wanted);
  CHECK(table.starts_with("kind,name,label,value,unit,text,formula,substituted,source,left_out,note\r\n"));
  CHECK(table.find("\"result\",\"run-memory.total\",\"to run it\",26000000000.0,\"B\",\"26.0 GB\"") !=
        std::string::npos);
  CHECK(table.find("\"input\",\"run-memory.params\",,13000000000,") != std::string::npos);
}
