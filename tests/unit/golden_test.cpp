// The scenarios of tests/golden/scenarios.json, which page and command line run too. Where each number is from stands
// there.
#include <doctest/doctest.h>

#include <cmath>
#include <fstream>
#include <string>

#include "app/config_json.h"
#include "app/json.h"
#include "engine/lesson/results.h"

using namespace lesson;

namespace {

Json scenarios() {
  std::ifstream file(LESSON_SOURCE_DIR "/tests/golden/scenarios.json");
  return Json::parse(file, nullptr, false);
}

void set_up(LessonState& state, const Json& scenario) {
  if (scenario.contains("config")) {
    const Result<OwnModel> own = own_model_from_json(json_text(scenario["config"]));
    REQUIRE_MESSAGE(own.has_value(), (own ? "" : own.error().message));
    REQUIRE(state.set("page.config", own->config).changed);
  }
  for (const auto& [key, value] : scenario["set"].items()) {
    const SetOutcome outcome = state.set(key, value.get<std::string>());
    CHECK_MESSAGE(outcome.note.empty(), outcome.note);
  }
}

}  // namespace

TEST_CASE("golden: every scenario gives the numbers of its source") {
  const Json list = scenarios();
  REQUIRE(list.is_array());
  CHECK(list.size() >= 60);
  for (const Json& scenario : list) {
    CAPTURE(scenario["name"].get<std::string>());
    LessonState state;
    set_up(state, scenario);
    const std::vector<Quantity> results = all_results(state.inputs, {});
    for (const auto& [name, wanted] : scenario["expect"].items()) {
      CAPTURE(name);
      const Quantity* result = find_result(results, name);
      REQUIRE(result != nullptr);
      CHECK_MESSAGE(result->value.has_value() == wanted.is_number(), result->reason);
      if (!wanted.is_number()) CHECK_FALSE(result->reason.empty());
      if (!wanted.is_number() || !result->value) continue;
      const double want = wanted.get<double>(), error = std::abs(*result->value - want);
      if (!(error <= scenario["within"].get<double>() * std::abs(want)))
        FAIL_CHECK(*result->value << " is not " << want << ", " << scenario["from"].get<std::string>());
    }
  }
}
