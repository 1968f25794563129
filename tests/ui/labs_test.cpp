// Every lab over the whole range of its inputs, at phone, panel and window widths: what is drawn is finite, inside the
// canvas, not on top of other text, made of characters the font has, and comes to rest.
#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <set>
#include <string>

#include "imgui.h"
#include "imgui_internal.h"
#include "screen.h"

namespace lesson::test {
namespace {

struct Size {
  float width, height;
  bool touch;
};
constexpr Size kSizes[] = {
    {320, 560, true}, {390, 640, true}, {620, 640, false}, {1000, 700, false}, {1400, 900, false}};

}  // namespace

TEST_CASE("labs: each input over its whole range") {
  Screen screen;
  add_kernels(screen.app);
  add_measurements(screen.app);
  for (const SectionSpec& section : sections()) {
    screen.app.show(section.id);
    for (const Size& size : kSizes) {
      screen.resize(size.width, size.height, size.touch);
      CHECK(screen.settle() < 12);
      check_drawn(screen, std::string(section.id));
    }
    for (const ParamSpec* spec : params_of(section.id)) {
      for (const Size& size : {kSizes[0], kSizes[2]}) {
        screen.resize(size.width, size.height, size.touch);
        for (const std::string& value : values_of(screen.app.state(), *spec)) {
          screen.app.set(spec->key, value);
          CHECK(screen.settle() < 12);
          check_drawn(screen, std::string(spec->key) + " = " + value);
        }
      }
      screen.app.reset(section.id);
    }
  }
}

TEST_CASE("labs: random states, GB and GiB, all choices open") {
  Screen screen;
  add_kernels(screen.app);
  std::mt19937 random(7);
  const auto pick = [&](std::size_t count) { return std::uniform_int_distribution<std::size_t>(0, count - 1)(random); };
  for (int round = 0; round < 400; ++round) {
    if (round == 200) add_measurements(screen.app);
    const SectionSpec& section = sections()[pick(sections().size())];
    screen.app.show(section.id);
    const Size& size = kSizes[pick(std::size(kSizes))];
    screen.resize(size.width, size.height, size.touch);
    screen.app.set("page.units", pick(2) == 0 ? "gb" : "gib");
    std::string state;
    for (const ParamSpec* spec : params_of(section.id)) {
      const std::vector<std::string> values = values_of(screen.app.state(), *spec);
      const std::string& value = values[pick(values.size())];
      screen.app.set(spec->key, value);
      state += " " + std::string(spec->name()) + "=" + value;
    }
    screen.settle();
    if (screen.shows("More choices")) screen.click(screen.find("More choices"));
    check_drawn(screen, std::string(section.id) + state);
  }
}

TEST_CASE("labs: every view, every derivation") {
  Screen screen;
  add_kernels(screen.app);
  add_measurements(screen.app);
  for (const Size& size : {kSizes[1], kSizes[2], kSizes[4]}) {
    screen.resize(size.width, 3000, size.touch);
    for (const SectionSpec& section : sections()) {
      screen.app.show(section.id);
      screen.settle();
      for (const char* view :
           {"Speed", "Implementations", "Running", "Batch", "Time", "Training", "Table", "Picture"}) {
        if (!screen.shows(view) ||
            std::ranges::none_of(screen.drawn, [&](const auto& text) { return text.text == view; }))
          continue;
        screen.click(screen.find(view));
        check_drawn(screen, std::string(section.id) + ", " + view);
      }
      for (const Quantity& quantity : section_results(screen.app.state().inputs, screen.app.measured(), section.id)) {
        const std::string text = format_quantity(quantity);
        const auto shown = std::ranges::find(screen.drawn, text, &ui::DrawnText::text);
        if (shown == screen.drawn.end()) continue;
        screen.click(shown->box.center());
        check_drawn(screen, quantity.name + " opened");
      }
    }
  }
}

TEST_CASE("labs: the font has every character they draw") {
  Screen screen;
  add_kernels(screen.app);
  add_measurements(screen.app);
  std::set<ImWchar> characters;
  const auto note = [&](const std::string& text) {
    for (const char* at = text.c_str(); *at;) {
      unsigned code = 0;
      at += ImTextCharFromUtf8(&code, at, nullptr);
      if (code >= 0x20) characters.insert(static_cast<ImWchar>(code));
    }
  };
  for (const SectionSpec& section : sections()) {
    screen.app.show(section.id);
    screen.settle();
    for (const ui::DrawnText& text : screen.drawn) note(text.text);
    for (const Quantity& quantity : section_results(screen.app.state().inputs, screen.app.measured(), section.id)) {
      note(quantity.formula);
      note(quantity.substituted);
      note(quantity.source);
      note(quantity.left_out);
    }
  }
  CHECK(characters.size() > 60);
  for (const ImWchar character : characters) {
    INFO("U+" << std::hex << character);
    CHECK(screen.app.fonts().regular->IsGlyphInFont(character));
    CHECK(screen.app.fonts().semibold->IsGlyphInFont(character));
  }
}

TEST_CASE("labs: at rest nothing is drawn; colours, size and numbers wake them") {
  Screen screen;
  for (const SectionSpec& section : sections()) {
    screen.app.show(section.id);
    screen.settle();
    CHECK(screen.app.frame() == 0);
  }
  screen.app.set_theme(ui::dark_theme());
  CHECK(screen.app.frame() > 0);
}

}  // namespace lesson::test
