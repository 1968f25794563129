// The language of what readers see: numbers and words of German, and what stays language-free.
// Right values: German writes a comma before decimals, a point between groups of three, and the unit behind the number (DIN 1333, DIN 5008).
#include <doctest/doctest.h>

#include <fstream>
#include <iterator>
#include <random>

#include "app/document.h"
#include "app/language_json.h"
#include "engine/base/format.h"
#include "engine/base/language.h"
#include "engine/gemm/gemm.h"
#include "engine/lesson/link.h"
#include "engine/lesson/predict.h"
#include "random_state.h"

namespace lesson {
namespace {

// German within a test, English after it.
struct InGerman {
  InGerman() {
    std::ifstream file(LESSON_SOURCE_DIR "/assets/lang/de.json", std::ios::binary);
    const std::string table{std::istreambuf_iterator<char>(file), {}};
    const Result<void> taken = use_language(table);
    REQUIRE_MESSAGE(taken.has_value(), (taken ? "" : taken.error().message));
  }
  ~InGerman() { (void)set_language({}); }
};

Language small(std::string key, std::string translation) {
  Language language{.code = "xx", .decimal = ',', .group = '.', .texts = {}};
  language.texts.emplace(std::move(key), std::move(translation));
  return language;
}

}  // namespace

TEST_CASE("language: a sentence is translated, then filled, in the order of the translation") {
  REQUIRE(set_language(small("{} of {}", "{1}: {0}")));
  CHECK(say("{} of {}", "three", "ten") == "ten: three");
  CHECK(say("{} in all", "ten") == "ten in all");  // no translation
  CHECK(tr("nobody translated this") == "nobody translated this");
  (void)set_language({});
  CHECK(say("{} of {}", "three", "ten") == "three of ten");
  CHECK(say("{0} and {0}", "a") == "a and a");
  CHECK(say("no hole", "a") == "no hole");
  CHECK(say("{} {}", "a") == "a ");  // a hole without a part is empty
  CHECK(say("{} stays", "{}") == "{} stays");
}

TEST_CASE("language: translations with other holes than their key are refused, and the language stays") {
  for (const auto& [key, text] : {std::pair{"{} needed", "nötig"}, {"needed", "{} nötig"}, {"{} of {}", "{} von"}, {"{}", "{1}"}, {"a", ""}}) {
    INFO(key << " -> " << text);
    const Result<void> taken = set_language(small(key, text));
    REQUIRE_FALSE(taken.has_value());
    CHECK(taken.error().message.contains(key));
    CHECK(tr(key) == key);
  }
  for (const char* table : {"", "[]", "{}", R"({"code":"xx","decimal":",","group":","})", R"({"code":"xx","decimal":",","group":"."})"}) {
    INFO(table);
    CHECK_FALSE(use_language(table).has_value());
  }
}

TEST_CASE("language: sentences that another module composed are told again") {
  REQUIRE(set_language(small("There are {} processors here.", "Hier sind {} Prozessoren.")));
  CHECK(retold("There are 8 processors here.") == "Hier sind 8 Prozessoren.");
  CHECK(retold("There are 8 processors") == "There are 8 processors");
  (void)set_language({});
  CHECK(retold("There are 8 processors here.") == "There are 8 processors here.");
}

TEST_CASE("language: the idea of every kernel that is built here has its translation") {
  const InGerman german;
  for (const Kernel& kernel : kernels()) {
    INFO(kernel.id);
    CHECK(tr(kernel.desc->idea) != kernel.desc->idea);
  }
}

TEST_CASE("language: German numbers") {
  const InGerman german;
  CHECK(format_value(14e9, Unit::bytes) == "14,0 GB");
  CHECK(format_value(3.15e23, Unit::flops) == "3,15e+23 FLOPs");
  CHECK(format_value(3, Unit::usd) == "3,00 $");
  CHECK(format_value(1234567, Unit::usd) == "1.234.567 $");
  CHECK(format_value(0.5, Unit::ratio) == "50 %");
  CHECK(format_value(701122, Unit::gpu_hours) == "701.122 GPU-Stunden");
  CHECK(format_value(1, Unit::gpu_hours) == "1,0 GPU-Stunde");
  CHECK(format_significant(0.385, 3) == "0,385");
  CHECK(format_fixed(-0.04, 1) == "0,0");
  CHECK(format_math(7e9) == "7 × 10⁹");
  CHECK(format_math(1.5e12) == "1,5 × 10¹²");
  CHECK(format_bytes_both(17179869184.0) == "17,18 GB (16,00 GiB)");
  CHECK(as_typed("0.385") == "0,385");
}

TEST_CASE("language: German numbers are read, and points where they cannot stand between groups") {
  const InGerman german;
  const auto read = [](const char* text) { return parse_number(text).value_or(-1); };
  CHECK(read("7,5") == 7.5);
  CHECK(read("1.500") == 1500);
  CHECK(read("1.234.567,5") == 1234567.5);
  CHECK(read("0.385") == 0.385);
  CHECK(read("7.5") == 7.5);
  CHECK(read("1,5T") == 1.5e12);
  CHECK(read("7e9") == 7e9);
  CHECK(read(",5") == 0.5);
  for (const char* wrong : {"1.2.3", "1,2,3", "1.50,0.0", "12.34,5"}) {
    INFO(wrong);
    CHECK_FALSE(parse_number(wrong).has_value());
  }
  CHECK(parse_plain_number("1.125").value_or(0) == 1.125);
}

TEST_CASE("language: what is shown can be typed again; links and documents know no language") {
  std::mt19937 random(20260601);
  for (int turn = 0; turn < 200; ++turn) {
    const LessonState english = random_state(random);
    const std::string link = make_link(english, "cost");
    const std::string document = json_text(section_document(english, {}, "time-cost"));
    const InGerman german;
    LessonState state;
    (void)apply_link(state, link);
    CHECK(make_link(state, "cost") == link);
    {
      const InEnglish plain;
      CHECK(json_text(section_document(state, {}, "time-cost")) == document);
    }
    for (const ParamSpec& spec : params()) {
      if (!spec.is_number()) continue;
      INFO(spec.key << " " << state.typed(spec));
      LessonState copy = state;
      CHECK(copy.set(spec.key, state.typed(spec)).changed);
      CHECK(copy.number(spec) == state.number(spec));
    }
  }
}

TEST_CASE("language: questions take German answers and give German words") {
  const InGerman german;
  for (const char* answer : {"13", "13 GB", "13,0 GB", "12,1 GiB", "13 Mrd. Byte"}) {
    INFO(answer);
    const bool words = std::string_view(answer).contains("Mrd");
    CHECK(check_answer("run-memory", answer, {}).right() == !words);
  }
  CHECK(check_number("44,7 GiB", 48e9, Unit::bytes, "GB").right());
  CHECK(check_number("48 Milliarden Byte", 48e9, Unit::bytes, "GB").right());
  CHECK(check_number("3 Sekunden", 3, Unit::seconds, "ms").right());
  // 1 Billion = 10¹² in German, 10⁹ in English (Duden, "Billion").
  CHECK(check_number("1 Billion", 1e12, Unit::none, "").right());
  CHECK(check_number("2 Billionen", 2e12, Unit::none, "").right());
  CHECK(check_number("1 Milliarde", 1e9, Unit::none, "").right());
  CHECK(check_number("3 million", 3e6, Unit::none, "").right());
  CHECK(check_answer("run-memory", "viel", {}).message.contains("20 GB"));
}

}  // namespace lesson
