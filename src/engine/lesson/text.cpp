#include "engine/lesson/text.h"

#include "engine/base/language.h"

#include <algorithm>
#include <numeric>
#include <ranges>

namespace lesson {
namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

std::string lowered(std::string_view text) {
  std::string result(text);
  std::ranges::transform(result, result.begin(), lower);
  return result;
}

// Edits (insert, delete, replace) that turn one word into the other.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({row[j] + 1, row[j + 1] + 1, replaced});
    }
  }
  return row.back();
}

}  // namespace

std::string trimmed(std::string_view text) {
  constexpr std::string_view kSpace = " \t\r\n\f\v";
  const std::size_t first = text.find_first_not_of(kSpace);
  if (first == std::string_view::npos) return {};
  return std::string(text.substr(first, text.find_last_not_of(kSpace) - first + 1));
}

bool same_ignoring_case(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, [](char x, char y) { return lower(x) == lower(y); });
}

std::vector<std::string> nearest_names(std::string_view text, const std::vector<std::string>& names,
                                       std::size_t count) {
  const std::string wanted = lowered(text.substr(0, 64));
  std::vector<std::pair<std::size_t, std::size_t>> ranked;  // distance, place in `names`
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string name = lowered(names[i]);
    const bool contains = !wanted.empty() && name.find(wanted) != std::string::npos;
    ranked.emplace_back(contains ? 0 : 1 + edit_distance(wanted, name), i);
  }
  std::ranges::stable_sort(ranked);
  std::vector<std::string> nearest;
  for (const auto& [distance, i] : ranked | std::views::take(count)) nearest.push_back(names[i]);
  return nearest;
}

std::string joined(const std::vector<std::string>& names, std::string_view last) {
  std::string result;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) result += i + 1 == names.size() ? " " + std::string(tr(last)) + " " : ", ";
    result += names[i];
  }
  return result;
}

}  // namespace lesson
