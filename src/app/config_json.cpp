#include "app/config_json.h"

#include <fstream>
#include <sstream>

#include "engine/base/language.h"
#include "app/json.h"
#include "engine/calc/model.h"
#include "engine/calc/model_config.h"
#include "engine/calc/shape_text.h"

namespace lesson {
namespace {

constexpr std::size_t kLongestConfig = 1 << 20;
constexpr std::string_view kNotAConfig =
    "This is no config.json: it must be a JSON object with fields such as \"hidden_size\" and \"num_hidden_layers\".";

std::string text_of(const Json& value) {
  if (value.is_string()) return value.get<std::string>();
  return value.is_array() ? say("[{} entries]", std::to_string(value.size())) : json_text(value);
}

// Objects inside become "text_config.hidden_size"; two levels are enough for every published file.
void flatten(const Json& object, const std::string& prefix, int levels, std::vector<ConfigField>& fields) {
  for (const auto& [name, value] : object.items()) {
    if (value.is_object() && levels > 0)
      flatten(value, prefix + name + ".", levels - 1, fields);
    else
      fields.push_back({prefix + name, text_of(value)});
  }
}

std::string not_needed(const std::vector<std::string>& names) {
  std::string list;
  for (const std::string& name : names) list += (list.empty() ? "" : ", ") + name;
  return say("Fields that were not needed: {}.", list);
}

}  // namespace

Result<OwnModel> own_model_from_json(std::string_view text) {
  if (text.size() > kLongestConfig) return fail(ErrorCode::bad_format, std::string(tr("This file is too long to be a config.json.")));
  const Json json = json_from(text);
  if (!json.is_object()) return fail(ErrorCode::bad_format, std::string(tr(kNotAConfig)));
  std::vector<ConfigField> fields;
  flatten(json, "", 2, fields);
  auto found = shape_from_config(fields);
  if (!found) return std::unexpected(found.error());
  const auto counts = count_params(found->shape);
  if (!counts) return std::unexpected(counts.error());

  OwnModel own{shape_text(found->shape), {}};
  own.notes.push_back(say("Counted from the file: {} parameters.", format_grouped(static_cast<double>(counts->total()))));
  for (std::string& sentence : found->assumed) own.notes.push_back(std::move(sentence));
  if (!found->unused.empty()) own.notes.push_back(not_needed(found->unused));
  return own;
}

Result<OwnModel> own_model_from_file(const std::string& file) {
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  if (!stream) return fail(ErrorCode::unknown_name, say("Cannot read {}; name a config.json that exists.", lesson::quoted(file)));
  return own_model_from_json(text.str());
}

}  // namespace lesson
