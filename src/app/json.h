// State, results and questions as JSON: what the page, `lesson_facts` and `--json` say. Shapes: README, DESIGN "JSON".
// Numbers are base units; null with a "reason" where there is none. Does not: hold state, know about benchmarks
// (bench_json.h).
#pragma once

#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>

#include "engine/base/format.h"
#include "engine/lesson/link.h"
#include "engine/lesson/params.h"
#include "engine/lesson/predict.h"
#include "engine/lesson/published.h"
#include "engine/lesson/results.h"

namespace lesson {

using Json = nlohmann::ordered_json;  // keys stay in the order they were written

// Text of a document; bytes that are not UTF-8 are replaced, so it never fails. `indent` -1 = one line.
std::string json_text(const Json& json, int indent = -1);
// The document in a text; is_discarded() when it is none.
Json json_from(std::string_view text);

// {"name","label","value","unit","text","terms","formula","substituted","source","left_out"}, with "caution" and
// "reason" where they are.
Json to_json(const Quantity& quantity, ByteUnit bytes = ByteUnit::gb);
Json to_json(std::span<const Quantity> quantities, ByteUnit bytes = ByteUnit::gb);

// [{"id","name","device","remark","source","numbers":[quantity, ...]}]: predicted, reported, ratio, implied
// utilization.
Json to_json(std::span<const PublishedRun> runs, ByteUnit bytes);

Json to_json(const SetOutcome& outcome);     // {"changed","note"}
Json to_json(const LinkContents& contents);  // {"section","results","token","notes"}
Json to_json(const AnswerOutcome& outcome);  // {"right","readable","message"}

// {"cost.n":{"value":"512","shown":"512","default":true},…}; "choices" too where they depend on the environment.
Json state_json(const LessonState& state);

// {"cost.n":512,"cost.dtype":"fp32",…} of the given rows: the "inputs" of a document.
Json inputs_json(const LessonState& state, std::span<const ParamSpec* const> specs);

// {"sections","params","traps","results"}: everything the page needs to be made without running the lesson.
Json spec_json(const LessonState& state);

// The unit that `page.units` picks.
ByteUnit byte_unit(const Inputs& inputs);

}  // namespace lesson
