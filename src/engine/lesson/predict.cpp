#include "engine/lesson/predict.h"

#include <cmath>
#include <expected>
#include <optional>
#include <span>
#include <vector>

#include "engine/base/format.h"
#include "engine/base/language.h"
#include "engine/lesson/text.h"

namespace lesson {
namespace {

using Kind = AnswerOutcome::Kind;

constexpr double kTolerance = 0.02;
constexpr std::size_t kLongestAnswer = 200;

bool about(double a, double b) { return std::abs(a - b) <= kTolerance * std::abs(b); }

// ---- units that a reader may write --------------------------------------------------------------

struct UnitWord {
  std::string_view word;
  double factor;  // to base units
};

// Nobody means one byte by "48B"; it is a count of billions.
constexpr UnitWord kByteWords[] = {{"bytes", 1},
                                   {"byte", 1},
                                   {"B", 1e9},
                                   {"kB", 1e3},
                                   {"MB", 1e6},
                                   {"GB", 1e9},
                                   {"TB", 1e12},
                                   {"PB", 1e15},
                                   {"KiB", 0x1p10},
                                   {"MiB", 0x1p20},
                                   {"GiB", 0x1p30},
                                   {"TiB", 0x1p40},
                                   {"G", 1e9},
                                   {"kilobytes", 1e3},
                                   {"megabytes", 1e6},
                                   {"gigabytes", 1e9},
                                   {"gigabyte", 1e9},
                                   {"terabytes", 1e12},
                                   {"gibibytes", 0x1p30},
                                   {"bits", 0.125},
                                   {"Mbit", 0.125e6},
                                   {"Gbit", 0.125e9},
                                   {"gigabits", 0.125e9},
                                   {"billion bytes", 1e9}};
constexpr UnitWord kTimeWords[] = {
    {"seconds", 1},         {"second", 1},  {"s", 1},     {"sec", 1},      {"milliseconds", 1e-3}, {"ms", 1e-3},
    {"microseconds", 1e-6}, {"µs", 1e-6},   {"us", 1e-6}, {"ns", 1e-9},    {"minutes", 60},        {"min", 60},
    {"hours", 3600},        {"hour", 3600}, {"h", 3600},  {"days", 86400}, {"day", 86400}};
constexpr UnitWord kFlopWords[] = {
    {"FLOPs", 1},        {"FLOP", 1},         {"operations", 1},      {"kFLOPs", 1e3},       {"MFLOPs", 1e6},
    {"GFLOPs", 1e9},     {"TFLOPs", 1e12},    {"PFLOPs", 1e15},       {"megaFLOPs", 1e6},    {"gigaFLOPs", 1e9},
    {"teraFLOPs", 1e12}, {"petaFLOPs", 1e15}, {"million FLOPs", 1e6}, {"billion FLOPs", 1e9}};
constexpr UnitWord kSpeedWords[] = {{"FLOP/s", 1},     {"FLOPS", 1},     {"GFLOP/s", 1e9},     {"GFLOPS", 1e9},
                                    {"TFLOP/s", 1e12}, {"TFLOPS", 1e12}, {"T", 1e12},          {"TOPS", 1e12},
                                    {"PFLOP/s", 1e15}, {"PFLOPS", 1e15}, {"petaFLOP/s", 1e15}, {"teraFLOP/s", 1e12}};
constexpr UnitWord kCountWords[] = {{"times", 1},     {"time", 1},     {"x", 1},       {"×", 1},   {"tabs", 1},
                                    {"tab", 1},       {"tokens", 1},   {"GPUs", 1},    {"GPU", 1}, {"parameters", 1},
                                    {"GPU-hours", 1}, {"GPU-hour", 1}, {"dollars", 1}, {"USD", 1}};
// After any number; "B" stands in the byte table too, with the same meaning.
constexpr UnitWord kScaleWords[] = {{"k", 1e3},        {"M", 1e6},       {"B", 1e9},       {"T", 1e12},
                                    {"thousand", 1e3}, {"million", 1e6}, {"billion", 1e9}, {"trillion", 1e12}};
// Languages in which a number decides the form of such a word; only its last word counts.
constexpr UnitWord kSingularWords[] = {{"one million", 1e6}, {"one billion", 1e9}, {"one trillion", 1e12}};

std::span<const UnitWord> unit_words(Unit unit) {
  switch (unit) {
    case Unit::bytes:
      return kByteWords;
    case Unit::seconds:
      return kTimeWords;
    case Unit::flops:
      return kFlopWords;
    case Unit::flops_per_s:
      return kSpeedWords;
    default:
      return kCountWords;
  }
}

// The kind of amount that a question asks for by the word it uses; a pure number otherwise.
Unit unit_asked_for(std::string_view word) {
  for (const Unit unit : {Unit::bytes, Unit::seconds, Unit::flops, Unit::flops_per_s}) {
    for (const UnitWord& known : unit_words(unit))
      if (known.word == word) return unit;
  }
  return Unit::none;
}

// The page's language comes first: a German "Billion" is an English trillion.
std::optional<double> factor_of(std::span<const UnitWord> words, std::string_view text) {
  for (const UnitWord& known : words) {
    if (same_ignoring_case(tr(known.word), text)) return known.factor;
  }
  for (const UnitWord& known : words) {
    if (same_ignoring_case(known.word, text)) return known.factor;
  }
  return std::nullopt;
}

std::optional<double> scale_of(std::string_view text) {
  for (const UnitWord& known : kSingularWords) {
    const std::string_view one = tr(known.word);
    if (same_ignoring_case(one.substr(one.rfind(' ') + 1), text)) return known.factor;
  }
  return factor_of(kScaleWords, text);
}

// ---- reading ----------------------------------------------------------------------------------

struct Split {
  std::string number;
  std::string word;
};

// "44.7 GiB" -> "44.7", "GiB". An "e" belongs to the number only when digits follow.
Split split(std::string_view typed) {
  std::string text = trimmed(typed);
  if (text.starts_with('$')) text = trimmed(std::string_view(text).substr(1));
  const auto digit = [&](std::size_t i) { return i < text.size() && text[i] >= '0' && text[i] <= '9'; };
  std::size_t end = 0;
  while (end < text.size()) {
    const char c = text[end];
    const bool sign = (c == '-' || c == '+') && (end == 0 || text[end - 1] == 'e' || text[end - 1] == 'E');
    const bool has_sign = end + 1 < text.size() && (text[end + 1] == '+' || text[end + 1] == '-');
    const bool exponent = (c == 'e' || c == 'E') && digit(end + (has_sign ? 2 : 1));
    if (!digit(end) && c != '.' && c != ',' && !sign && !exponent) break;
    ++end;
  }
  return {text.substr(0, end), trimmed(std::string_view(text).substr(end))};
}

// ---- judging ----------------------------------------------------------------------------------

// A slip that explains the ratio of the answer to the right one; empty when none does.
std::string usual_slip(double ratio, Unit unit, std::string_view asked_unit) {
  if (unit == Unit::bytes) {
    if (about(ratio, 8) || about(ratio, 1.0 / 8)) return std::string(tr("Your number is off by a factor of 8: a byte has 8 bits."));
    if (about(ratio, 0x1p30 / 1e9) || about(ratio, 1e9 / 0x1p30)) {
      return std::string(tr("Your number mixes GB and GiB: a GB is 10⁹ bytes, a GiB is 2³⁰ bytes, about 7 % more."));
    }
  }
  for (const double power : {1e3, 1e6, 1e9}) {
    if (about(ratio, power) || about(ratio, 1 / power)) {
      return say("Your digits are right, but the size is off by a factor of {}: look at the unit, {}.", format_grouped(power),
                 tr(asked_unit));
    }
  }
  return {};
}

std::string what_to_type(std::string_view asked_unit) {
  return say("Type a number and a unit, for example 20 {}.", tr(asked_unit));
}

std::vector<std::string> option_texts(std::string_view options) {
  std::vector<std::string> texts;
  while (!options.empty()) {
    const std::string_view option = options.substr(0, options.find('|'));
    options.remove_prefix(std::min(options.size(), option.size() + 1));
    texts.push_back(trimmed(option));
  }
  return texts;
}

AnswerOutcome check_option(const Question& question, std::string_view text) {
  const std::vector<std::string> texts = option_texts(tr(question.options));
  const std::string answer = trimmed(text);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const std::string number = std::to_string(i + 1);
    if (answer != number && !same_ignoring_case(answer, texts[i])) continue;
    if (number == question.answer) return {Kind::right, std::string(tr(question.right))};
    return {Kind::wrong, std::string(tr(question.wrong))};
  }
  return {Kind::unreadable, say("Pick one of the answers by its number, 1 to {}.", std::to_string(texts.size()))};
}

// A typed answer: in base units, and as the bare number when no unit was written.
struct Answer {
  double value;
  std::optional<double> bare;
};

// Unreadable answers come back as the sentence that says what to type.
std::expected<Answer, std::string> read_answer(std::string_view text, Unit unit, std::string_view asked_unit) {
  if (trimmed(text).empty()) return std::unexpected(what_to_type(asked_unit));
  if (text.size() > kLongestAnswer) return std::unexpected(say("This is too long. {}", what_to_type(asked_unit)));
  const Split parts = split(text);
  const Result<double> number = parse_number(parts.number);
  if (!number) return std::unexpected(say("{} is not a number. {}", quoted(text), what_to_type(asked_unit)));
  const std::span<const UnitWord> words = unit_words(unit);
  const double asked_factor = factor_of(words, asked_unit).value_or(1);
  std::optional<double> factor = asked_factor;
  if (!parts.word.empty()) {
    factor = factor_of(words, parts.word);
    if (!factor) factor = scale_of(parts.word);
    if (!factor && (same_ignoring_case(parts.word, asked_unit) || same_ignoring_case(parts.word, tr(asked_unit)))) factor = asked_factor;
    if (!factor)
      return std::unexpected(say("{} is not a unit for this answer. {}", quoted(parts.word), what_to_type(asked_unit)));
  }
  return Answer{*number * *factor, parts.word.empty() ? std::optional(*number) : std::nullopt};
}

bool agrees(const Answer& answer, double expected) {
  return about(answer.value, expected) || (answer.bare && about(*answer.bare, expected));
}

// What the question itself has to say to this answer: "6: Half. | 96: Twice.", numbers in the asked unit. Where two are
// near, the first one counts.
std::string listed_slip(std::string_view slips, const Answer& answer, Unit unit, std::string_view asked_unit) {
  const double factor = factor_of(unit_words(unit), asked_unit).value_or(1);
  while (!slips.empty()) {
    const std::string_view slip = slips.substr(0, slips.find('|'));
    slips.remove_prefix(std::min(slips.size(), slip.size() + 1));
    const std::size_t colon = slip.find(':');
    if (colon == std::string_view::npos) continue;
    const Result<double> number = parse_plain_number(trimmed(slip.substr(0, colon)));
    if (number && about(answer.value, *number * factor)) return trimmed(slip.substr(colon + 1));
  }
  return {};
}

AnswerOutcome judge(const Question& question, std::string_view text, double expected, Unit unit) {
  const auto answer = read_answer(text, unit, question.unit);
  if (!answer) return {Kind::unreadable, answer.error()};
  if (agrees(*answer, expected)) return {Kind::right, std::string(tr(question.right))};
  if (const std::string said = listed_slip(tr(question.slips), *answer, unit, question.unit); !said.empty())
    return {Kind::wrong, said};
  const std::string usual = expected == 0 ? std::string() : usual_slip(answer->value / expected, unit, question.unit);
  return {Kind::wrong, std::string(tr(question.wrong)) + (usual.empty() ? "" : " " + usual)};
}

}  // namespace

