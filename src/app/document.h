// The document of `--json` and of the page's export, and the same as a table. Shape: DESIGN, "JSON".
// CSV: one row for each input, result and term, in that order; texts quoted as RFC 4180 says; base units; an absent
// value is empty and its reason stands in the last column.
#pragma once

#include <string>
#include <vector>

#include "app/json.h"

namespace lesson {

Json document_json(std::string_view command, Json inputs, Json results, const std::vector<std::string>& notes);
std::string document_csv(const Json& document);

// Inputs and results of one section of the lesson, measured ones too; of "runs", also the published runs that are chosen.
Json section_document(const LessonState& state, const Measurements& measured, std::string_view section);

}  // namespace lesson
