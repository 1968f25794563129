// Words for notes and errors: comparing what a reader typed, and offering names that are near.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lesson {

std::string trimmed(std::string_view text);
bool same_ignoring_case(std::string_view a, std::string_view b);

// The up to `count` names nearest to the text, nearest first: names that contain it before names spelled like it.
std::vector<std::string> nearest_names(std::string_view text, const std::vector<std::string>& names, std::size_t count);

// "a", "a or b", "a, b or c".
std::string joined(const std::vector<std::string>& names, std::string_view last = "or");

}  // namespace lesson
