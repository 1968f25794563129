// The controls, driven by a pointer and keys as the page sends them.
#include <doctest/doctest.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "screen.h"
#include "ui/widgets/slider_scale.h"

namespace lesson::test {
namespace {

// A place on the track of an input's slider, right of its middle. In a lab 620 wide the track ends left of the field.
ImVec2 track_of(const Screen& screen, std::string_view label) { return {400, screen.find(label).y}; }

}  // namespace

TEST_CASE("slider: the mouse drags it, and what it says follows") {
  Screen screen;
  screen.app.show("train-memory");
  screen.settle();
  CHECK(screen.shows("112.0 GB"));
  const ImVec2 from = track_of(screen, "Parameters");
  screen.drag(from, {from.x - 120, from.y});
  const double dragged = screen.app.state().inputs.train_memory.params;
  CHECK(dragged != 7e9);
  CHECK_FALSE(screen.shows("112.0 GB"));

  SUBCASE("and stays when the pointer passes again without a button") {
    screen.move({from.x + 20, from.y});
    CHECK(screen.app.state().inputs.train_memory.params == dragged);
  }
  SUBCASE("and lets go outside the canvas") {
    screen.drag(from, {-300, from.y + 900});
    CHECK(screen.app.state().inputs.train_memory.params == find_param("train-memory.params")->slider_from());
    screen.move(from);
    CHECK(screen.app.state().inputs.train_memory.params == find_param("train-memory.params")->slider_from());
  }
  SUBCASE("and the arrow keys move it on") {
    screen.press("ArrowRight");
    CHECK(screen.app.state().inputs.train_memory.params > dragged);
  }
}

TEST_CASE("slider: a finger that scrolls the page changes nothing, one that slides does, a tap does") {
  Screen screen;
  screen.resize(620, 640, true);
  screen.app.show("train-memory");
  screen.settle();
  const ImVec2 at = track_of(screen, "Parameters");
  screen.input.pointer(PointerKind::move, at.x, at.y, 0, true);
  screen.input.pointer(PointerKind::down, at.x, at.y, 1, true);
  screen.settle();
  screen.input.pointer(PointerKind::move, at.x + 2, at.y + 9, 1, true);
  screen.settle();
  screen.input.pointer(PointerKind::leave, 0, 0, 0, true);
  screen.settle();
  CHECK(screen.app.state().inputs.train_memory.params == 7e9);

  screen.input.pointer(PointerKind::move, at.x, at.y, 0, true);
  screen.input.pointer(PointerKind::down, at.x, at.y, 1, true);
  screen.input.pointer(PointerKind::up, at.x, at.y, 0, true);
  screen.settle();
  const double tapped = screen.app.state().inputs.train_memory.params;
  CHECK(tapped != 7e9);
  screen.drag(at, {at.x - 100, at.y}, true);
  CHECK(screen.app.state().inputs.train_memory.params < tapped);
}

TEST_CASE("field: takes a typed number, says why it does not, gives up on Escape") {
  Screen screen;
  screen.app.show("train-memory");
  screen.settle();
  screen.click(screen.find("7B"));
  CHECK(ImGui::GetIO().WantTextInput);
  screen.type("3e9");
  screen.press("Enter");
  CHECK(screen.app.state().inputs.train_memory.params == 3e9);
  CHECK(screen.shows("48.0 GB"));

  screen.click(screen.find("3B"));
  screen.type("7Q");
  screen.press("Enter");
  CHECK(screen.app.state().inputs.train_memory.params == 3e9);
  CHECK(screen.shows("7Q"));  // the note quotes it

  screen.click(screen.find("3B"));
  screen.type("9e9");
  screen.press("Escape");
  CHECK(screen.app.state().inputs.train_memory.params == 3e9);

  screen.click(screen.find("3B"));
  screen.type("13B");
  screen.input.blur();
  screen.settle();
  CHECK(screen.app.state().inputs.train_memory.params == 13e9);
}

TEST_CASE("list: opens, is searched, picks, closes on Escape") {
  Screen screen;
  screen.app.show("run-memory");
  screen.settle();
  const std::string shown = screen.app.state().shown(*find_param("run-memory.model"));
  screen.click(screen.find(shown));
  screen.type("llama-3-8b");
  screen.press("ArrowDown");
  screen.press("Enter");
  CHECK(screen.app.state().inputs.run_memory.model == "llama-3-8b");
  screen.click(screen.find(screen.app.state().shown(*find_param("run-memory.model"))));
  screen.press("Escape");
  CHECK(screen.app.state().inputs.run_memory.model == "llama-3-8b");
}

TEST_CASE("list: Enter in the search takes the first that fits, and nothing when none does") {
  Screen screen;
  screen.app.show("run-memory");
  screen.settle();
  screen.click(screen.find(screen.app.state().shown(*find_param("run-memory.model"))));
  screen.type("llama-3-8b");
  screen.press("Enter");
  CHECK(screen.app.state().inputs.run_memory.model == "llama-3-8b");
  screen.click(screen.find(screen.app.state().shown(*find_param("run-memory.model"))));
  screen.type("no such model");
  screen.press("Enter");
  CHECK(screen.app.state().inputs.run_memory.model == "llama-3-8b");
}

TEST_CASE("field: a picked model's parameter count is shown in every section that has models") {
  Screen screen;
  for (const char* section : {"run-memory", "train-memory", "compute"}) {
    screen.app.show(section);
    screen.app.set(std::string(section) + ".model", "llama-3-8b");
    screen.settle();
    const ParamSpec& params = *find_param(std::string(section) + ".params");
    CHECK(screen.app.state().number_used(params) == 8'030'261'248);  // assets/catalog/models.csv
    CHECK(screen.shows(screen.app.state().shown(params).substr(0, 6)));
  }
}

TEST_CASE("derivation: opens beside its number and closes") {
  Screen screen;
  screen.app.show("train-memory");
  screen.settle();
  screen.click(screen.find("112.0 GB"));
  CHECK(screen.shows("Source: "));
  screen.click(screen.find("112.0 GB"));
  CHECK_FALSE(screen.shows("Source: "));
}

// What each press shows was not on the screen before: the formula of that number.
TEST_CASE("derivation: a number in a picture opens with one press") {
  struct Press {
    std::string_view section, number, formula;
  };
  for (const Press& press : {Press{"run-memory", "fits in 16.0 GB", "= memory to run ÷ memory of one device, rounded up"},
                             Press{"train-memory", "56.0 GB", "= parameters × bytes of optimizer"},
                             Press{"time-cost", "6.05 hours", "= work ÷ (peak × utilization)"},
                             Press{"hardware", "989 TFLOP/s", "= dense peak, without structured sparsity"}}) {
    INFO(press.section);
    Screen screen;
    screen.resize(1000, 1400, false);
    add_measurements(screen.app);
    screen.app.show(press.section);
    screen.settle();
    REQUIRE(screen.shows(press.number));
    REQUIRE_FALSE(screen.shows(press.formula));
    screen.click(screen.find(press.number));
    screen.settle();
    CHECK(screen.shows(press.formula));
  }
}

TEST_CASE("buttons: ask the program, and stand still while it measures") {
  Screen screen;
  screen.app.show("cost");
  screen.settle();
  screen.app.take_actions();
  screen.click(screen.find("Run"));
  std::vector<ui::Action> actions = screen.app.take_actions();
  REQUIRE(actions.size() == 1);
  CHECK(actions[0].kind == ui::Action::Kind::bench);
  REQUIRE(actions[0].jobs.size() == 1);
  CHECK(actions[0].jobs[0].n == 512);
  screen.app.set_bench_status({.running = true, .fraction = 0.3, .text = "512 × 512, measure", .error = {}});
  screen.settle();
  screen.click(screen.find("Run"));
  CHECK(screen.app.take_actions().empty());
  screen.click(screen.find("Stop"));
  actions = screen.app.take_actions();
  REQUIRE(actions.size() == 1);
  CHECK(actions[0].kind == ui::Action::Kind::stop);
}

TEST_CASE("window: chapters stand beside or above the lab, and both take the pointer") {
  Screen screen;
  screen.app.show_chapters();
  for (const float width : {1240.0f, 700.0f, 360.0f}) {
    INFO(width << " wide");
    screen.resize(width, 900);
    screen.app.show("cost");
    screen.settle();
    screen.app.take_actions();
    screen.click(screen.find("Three sizes"));
    const std::vector<ui::Action> actions = screen.app.take_actions();
    REQUIRE(actions.size() == 1);
    CHECK(actions[0].kind == ui::Action::Kind::bench);
    screen.click(screen.find("Precision"));
    CHECK(screen.app.section() == "precision");
    for (const ui::DrawnText& text : screen.drawn) CHECK(text.box.max.x <= width);
  }
}

TEST_CASE("page keys: only what a widget uses is kept from the page") {
  Screen screen;
  screen.settle();
  CHECK_FALSE(screen.input.key(true, "Tab", "Tab", 0));
  CHECK_FALSE(screen.input.key(true, "F5", "F5", 0));
  CHECK_FALSE(screen.input.key(true, "KeyF", "f", 2));
  CHECK_FALSE(screen.input.key(true, "Escape", "Escape", 0));
  screen.click({310, 635});  // nothing there
  CHECK_FALSE(screen.input.key(true, "PageDown", "PageDown", 0));
  CHECK_FALSE(screen.input.key(true, "ArrowDown", "ArrowDown", 0));
}

TEST_CASE("wheel: the page keeps it unless something in the canvas scrolls that way") {
  Screen screen;
  screen.resize(620, 2000);
  screen.settle();
  CHECK_FALSE(screen.input.wheel(300, 300, 0, 100));
  screen.resize(620, 300);
  screen.settle();
  CHECK_FALSE(screen.input.wheel(300, 150, 0, -100));
  CHECK(screen.input.wheel(300, 150, 0, 100));
}

TEST_CASE("slider scale: places and values agree for every input") {
  for (const ParamSpec& spec : params()) {
    if (!spec.is_number()) continue;
    INFO(spec.key);
    CHECK(ui::slider_value(spec, 0) == doctest::Approx(spec.slider_from()));
    CHECK(ui::slider_value(spec, 1) == doctest::Approx(spec.slider_to()));
    double before = -1e300;
    for (int i = 0; i <= 100; ++i) {
      const double value = ui::slider_value(spec, i / 100.0);
      CHECK(std::isfinite(value));
      CHECK(value >= before);
      char text[32];
      std::snprintf(text, sizeof text, "%.12g", value);
      CHECK(std::strtod(text, nullptr) == value);  // short in a link
      CHECK(ui::slider_place(spec, value) == doctest::Approx(i / 100.0).epsilon(0.06).scale(1));
      before = value;
      CHECK(ui::slider_nudged(spec, value, 1, false) >= value);
      CHECK(ui::slider_nudged(spec, value, -1, false) <= value);
      CHECK(ui::slider_nudged(spec, value, 1, true) >= value);
    }
  }
}

TEST_CASE("slider scale: every multiple of 8 is reachable for n") {
  const ParamSpec& n = *find_param("cost.n");
  double value = 64;
  for (int steps = 0; value < 4096 && steps < 1000; ++steps) {
    const double next = ui::slider_nudged(n, value, 1, false);
    CHECK(next == value + 8);
    value = next;
  }
  CHECK(ui::slider_marks(n).size() == 7);  // 64 to 4,096
}

}  // namespace lesson::test
