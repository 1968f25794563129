#include "app/document.h"

#include <utility>

#include "engine/lesson/inputs.h"

namespace lesson {
namespace {

constexpr const char* kColumns[] = {"kind",    "name",        "label",  "value",    "unit", "text",
                                    "formula", "substituted", "source", "left_out", "note"};

std::string quoted_cell(const std::string& text) {
  std::string cell = "\"";
  for (const char c : text) cell += c == '"' ? std::string("\"\"") : std::string(1, c);
  return cell + "\"";
}

std::string cell_of(const Json& row, const char* key) {
  const auto found = row.find(key);
  if (found == row.end() || found->is_null()) return {};
  return found->is_string() ? quoted_cell(found->get<std::string>()) : json_text(*found);
}

std::string line_of(const Json& row) {
  std::string line;
  for (const char* column : kColumns) line += (line.empty() && column == kColumns[0] ? "" : ",") + cell_of(row, column);
  return line + "\r\n";
}

Json result_row(const Json& result) {
  Json row = result;
  row["kind"] = "result";
  row["note"] = result.contains("reason") ? result["reason"] : result.value("caution", Json());
  return row;
}

}  // namespace

Json document_json(std::string_view command, Json inputs, Json results, const std::vector<std::string>& notes) {
  return {{"schema", 1},
          {"command", command},
          {"inputs", std::move(inputs)},
          {"results", std::move(results)},
          {"notes", notes}};
}

std::string document_csv(const Json& document) {
  std::string text;
  for (const char* column : kColumns) text += (text.empty() ? "" : ",") + std::string(column);
  text += "\r\n";
  for (const auto& [name, value] : document["inputs"].items())
    text += line_of({{"kind", "input"}, {"name", name}, {"value", value}});
  for (const Json& result : document["results"]) {
    text += line_of(result_row(result));
    for (const Json& term : result["terms"]) {
      text += line_of({{"kind", "term"},
                       {"name", result["name"]},
                       {"label", term["name"]},
                       {"value", term["value"]},
                       {"unit", term["unit"]},
                       {"text", term["text"]}});
    }
  }
  return text;
}

Json section_document(const LessonState& state, const Measurements& measured, std::string_view section) {
  std::vector<const ParamSpec*> specs = params_of(section);
  if (state.inputs.page.config != kNoConfig) specs.push_back(find_param("page.config"));
  return document_json(section, inputs_json(state, specs),
                       to_json(section_results(state.inputs, measured, section), byte_unit(state.inputs)), {});
}

}  // namespace lesson
