// A language from its table: {"code": "de", "name": "Deutsch", "decimal": ",", "group": ".", "texts": {english: translation}}.
#pragma once

#include <string_view>

#include "engine/base/language.h"

namespace lesson {

// From now on this is the language. Refused, with a sentence: what is no such table, and translations with other holes than their key.
Result<void> use_language(std::string_view json);

}  // namespace lesson
