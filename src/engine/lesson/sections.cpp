// The sections and their questions, as scripts/gen_sections.py found them in assets/lesson.
#include <algorithm>

#include "engine/lesson/params.h"
#include "engine/lesson/question.h"

namespace lesson {
namespace {

constexpr SectionSpec kSections[] = {
#define LESSON_SECTION(id, title, nav, takeaway, ...) {id, title, nav, takeaway},
#include "lesson_sections.inc"
#undef LESSON_SECTION
};

constexpr Question kQuestions[] = {
#define LESSON_SECTION(id, title, nav, takeaway, ...) {id, __VA_ARGS__},
#include "lesson_sections.inc"
#undef LESSON_SECTION
};

}  // namespace

std::span<const SectionSpec> sections() { return kSections; }

const SectionSpec* find_section(std::string_view id) {
  const auto found = std::ranges::find(kSections, id, &SectionSpec::id);
  return found == std::end(kSections) ? nullptr : found;
}

const Question* find_question(std::string_view section_id) {
  const auto found = std::ranges::find(kQuestions, section_id, &Question::section);
  return found == std::end(kQuestions) ? nullptr : found;
}

}  // namespace lesson
