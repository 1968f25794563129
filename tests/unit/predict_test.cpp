#include "engine/lesson/predict.h"

#include <doctest/doctest.h>

#include <random>
#include <string>

#include "engine/base/format.h"
#include "engine/catalog/catalog.h"
#include "engine/lesson/params.h"
#include "engine/lesson/question.h"

using namespace lesson;
using Kind = AnswerOutcome::Kind;

TEST_CASE("predict: 48 GB in every way that people write it") {
  for (const char* text :
       {"48", "48 GB", "48e9 bytes", "44.7 GiB", "48B", "48 gb", " 48GB ", "48,000 MB", "48000000000", "47.5",
        "0.048 TB", "48 gigabytes", "48,000,000,000 bytes", "384 Gbit", "48 billion bytes"}) {
    CAPTURE(text);
    CHECK(check_number(text, 48e9, Unit::bytes, "GB").kind == Kind::right);
  }
}

TEST_CASE("predict: wrong answers, with the usual slips named") {
  struct Case {
    const char* text;
    const char* says;
  };
  for (const Case& c : {Case{"384", "8 bits"}, Case{"6 GB", "8 bits"}, Case{"44.7 GB", "GiB"}, Case{"48 GiB", "GiB"},
                        Case{"48 MB", "factor of 1,000"}, Case{"48 TB", "factor of 1,000"}, Case{"12", ""},
                        Case{"-48", ""}, Case{"0", ""}}) {
    CAPTURE(c.text);
    const AnswerOutcome outcome = check_number(c.text, 48e9, Unit::bytes, "GB");
    CHECK(outcome.kind == Kind::wrong);
    CHECK(outcome.message.find(c.says) != std::string::npos);
    CHECK(outcome.message.empty() == (*c.says == '\0'));
  }
}

TEST_CASE("predict: what cannot be read gets a sentence that says what to type") {
  for (const char* text : {"", "   ", "many", "48 parsecs", "NaN", "1e999", "4 8", "48 GB!", "\xff\xfe", "--4"}) {
    CAPTURE(text);
    const AnswerOutcome outcome = check_number(text, 48e9, Unit::bytes, "GB");
    CHECK(outcome.kind == Kind::unreadable);
    CHECK(outcome.message.find("for example 20 GB.") != std::string::npos);
  }
  CHECK(check_number(std::string(10000, '4'), 48e9, Unit::bytes, "GB").kind == Kind::unreadable);
}

TEST_CASE("predict: other units") {
  CHECK(check_number("80 ms", 0.08, Unit::seconds, "ms").right());
  CHECK(check_number("80", 0.08, Unit::seconds, "ms").right());
  CHECK(check_number("0.08 s", 0.08, Unit::seconds, "ms").right());
  CHECK(check_number("1 hour", 3600, Unit::seconds, "seconds").right());
  CHECK(check_number("3 million", 3e6, Unit::flops, "FLOPs").right());
  CHECK(check_number("3M", 3e6, Unit::flops, "FLOPs").right());
  CHECK(check_number("3 MFLOPs", 3e6, Unit::flops, "FLOPs").right());
  CHECK(check_number("4x", 4, Unit::none, "times").right());
  CHECK(check_number("4 times", 4, Unit::none, "times").right());
  CHECK(check_number("10k tabs", 10000, Unit::none, "tabs").kind == Kind::unreadable);
  CHECK(check_number("10k", 10000, Unit::none, "tabs").right());
}

TEST_CASE("predict: the question of every section") {
  for (const SectionSpec& section : sections()) {
    CAPTURE(section.id);
    const Question* question = find_question(section.id);
    REQUIRE(question != nullptr);
    CHECK(question->question.ends_with('?'));
    CHECK_FALSE(check_answer(section.id, "nonsense", {}).right());
    CHECK_FALSE(check_answer(section.id, "nonsense", {}).message.empty());
  }
  CHECK(check_answer("run-memory", "13", {}).right());
  CHECK(check_answer("train-memory", "48 GB", {}).right());
  CHECK(check_answer("compute", "3,000,000", {}).right());
  CHECK(check_answer("time-cost", "4", {}).right());
  CHECK(check_answer("hardware", "10,000", {}).right());
  const AnswerOutcome slip = check_answer("run-memory", "104", {});
  CHECK(slip.kind == Kind::wrong);
  CHECK(slip.message.find("a byte has 8 bits") != std::string::npos);
  CHECK_FALSE(check_answer("nowhere", "1", {}).right());
}

