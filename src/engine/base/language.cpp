#include "engine/base/language.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

namespace lesson {
namespace {

const Language* the_language = nullptr;  // English

const Language& english() {
  static const Language plain;
  return plain;
}

struct Hole {
  std::size_t begin, end;  // of the text between, and with, the braces
  std::size_t part;
};

// The next "{}" or "{1}" from `at` on; `count` numbers those without a digit.
std::optional<Hole> next_hole(std::string_view text, std::size_t at, std::size_t& count) {
  for (std::size_t open = text.find('{', at); open != std::string_view::npos; open = text.find('{', open + 1)) {
    const std::string_view rest = text.substr(open + 1);
    if (rest.starts_with('}')) return Hole{open, open + 2, count++};
    if (rest.size() > 1 && rest[0] >= '0' && rest[0] <= '9' && rest[1] == '}')
      return Hole{open, open + 3, static_cast<std::size_t>(rest[0] - '0')};
  }
  return std::nullopt;
}

// Which parts a text shows, a bit each.
unsigned parts_of(std::string_view text) {
  unsigned parts = 0;
  std::size_t count = 0, at = 0;
  while (const auto hole = next_hole(text, at, count)) {
    parts |= 1u << std::min<std::size_t>(hole->part, 31);
    at = hole->end;
  }
  return parts;
}

// What stands in the holes of `pattern` so that it reads as `text`; holes of a key come in order.
std::optional<std::vector<std::string_view>> read_by(std::string_view pattern, std::string_view text) {
  std::vector<std::string_view> parts;
  std::size_t count = 0, at = 0;
  auto hole = next_hole(pattern, 0, count);
  if (!hole || !text.starts_with(pattern.substr(0, hole->begin))) return std::nullopt;
  text.remove_prefix(hole->begin);
  while (hole) {
    at = hole->end;
    hole = next_hole(pattern, at, count);
    const std::string_view after = pattern.substr(at, hole ? hole->begin - at : std::string_view::npos);
    const bool last = !hole;
    if (last && !text.ends_with(after)) return std::nullopt;
    const std::size_t end = last ? text.size() - after.size() : text.find(after);
    if (end == std::string_view::npos || end > text.size()) return std::nullopt;
    parts.push_back(text.substr(0, end));
    text.remove_prefix(end + after.size());
  }
  return parts;
}

}  // namespace

Result<void> set_language(Language language) {
  for (const auto& [key, text] : language.texts) {
    if (text.empty() || parts_of(key) != parts_of(text))
      return fail(ErrorCode::bad_format, "The translation of \"" + key + "\" must have the same holes: it is \"" + text + "\".");
  }
  static Language kept;
  kept = std::move(language);
  the_language = &kept;
  return {};
}

const Language& language() { return the_language ? *the_language : english(); }

std::string_view tr(std::string_view english) {
  if (!the_language) return english;
  const auto found = the_language->texts.find(english);
  return found == the_language->texts.end() ? english : std::string_view(found->second);
}

std::string filled(std::string_view pattern, std::span<const std::string_view> parts) {
  std::string text;
  std::size_t count = 0, at = 0;
  while (const auto hole = next_hole(pattern, at, count)) {
    text += pattern.substr(at, hole->begin - at);
    if (hole->part < parts.size()) text += parts[hole->part];
    at = hole->end;
  }
  return text += pattern.substr(at);
}

std::string retold(std::string_view text) {
  constexpr std::size_t kLeastWords = 12;  // "{} bytes" would fit too much
  if (!the_language) return std::string(text);
  if (const std::string_view whole = tr(text); whole != text) return std::string(whole);
  const std::pair<const std::string, std::string>* best = nullptr;
  std::vector<std::string_view> best_parts;
  for (const auto& entry : the_language->texts) {
    if (entry.first.size() < kLeastWords || (best && entry.first.size() <= best->first.size())) continue;
    if (auto parts = read_by(entry.first, text)) {
      best = &entry;
      best_parts = std::move(*parts);
    }
  }
  if (!best) return std::string(text);
  std::vector<std::string> told;
  for (const std::string_view part : best_parts) told.push_back(part.size() < text.size() ? retold(part) : std::string(part));
  return filled(best->second, std::vector<std::string_view>(told.begin(), told.end()));
}

InEnglish::InEnglish() : before_(std::exchange(the_language, nullptr)) {}
InEnglish::~InEnglish() { the_language = before_; }

}  // namespace lesson
