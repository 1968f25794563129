#include "engine/lesson/link.h"

#include <doctest/doctest.h>

#include <random>
#include <string>

#include "random_state.h"

using namespace lesson;

namespace {

void check_same(const LessonState& a, const LessonState& b) {
  for (const ParamSpec& spec : params()) {
    CAPTURE(spec.key);
    CHECK(a.text(spec) == b.text(spec));
  }
}

void check_valid(const LessonState& state) {
  for (const ParamSpec& spec : params()) {
    if (!spec.is_number()) continue;
    CAPTURE(spec.key);
    const double value = state.number(spec);
    CHECK(((value >= spec.min && value <= spec.max) || (value == 0 && spec.allow_zero)));
  }
}

}  // namespace

TEST_CASE("link: only what differs from the defaults is written") {
  LessonState state;
  CHECK(make_link(state, "cost") == "#cost");
  state.set("cost.n", "256");
  CHECK(make_link(state, "cost") == "#cost?n=256");
  state.set("run-memory.params", "13B");
  state.set("cost.dtype", "int8");
  CHECK(make_link(state, "cost") == "#cost?n=256&dtype=int8&run-memory.params=1.3e10");
  CHECK(make_link(state, "run-memory") == "#run-memory?params=1.3e10&cost.n=256&cost.dtype=int8");
}

TEST_CASE("link: exact round trip of random states") {
  std::mt19937 random(3);
  for (int i = 0; i < 2000; ++i) {
    const LessonState state = random_state(random);
    const std::string section(sections()[random() % sections().size()].id);
    const std::string link = make_link(state, section);
    CAPTURE(link);
    LessonState opened;
    const LinkContents contents = apply_link(opened, link);
    CHECK(contents.section == section);
    CHECK(contents.notes.empty());
    check_same(state, opened);
    CHECK(make_link(opened, section) == link);
  }
}

TEST_CASE("link: a plain anchor names a section and changes nothing") {
  LessonState state;
  state.set("cost.n", "100");
  const LinkContents contents = apply_link(state, "#train-memory");
  CHECK(contents.section == "train-memory");
  CHECK(contents.notes.empty());
  CHECK(state.inputs.cost.n == 100);
  CHECK(apply_link(state, "").section.empty());
  CHECK(apply_link(state, "#").notes.empty());
}

TEST_CASE("link: results and token are carried through") {
  LessonState state;
  const LinkContents contents = apply_link(state, "#cost?n=64&r=eyJh-_IjoxfQ&token=abc%20d");
  CHECK(contents.results == "eyJh-_IjoxfQ");
  CHECK(contents.token == "abc d");
  CHECK(contents.notes.empty());
  CHECK(apply_link(state, "#cost?r=" + std::string(100'000, 'a')).results.size() == 100'000);
}

TEST_CASE("link: what is not understood is noted, and the rest is used") {
  struct Case {
    const char* link;
    std::size_t notes;
    double n;
  };
  for (const Case& c : {
           Case{"#cost?n=64&utm_source=mail", 1, 64},  // a foreign key
           Case{"#cost?n=64&n=128", 1, 128},           // twice
           Case{"#cost?n=64&dtype=%zz", 1, 64},        // broken escapes
           Case{"#cost?n=64&dtype=fp%3", 1, 64},
           Case{"#cost?n=64&dtype=%", 1, 64},
           Case{"#cost?n=64&dty", 1, 64},  // half of a link
           Case{"#cost?n=", 1, 512},
           Case{"#cost?n=9999", 1, 4096},  // clamped
           Case{"#cost?n=-4", 1, 512},
           Case{"#cost?n=64&gpu=h100", 1, 64},  // another section's key
           Case{"#cos?cost.n=64", 1, 64},       // unknown section
           Case{"#?cost.n=64", 0, 64},
           Case{"#cost?&&n=64&", 0, 64},
           Case{"#cost?n=64?n=128", 1, 512},
           Case{"#cost?=64", 1, 512},
           Case{"#cost?n=%36%34", 0, 64},
           Case{"#<img src=x onerror=alert(1)>?cost.n=64", 1, 64},
       }) {
    CAPTURE(c.link);
    LessonState state;
    const LinkContents contents = apply_link(state, c.link);
    CHECK(contents.notes.size() == c.notes);
    CHECK(state.inputs.cost.n == c.n);
  }
}

TEST_CASE("link: an over-long link is refused whole, and many faults give few notes") {
  LessonState state;
  const LinkContents longer = apply_link(state, "#cost?n=64&x=" + std::string(20'000, 'a'));
  CHECK(longer.notes.size() == 1);
  CHECK(state.inputs.cost.n == 512);
  std::string many = "#cost?n=64";
  for (int i = 0; i < 500; ++i) many += "&k" + std::to_string(i) + "=1";
  const LinkContents contents = apply_link(state, many);
  CHECK(contents.notes.size() == 12);
  CHECK(state.inputs.cost.n == 64);
}

TEST_CASE("link: random and damaged text never does harm") {
  std::mt19937 random(4);
  for (int i = 0; i < 5000; ++i) {
    std::string link = make_link(random_state(random), "cost");
    const int damages = 1 + static_cast<int>(random() % 8);
    for (int d = 0; d < damages && !link.empty(); ++d) {
      const std::size_t at = random() % link.size();
      switch (random() % 4) {
        case 0:
          link[at] = static_cast<char>(random() % 256);
          break;
        case 1:
          link.erase(at, 1 + random() % 5);
          break;
        case 2:
          link.insert(at, 1, "%&=?#.+\0"[random() % 8]);
          break;
        case 3:
          link.resize(at);
          break;
      }
    }
    LessonState state;
    const LinkContents contents = apply_link(state, link);
    CHECK(contents.notes.size() <= 12);
    check_valid(state);
    for (const std::string& note : contents.notes) {
      for (const char c : note) CHECK(static_cast<unsigned char>(c) >= 0x20);
    }
  }
}
