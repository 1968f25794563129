// The sections and their questions, as scripts/gen_sections.py found them in assets/lesson.
#include <algorithm>

#include "engine/base/format.h"
#include "engine/base/language.h"
#include "engine/catalog/catalog.h"
#include "engine/lesson/params.h"
#include "engine/lesson/question.h"

namespace lesson {
namespace {

#define LESSON_QUESTION(...)
constexpr SectionSpec kSections[] = {
#define LESSON_SECTION(...) {__VA_ARGS__},
#include "lesson_sections.inc"
#undef LESSON_SECTION
};
#undef LESSON_QUESTION

#define LESSON_SECTION(...)
constexpr Question kQuestions[] = {
#define LESSON_QUESTION(...) {__VA_ARGS__},
#include "lesson_sections.inc"
#undef LESSON_QUESTION
};
#undef LESSON_SECTION

}  // namespace

std::span<const SectionSpec> sections() { return kSections; }

const SectionSpec* find_section(std::string_view id) {
  const auto found = std::ranges::find(kSections, id, &SectionSpec::id);
  return found == std::end(kSections) ? nullptr : found;
}

std::span<const Question> questions_of(std::string_view section_id) {
  const auto first = std::ranges::find(kQuestions, section_id, &Question::section);
  const auto last =
      std::find_if(first, std::end(kQuestions), [&](const Question& q) { return q.section != section_id; });
  return {first, last};
}

const Question* find_question(std::string_view section_id, std::size_t which) {
  const std::span<const Question> own = questions_of(section_id);
  return which < own.size() ? &own[which] : nullptr;
}

namespace {

// As the front matter writes the numbers of slips.
std::string plain_number(double value) {
  const InEnglish plain;
  return format_significant(value, 6);
}

}  // namespace

std::vector<TrapQuestion> trap_questions() {
  std::vector<TrapQuestion> list;
  for (const PeakTrap& trap : peak_traps()) {
    const auto device = find_device(trap.gpu_id);
    const auto format = find_number_format(trap.peak_format);
    if (!device || !format) continue;
    const Peak peak = dense_peak(**device, **format);
    if (!peak.flops_per_s) continue;
    const std::string_view answer = tr(trap.answer);
    list.push_back(
        {std::string(tr(trap.question)), format_significant(*peak.flops_per_s / 1e12, 6), "TFLOP/s", say("Yes. {}", answer),
         say("Not quite. {}", answer),
         plain_number(trap.wrong_flops_per_s / 1e12) + ": " + say("That is the number in the question. {}", answer),
         std::string(trap.source)});
  }
  return list;
}

}  // namespace lesson
