// The questions that each section asks before it is read: one, and a harder one, from the front matter of
// assets/lesson; then, in the section on hardware, one for each number of assets/catalog/traps.csv. Answers: predict.h.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lesson {

struct Question {
  std::string_view section;
  std::string_view question;
  std::string_view options;  // "a | b | c"; empty when a number is asked for
  std::string_view answer;   // the number of an option, a plain number in `unit`, or a reference to a result:
                             // "run-memory.weights?params=13e9&dtype=int8"
  std::string_view unit;     // "GB", "times", "ms"
  std::string_view right;    // said when the answer is right
  std::string_view wrong;    // the explanation otherwise
  std::string_view slips;    // answers that people give, in `unit`, and what to say to each: "6: Half. | 96: Twice."
};

std::span<const Question> questions_of(std::string_view section_id);
const Question* find_question(std::string_view section_id, std::size_t which = 0);

// The exercise "which peak is it": numbers from public tables that are not what they seem, in TFLOP/s.
struct TrapQuestion {
  std::string question, answer, unit, right, wrong, slips;
  std::string source;
};
std::vector<TrapQuestion> trap_questions();

}  // namespace lesson
