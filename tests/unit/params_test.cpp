#include "engine/lesson/params.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <random>
#include <set>
#include <string>

#include "random_state.h"

using namespace lesson;

namespace {

const ParamSpec& spec_of(std::string_view key) {
  const ParamSpec* spec = find_param(key);
  REQUIRE_MESSAGE(spec != nullptr, key);
  return *spec;
}

// One sentence: begins with a capital or a label, ends with one full stop, has no exclamation mark.
void check_sentence(const std::string& note) {
  REQUIRE_FALSE(note.empty());
  CHECK_MESSAGE(note.back() == '.', note);
  CHECK_MESSAGE(note.find('!') == std::string::npos, note);
  CHECK_MESSAGE(note.size() < 240, note);
}

}  // namespace

TEST_CASE("params: every row is complete and its default is within its range") {
  std::set<std::string_view> keys;
  const LessonState state;
  for (const ParamSpec& spec : params()) {
    CAPTURE(spec.key);
    CHECK(keys.insert(spec.key).second);
    CHECK(spec.key.find('_') == std::string_view::npos);
    CHECK_FALSE(spec.label.empty());
    CHECK(spec.label.size() <= 16);
    CHECK(spec.help.ends_with('.'));
    CHECK((spec.section() == "page" || find_section(spec.section()) != nullptr));
    CHECK(state.is_default(spec));
    if (spec.kind == ParamKind::choice) {
      REQUIRE(spec.choices != nullptr);
      std::set<std::string> ids;
      for (const Choice& choice : spec.choices({})) {
        CHECK(ids.insert(choice.id).second);
        CHECK_FALSE(choice.label.empty());
      }
      CHECK(ids.contains(state.text(spec)));
      continue;
    }
    if (spec.kind == ParamKind::text) {
      REQUIRE(spec.read != nullptr);
      CHECK(spec.read(state.text(spec)).value_or("") == state.text(spec));
      continue;
    }
    const double value = state.number(spec);
    CHECK(spec.min < spec.max);
    CHECK(((value >= spec.min && value <= spec.max) || (value == 0 && spec.allow_zero)));
    CHECK(spec.slider_from() < spec.slider_to());
    CHECK((spec.scale != ParamScale::linear || spec.step > 0));
    CHECK((spec.scale == ParamScale::linear || spec.slider_min.value_or(spec.min) > 0));
  }
}

TEST_CASE("params: every section has inputs") {
  CHECK(sections().size() == 8);
  for (const SectionSpec& section : sections()) CHECK_FALSE(params_of(section.id).empty());
}

TEST_CASE("params: numbers as people write them") {
  LessonState state;
  for (const char* text : {"7e9", "7B", "7 b", " 7b ", "7,000,000,000", "7000M", "7B parameters"}) {
    CAPTURE(text);
    state.inputs.run_memory.params = 1;
    const SetOutcome outcome = state.set("run-memory.params", text);
    CHECK(outcome.changed);
    CHECK(outcome.note.empty());
    CHECK(state.inputs.run_memory.params == 7e9);
  }
  CHECK(state.set("time-cost.utilization", "40 %").changed);
  CHECK(state.inputs.time_cost.utilization_ratio == 0.4);
  CHECK(state.set("time-cost.utilization", "0.25").note.empty());
  CHECK(state.inputs.time_cost.utilization_ratio == 0.25);
  CHECK(state.set("time-cost.utilization", "35").note == "Utilization is read as 35 %.");
  CHECK(state.inputs.time_cost.utilization_ratio == 0.35);
  CHECK(state.set("time-cost.price", "$2.50").changed);
  CHECK(state.inputs.time_cost.price_usd == 2.5);
  CHECK(state.set("time-cost.power", "1 kW").changed);
  CHECK(state.inputs.time_cost.power_w == 1000);
  CHECK(state.set("precision.value", "-70000").changed);
  CHECK(state.inputs.precision.value == -70000);
}

TEST_CASE("params: what is not a number is refused with a sentence that says what to type") {
  LessonState state;
  for (const char* text :
       {"NaN", "-1", "7Q", "1e400", "", "  ", "inf", "0x10", "7e", "--7", "seven", "1e9B", "7 B B"}) {
    CAPTURE(text);
    const SetOutcome outcome = state.set("run-memory.params", text);
    CHECK_FALSE(outcome.changed);
    check_sentence(outcome.note);
    CHECK(outcome.note.find("type for example 7B") != std::string::npos);
    CHECK(state.inputs.run_memory.params == 7e9);
  }
  for (const char* text : {"abc", "-5", "nan"}) CHECK_FALSE(state.set("cost.n", text).changed);
  check_sentence(state.set("run-memory.params", std::string(5000, '7')).note);
  const std::string binary("7\0\xff\n", 4);
  const SetOutcome outcome = state.set("run-memory.params", binary);
  CHECK_FALSE(outcome.changed);
  check_sentence(outcome.note);
}

TEST_CASE("params: a number outside its range is clamped, and that is said") {
  LessonState state;
  CHECK(state.set("cost.n", "100000").note == "Size n must be at most 4,096; 4,096 is used.");
  CHECK(state.inputs.cost.n == 4096);
  CHECK(state.set("cost.n", "0").note == "Size n must be at least 1; 1 is used.");
  CHECK(state.inputs.cost.n == 1);
  CHECK(state.set("cost.n", "100.4").changed);
  CHECK(state.inputs.cost.n == 100);
  CHECK(state.set("run-memory.params", "1e300").note == "Parameters must be at most 10T; 10T is used.");
  CHECK(state.set("time-cost.utilization", "150 %").note == "Utilization must be at most 100 %; 100 % is used.");
  CHECK(state.set("run-memory.context", "0").note.empty());
  CHECK(state.inputs.run_memory.context == 0);
}

