// The question that each section asks before it is read, from the front matter of assets/lesson. Answers: predict.h.
#pragma once

#include <string_view>

namespace lesson {

struct Question {
  std::string_view section;
  std::string_view question;
  std::string_view options;  // "a | b | c"; empty when a number is asked for
  std::string_view
      answer;  // the number of an option, a plain number, or a reference: "run-memory.weights?params=13e9&dtype=int8"
  std::string_view unit;   // "GB", "times", "ms"
  std::string_view right;  // said when the answer is right
  std::string_view wrong;  // the explanation otherwise
};

const Question* find_question(std::string_view section_id);

}  // namespace lesson
