#include "engine/lesson/link.h"

#include <algorithm>
#include <optional>
#include <set>

#include "engine/base/format.h"
#include "engine/base/language.h"
#include "engine/lesson/text.h"

namespace lesson {
namespace {

constexpr std::size_t kLongestLink = 16 * 1024;
constexpr std::size_t kLongestResults = 1024 * 1024;
constexpr std::size_t kMostNotes = 12;

bool plain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '.' ||
         c == '_' || c == '~';
}

std::string encoded(std::string_view text) {
  constexpr std::string_view kHex = "0123456789ABCDEF";
  std::string result;
  for (const char c : text) {
    if (plain(c)) {
      result += c;
    } else {
      const auto byte = static_cast<unsigned char>(c);
      result += {'%', kHex[byte >> 4], kHex[byte & 15]};
    }
  }
  return result;
}

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

std::optional<std::string> decoded(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      result += text[i];
      continue;
    }
    const int high = i + 2 < text.size() ? hex_digit(text[i + 1]) : -1;
    const int low = i + 2 < text.size() ? hex_digit(text[i + 2]) : -1;
    if (high < 0 || low < 0) return std::nullopt;
    result += static_cast<char>(high * 16 + low);
    i += 2;
  }
  return result;
}

struct Pair {
  std::string_view key;
  std::optional<std::string_view> value;  // absent when there is no "="
};

std::vector<Pair> split_pairs(std::string_view query) {
  std::vector<Pair> pairs;
  while (!query.empty()) {
    const std::string_view piece = query.substr(0, query.find('&'));
    query.remove_prefix(std::min(query.size(), piece.size() + 1));
    if (piece.empty()) continue;
    const std::size_t equals = piece.find('=');
    pairs.push_back({piece.substr(0, equals),
                     equals == std::string_view::npos ? std::nullopt : std::optional(piece.substr(equals + 1))});
  }
  return pairs;
}

// One link being applied: what was understood, and what was not.
class Reader {
 public:
  explicit Reader(LessonState& state) : state_(state) {}

  void read_section(std::string_view text) {
    if (text.empty()) return;
    const std::optional<std::string> id = decoded(text);
    if (id && find_section(*id) != nullptr) {
      contents_.section = *id;
      return;
    }
    std::vector<std::string> ids;
    for (const SectionSpec& section : sections()) ids.emplace_back(section.id);
    note(say("The link names a section {} that does not exist; the nearest is {}.", quoted(text),
             joined(nearest_names(text, ids, 1))));
  }

  void read_pair(const Pair& pair) {
    const std::optional<std::string> key = decoded(pair.key);
    const std::optional<std::string> value = pair.value ? decoded(*pair.value) : std::nullopt;
    if (!key || (pair.value && !value))
      return note(say("A part of the link is broken off at {} and is ignored; copy the whole link.", quoted(pair.key)));
    if (!value) return note(say("The link gives no value for {}; it is ignored.", quoted(*key)));
    if (!seen_.insert(*key).second) note(say("The link gives {} twice; the last one is used.", quoted(*key)));
    if (*key == "r") {
      contents_.results = *value;
    } else if (*key == "token") {
      contents_.token = *value;
    } else {
      read_input(*key, *value);
    }
  }

  void note(std::string sentence) { notes_.push_back(std::move(sentence)); }

  LinkContents finish() {
    const std::size_t shown = notes_.size() > kMostNotes ? kMostNotes - 1 : notes_.size();
    contents_.notes.assign(notes_.begin(), notes_.begin() + static_cast<std::ptrdiff_t>(shown));
    if (shown < notes_.size())
      contents_.notes.push_back(
          say("The link has {} more parts that are ignored or changed.", std::to_string(notes_.size() - shown)));
    return std::move(contents_);
  }

 private:
  void read_input(const std::string& key, const std::string& value) {
    const bool bare = key.find('.') == std::string::npos;
    const std::string full = bare ? contents_.section + "." + key : key;
    if (find_param(full) == nullptr)
      return note(say("The link has a part {} that the lesson does not know; it is ignored.", quoted(key)));
    const SetOutcome outcome = state_.set(full, value, Written::plainly);
    if (!outcome.note.empty()) note(outcome.note);
  }

  LessonState& state_;
  LinkContents contents_;
  std::vector<std::string> notes_;
  std::set<std::string> seen_;
};

}  // namespace

std::string make_link(const LessonState& state, std::string_view section_id) {
  std::string own, others;
  for (const ParamSpec& spec : params()) {
    if (state.is_default(spec)) continue;
    const bool bare = spec.section() == section_id;
    (bare ? own : others) += "&" + encoded(bare ? spec.name() : spec.key) + "=" + encoded(state.text(spec));
  }
  std::string pairs = own + others;
  if (!pairs.empty()) pairs[0] = '?';
  return "#" + encoded(section_id) + pairs;
}

LinkContents apply_link(LessonState& state, std::string_view fragment) {
  if (fragment.starts_with('#')) fragment.remove_prefix(1);
  const std::size_t mark = fragment.find('?');
  const std::string_view section = fragment.substr(0, mark);
  const std::vector<Pair> pairs =
      mark == std::string_view::npos ? std::vector<Pair>{} : split_pairs(fragment.substr(mark + 1));

  Reader reader(state);
  std::size_t results_size = 0;
  for (const Pair& pair : pairs) {
    if (pair.key == "r" && pair.value) results_size += pair.value->size();
  }
  if (fragment.size() - results_size > kLongestLink || results_size > kLongestResults) {
    reader.note(std::string(tr("The link is too long to be one of this lesson's; it is ignored.")));
    return reader.finish();
  }
  reader.read_section(section);
  for (const Pair& pair : pairs) reader.read_pair(pair);
  return reader.finish();
}

}  // namespace lesson