TEST_CASE("predict: every section has a harder question, whose slips are told apart and are wrong") {
  for (const SectionSpec& section : sections()) {
    CAPTURE(section.id);
    REQUIRE(questions_of(section.id).size() == 2);
    for (std::size_t which = 0; which < 2; ++which) {
      std::string_view slips = find_question(section.id, which)->slips;
      while (!slips.empty()) {
        const std::string_view slip = slips.substr(0, slips.find('|'));
        slips.remove_prefix(std::min(slips.size(), slip.size() + 1));
        CAPTURE(slip);
        const std::size_t colon = slip.find(':');
        const AnswerOutcome outcome = check_answer(section.id, slip.substr(0, colon), {}, which);
        CHECK(outcome.kind == Kind::wrong);
        CHECK(slip.find(outcome.message) != std::string_view::npos);
      }
    }
  }
  for (const auto& [section, answer] : {std::pair{"cost", "1.37 s"},
                                        {"precision", "2^10"},
                                        {"precision", "1,024"},
                                        {"run-memory", "17.2"},
                                        {"run-memory", "16 GiB"},
                                        {"train-memory", "26.25 GB"},
                                        {"compute", "239 tokens"},
                                        {"time-cost", "590"},
                                        {"runs", "40 %"},
                                        {"hardware", "3,956"}}) {
    CAPTURE(section);
    CAPTURE(answer);
    CHECK(check_answer(section, answer, {}, 1).right() == (std::string_view(answer) != "2^10"));
  }
  CHECK_FALSE(check_answer("cost", "1", {}, 2).right());
}

TEST_CASE("predict: the traps of public tables, each with the right number from the catalogue") {
  const std::vector<TrapQuestion> traps = trap_questions();
  REQUIRE(traps.size() == peak_traps().size());
  for (std::size_t i = 0; i < traps.size(); ++i) {
    CAPTURE(traps[i].question);
    CHECK(check_trap(i, traps[i].answer).right());
    CHECK(check_trap(i, traps[i].answer + " TFLOP/s").right());
    const AnswerOutcome outcome = check_trap(i, format_significant(peak_traps()[i].wrong_flops_per_s / 1e12, 6));
    CHECK(outcome.kind == Kind::wrong);
    CHECK(outcome.message.starts_with("That is the number in the question."));
  }
  CHECK(check_trap(0, "0.989 PFLOP/s").right());
  CHECK(check_trap(99, "1").kind == Kind::unreadable);
}

TEST_CASE("predict: options by number or text") {
  const Question* question = find_question("precision");
  REQUIRE(question != nullptr);
  CHECK(check_answer("precision", std::string(question->answer), {}).right());
  CHECK(check_answer("precision", "It overflows: float16 cannot hold it", {}).right());
  CHECK(check_answer("precision", "1", {}).kind == Kind::wrong);
  CHECK(check_answer("precision", "7", {}).kind == Kind::unreadable);
}

TEST_CASE("predict: an answer that is measured needs the measurement") {
  CHECK(check_answer("cost", "32 ms", {}).kind == Kind::unreadable);
  Measurements measured;
  BenchResult result;
  result.kernel = "fast";
  result.dtype = "fp32";
  result.m = result.n = result.k = 512;
  result.median_ns = 4e6;
  result.flops_per_s = 6.7e10;
  result.verified = true;
  measured.add(result);
  CHECK(check_answer("cost", "32 ms", measured).right());
  CHECK(check_answer("cost", "8", measured).kind == Kind::wrong);
}

TEST_CASE("predict: random text never does harm") {
  std::mt19937 random(6);
  const std::string alphabet = "0123456789.,eE+-kMBTGigbs %$\"\\\xc3\xb5\x01";
  for (int i = 0; i < 20000; ++i) {
    std::string text;
    for (std::size_t length = random() % 12; length > 0; --length) text += alphabet[random() % alphabet.size()];
    const AnswerOutcome outcome = check_number(text, 48e9, Unit::bytes, "GB");
    CHECK((outcome.kind != Kind::unreadable || !outcome.message.empty()));
  }
}
