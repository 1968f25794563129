#include "app/language_json.h"

#include <utility>

#include "app/json.h"

namespace lesson {

Result<void> use_language(std::string_view text) {
  const Json json = json_from(text);
  const auto word = [&](const char* name) {
    const auto found = json.is_object() ? json.find(name) : json.end();
    return found != json.end() && found->is_string() ? found->get<std::string>() : std::string();
  };
  Language language{.code = word("code"), .texts = {}};
  const std::string decimal = word("decimal"), group = word("group");
  if (language.code.empty() || decimal.size() != 1 || group.size() != 1 || decimal == group || !json.contains("texts") ||
      !json["texts"].is_object())
    return fail(ErrorCode::bad_format, "A table of texts needs code, decimal, group and texts: see assets/lang.");
  language.decimal = decimal[0];
  language.group = group[0];
  for (const auto& [key, translation] : json["texts"].items())
    if (translation.is_string()) language.texts.emplace(key, translation.get<std::string>());
  return set_language(std::move(language));
}

}  // namespace lesson