TEST_CASE("params: canvas numbers that are not finite are refused") {
  LessonState state;
  const ParamSpec& spec = spec_of("run-memory.params");
  for (const double value : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    const SetOutcome outcome = state.set_number(spec, value);
    CHECK_FALSE(outcome.changed);
    check_sentence(outcome.note);
    CHECK(state.number(spec) == 7e9);
  }
  CHECK_FALSE(state.set_number(spec_of("run-memory.dtype"), 1).changed);
}

TEST_CASE("params: choices by id, name, or another name of a format, in any case") {
  LessonState state;
  for (const char* text : {"fp32", "float32", "F32", "FP32"}) {
    state.inputs.run_memory.dtype = "int8";
    CHECK(state.set("run-memory.dtype", text).changed);
    CHECK(state.inputs.run_memory.dtype == "fp32");
  }
  CHECK(state.set("time-cost.gpu", "h100 sxm5 80gb").changed);
  CHECK(state.inputs.time_cost.gpu == "h100-sxm5-80gb");
  CHECK(state.set("run-memory.model", "Llama-3-8B").changed);
  CHECK(state.inputs.run_memory.model == "llama-3-8b");
}

TEST_CASE("params: an unknown choice offers the nearest ids and changes nothing") {
  LessonState state;
  const SetOutcome gpu = state.set("time-cost.gpu", "h100-sxm5");
  CHECK_FALSE(gpu.changed);
  check_sentence(gpu.note);
  CHECK(gpu.note.find("h100-sxm5-80gb") != std::string::npos);
  CHECK(state.inputs.time_cost.gpu == "petaflop");
  const SetOutcome units = state.set("page.units", "mb");
  CHECK(units.note == "Bytes in has no choice \"mb\"; use gb or gib.");
  check_sentence(state.set("run-memory.dtype", "bf17").note);
  const SetOutcome unknown = state.set("run-memory.prams", "1");
  CHECK_FALSE(unknown.changed);
  CHECK(unknown.note.find("run-memory.params") != std::string::npos);
}

TEST_CASE("params: a kernel is taken on trust until the benchmark has said what there is") {
  LessonState state;
  CHECK(state.set("cost.kernel", "f32_gemm_4x8__wasm_relaxed").changed);
  CHECK(state.inputs.cost.kernel == "f32_gemm_4x8__wasm_relaxed");
  CHECK_FALSE(state.set("cost.kernel", "<script>").changed);
  state.environment.kernels = {{"plain", "plain loops"}, {"eigen", "Eigen"}};
  state.environment.max_threads = 2;
  const SetOutcome outcome = state.set("cost.kernel", "blas");
  CHECK_FALSE(outcome.changed);
  CHECK(outcome.note == "Implementation has no choice \"blas\"; use best, plain or eigen.");
  CHECK(state.set("cost.kernel", "plain loops").changed);
  CHECK(state.inputs.cost.kernel == "plain");
  CHECK(state.set("cost.threads", "64").note == "Threads must be at most 2; 2 is used.");
}

TEST_CASE("params: fields show what can be typed back") {
  const LessonState state;
  CHECK(state.shown(spec_of("run-memory.params")) == "7B");
  CHECK(state.shown(spec_of("time-cost.utilization")) == "50 %");
  CHECK(state.shown(spec_of("time-cost.price")) == "$3.00");
  CHECK(state.shown(spec_of("time-cost.tokens")) == "3B");
  CHECK(state.shown(spec_of("time-cost.power")) == "700 W");
  CHECK(state.shown(spec_of("run-memory.dtype")) == "bfloat16");
  CHECK(state.shown(spec_of("cost.n")) == "512");
  std::mt19937 random(1);
  for (int i = 0; i < 2000; ++i) {
    LessonState typed = random_state(random);
    for (const ParamSpec& spec : params()) {
      CAPTURE(spec.key);
      const double before = typed.number_used(spec);
      const std::string shown = typed.shown(spec);
      CAPTURE(shown);
      CHECK(typed.set(spec.key, shown).changed);
      if (spec.is_number()) CHECK(typed.number(spec) == doctest::Approx(before).epsilon(0.01));
    }
  }
}

TEST_CASE("params: text is exact, and reset touches one section only") {
  std::mt19937 random(2);
  for (int i = 0; i < 2000; ++i) {
    const LessonState state = random_state(random);
    LessonState copy;
    for (const ParamSpec& spec : params()) {
      CAPTURE(spec.key);
      const SetOutcome outcome = copy.set(spec.key, state.text(spec));
      CHECK(outcome.note.empty());
      CHECK(copy.text(spec) == state.text(spec));
      CHECK(copy.number(spec) == state.number(spec));
    }
    copy.reset("train-memory");
    for (const ParamSpec& spec : params()) {
      if (spec.section() == "train-memory") {
        CHECK(copy.is_default(spec));
      } else {
        CHECK(copy.text(spec) == state.text(spec));
      }
    }
  }
}

TEST_CASE("params: keys may be written with underscores") {
  CHECK(find_param("run-memory.kv_dtype") == find_param("run-memory.kv-dtype"));
  CHECK(find_param("run_memory.params") == find_param("run-memory.params"));
  CHECK(find_param("params") == nullptr);
}
