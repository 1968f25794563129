#include "app/document.h"

#include <utility>

#include "engine/lesson/inputs.h"
#include "engine/lesson/published.h"

namespace lesson {
namespace {

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

constexpr const char* kAmount[] = {"value", "unit", "text"};
constexpr const char* kDerivation[] = {"formula", "substituted", "source", "left_out"};

// "kind", name, label, then the cells of an amount; what follows is the caller's.
std::string start_of(const char* kind, const std::string& name, const std::string& label, const Json& amount) {
  std::string line = std::string("\"") + kind + "\"," + name + "," + label;
  for (const char* column : kAmount) line += "," + cell_of(amount, column);
  return line;
}

void add_result(std::string& text, const Json& result) {
  const std::string name = cell_of(result, "name");
  text += start_of("result", name, cell_of(result, "label"), result);
  for (const char* column : kDerivation) text += "," + cell_of(result, column);
  text += "," + cell_of(result, result.contains("reason") ? "reason" : "caution") + "\r\n";
  for (const Json& term : result["terms"]) text += start_of("term", name, cell_of(term, "name"), term) + ",,,,,\r\n";
}

// As `lesson runs --published` does.
void add_published(std::vector<Quantity>& results, const RunsInputs& in) {
  const auto runs = chosen_runs(in);
  if (!runs) return;
  for (const PublishedRun& run : *runs) {
    for (Quantity& quantity : run.all()) results.push_back(std::move(quantity));
  }
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
  std::string text = "kind,name,label,value,unit,text,formula,substituted,source,left_out,note\r\n";
  const Json& inputs = document["inputs"];
  for (auto input = inputs.begin(); input != inputs.end(); ++input)
    text += "\"input\"," + quoted_cell(input.key()) + ",," + cell_of(inputs, input.key().c_str()) + ",,,,,,,\r\n";
  for (const Json& result : document["results"]) add_result(text, result);
  return text;
}

Json section_document(const LessonState& state, const Measurements& measured, std::string_view section) {
  std::vector<const ParamSpec*> specs = params_of(section);
  specs.push_back(find_param("page.units"));
  if (state.inputs.page.config != kNoConfig) specs.push_back(find_param("page.config"));
  std::vector<Quantity> results = section_results(state.inputs, measured, section);
  if (section == "runs") add_published(results, state.inputs.runs);
  return document_json(section, inputs_json(state, specs), to_json(results, byte_unit(state.inputs)), {});
}

}  // namespace lesson
