// The language that readers see. As with gettext the English text is the key; English itself is the empty table and costs nothing.
// Links, JSON, CSV and the command line have no language: they read and write plain numbers (format.h, `InEnglish`).
// Does not: parse files (the app layer does), follow the machine's locale.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>

#include "engine/base/result.h"

namespace lesson {

struct Language {
  std::string code = "en";
  char decimal = '.', group = ',';
  std::map<std::string, std::string, std::less<>> texts;  // English -> translation
};

// A translation may use the holes of its key in another order, as {0} and {1}. One with other holes is refused, and the error
// quotes it: then the language stays what it was.
Result<void> set_language(Language language);
const Language& language();

// The translation, or the text itself where there is none.
std::string_view tr(std::string_view english);

std::string filled(std::string_view pattern, std::span<const std::string_view> parts);
// Translates the pattern, then puts the parts into its holes: say("on 1 × {}", device). Words among the parts are translated before.
template <class... Parts>
std::string say(std::string_view pattern, const Parts&... parts) {
  const std::string_view list[] = {std::string_view(parts)...};
  return filled(tr(pattern), list);
}
// A sentence that another module or an earlier run put together in English: translated by the pattern that it was made from.
std::string retold(std::string_view text);

// Within its life everything is in English: for what is written to a file.
class InEnglish {
 public:
  InEnglish();
  ~InEnglish();
  InEnglish(const InEnglish&) = delete;
  InEnglish& operator=(const InEnglish&) = delete;

 private:
  const Language* before_;
};

}  // namespace lesson