AnswerOutcome check_number(std::string_view text, double expected, Unit unit, std::string_view asked_unit) {
  const auto answer = read_answer(text, unit, asked_unit);
  if (!answer) return {Kind::unreadable, answer.error()};
  if (agrees(*answer, expected)) return {Kind::right, {}};
  return {Kind::wrong, expected == 0 ? std::string() : usual_slip(answer->value / expected, unit, asked_unit)};
}

AnswerOutcome check_answer(std::string_view section_id, std::string_view text, const Measurements& measured,
                           std::size_t which) {
  const Question* question = find_question(section_id, which);
  if (question == nullptr) return {Kind::unreadable, say("There is no question in a section {}.", quoted(section_id))};
  if (!question->options.empty()) return check_option(*question, text);

  double expected = 0;
  Unit unit = Unit::none;
  if (const Result<double> plain = parse_plain_number(question->answer)) {
    unit = unit_asked_for(question->unit);
    expected = *plain * factor_of(unit_words(unit), question->unit).value_or(1);
  } else {
    const Result<Quantity> computed = evaluate_reference(question->answer, measured);
    if (!computed) return {Kind::unreadable, computed.error().message};
    if (!computed->value)
      return {Kind::unreadable,
              std::string(tr("The right answer comes from your own machine: run the measurement first, then answer."))};
    expected = *computed->value;
    unit = computed->unit;
  }
  return judge(*question, text, expected, unit);
}

AnswerOutcome check_trap(std::size_t which, std::string_view text) {
  const std::vector<TrapQuestion> traps = trap_questions();
  if (which >= traps.size()) return {Kind::unreadable, std::string(tr("There is no such number in the exercise."))};
  const TrapQuestion& trap = traps[which];
  const Question question{.section = {},
                          .question = trap.question,
                          .options = {},
                          .answer = trap.answer,
                          .unit = trap.unit,
                          .right = trap.right,
                          .wrong = trap.wrong,
                          .slips = trap.slips};
  return judge(question, text, parse_number(trap.answer).value_or(0) * 1e12, Unit::flops_per_s);
}

}  // namespace lesson
