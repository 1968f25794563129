#include "app/json.h"

#include <doctest/doctest.h>

#include <limits>
#include <random>
#include <string>

#include "random_state.h"

using namespace lesson;

TEST_CASE("json: a result has the documented keys, and null with a reason for n/a") {
  const Quantity total = *evaluate_reference("train-memory.total", {});
  const Json json = to_json(total);
  for (const char* key :
       {"name", "label", "value", "unit", "text", "terms", "formula", "substituted", "source", "left_out"})
    CHECK_MESSAGE(json.contains(key), key);
  CHECK(json["value"] == 112e9);
  CHECK(json["unit"] == "B");
  CHECK(json["text"] == "112.0 GB");
  CHECK(json["terms"].size() == 4);
  CHECK_FALSE(json.contains("reason"));
  CHECK(to_json(total, ByteUnit::gib)["text"] == "104.3 GiB");

  const Json missing = to_json(*evaluate_reference("cost.time", {}));
  CHECK(missing["value"].is_null());
  CHECK(missing["reason"] == "not measured yet: press Run in the first lab");
  CHECK(missing["text"] == "n/a");
}

TEST_CASE("json: never NaN or infinity, and always valid UTF-8") {
  Quantity quantity;
  quantity.name = "a\xff";
  quantity.value = std::numeric_limits<double>::infinity();
  const std::string text = json_text(to_json(quantity));
  const Json back = Json::parse(text, nullptr, false);
  REQUIRE_FALSE(back.is_discarded());
  CHECK(back["value"].is_null());
  SetOutcome outcome = LessonState().set("cost.n", "\xc3\x28");
  CHECK_FALSE(Json::parse(json_text(to_json(outcome)), nullptr, false).is_discarded());
}

TEST_CASE("json: state round-trips for random states") {
  std::mt19937 random(7);
  for (int i = 0; i < 200; ++i) {
    const LessonState state = random_state(random);
    const Json json = Json::parse(json_text(state_json(state)), nullptr, false);
    REQUIRE_FALSE(json.is_discarded());
    LessonState back;
    for (const auto& [key, entry] : json.items()) {
      CHECK(back.set(key, entry["value"].get<std::string>()).note.empty());
    }
    for (const ParamSpec& spec : params()) {
      CAPTURE(spec.key);
      CHECK(back.text(spec) == state.text(spec));
      CHECK(json[std::string(spec.key)]["default"] == state.is_default(spec));
    }
  }
}

TEST_CASE("json: the page's description of the lesson") {
  const Json spec = spec_json({});
  CHECK(spec["sections"].size() == 8);
  CHECK(spec["params"].size() == params().size());
  CHECK(spec["results"].size() > 60);
  for (const Json& param : spec["params"]) {
    CAPTURE(param["key"].get<std::string>());
    CHECK((param["kind"] == "choice") == param.contains("choices"));
    CHECK((param["kind"] == "integer" || param["kind"] == "real") == param.contains("min"));
  }
}

TEST_CASE("json: the inputs of a document give the same state back, for random states") {
  std::mt19937 random(8);
  std::vector<const ParamSpec*> all;
  for (const ParamSpec& spec : params()) all.push_back(&spec);
  for (int i = 0; i < 500; ++i) {
    const LessonState state = random_state(random);
    const Json inputs = Json::parse(json_text(inputs_json(state, all)), nullptr, false);
    LessonState opened;
    for (const auto& [key, value] : inputs.items()) {
      CAPTURE(key);
      const SetOutcome outcome = opened.set(key, value.is_string() ? value.get<std::string>() : json_text(value));
      CHECK_MESSAGE(outcome.note.empty(), outcome.note);
      CHECK(opened.text(*find_param(key)) == state.text(*find_param(key)));
    }
  }
}
