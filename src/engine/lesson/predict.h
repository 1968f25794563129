// "Predict first": one question a section, answered by a number with a unit, or by one of a few options.
// The right answer is computed, never typed into the prose.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "engine/base/quantity.h"
#include "engine/lesson/question.h"
#include "engine/lesson/results.h"

namespace lesson {

struct AnswerOutcome {
  enum class Kind : std::uint8_t { right, wrong, unreadable } kind;
  std::string message;  // for the reader; says what to type when the answer could not be read
  bool right() const { return kind == Kind::right; }
};

// `expected` in base units. Accepts for 48e9 bytes: 48, 48 GB, 48e9 bytes, 44.7 GiB, 48B. A bare number is in
// `asked_unit`. Right within 2 %. A usual slip (bits for bytes, GiB for GB, a factor of 1000) is named in the message;
// it is empty when the answer is right, or wrong for no usual reason.
AnswerOutcome check_number(std::string_view text, double expected, Unit unit, std::string_view asked_unit);

// The whole question: options by number or text, numbers as above, an answer that the question lists as a slip told
// what it is. `measured` answers what the reader's own machine decides. `which`: 0, 1 for the harder one.
AnswerOutcome check_answer(std::string_view section_id, std::string_view text, const Measurements& measured,
                           std::size_t which = 0);
// One of trap_questions().
AnswerOutcome check_trap(std::size_t which, std::string_view text);

}  // namespace lesson
