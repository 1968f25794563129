// The interface without a window: an App, fonts, a renderer that keeps nothing, and a pointer and keys to drive it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/app.h"
#include "app/page_input.h"

namespace lesson::test {

class Screen {
 public:
  Screen();

  App app;
  PageInput input{app};
  std::vector<ui::DrawnText> drawn;  // by the last frame

  void resize(float width, float height, bool touch = false);
  // Draws until nothing more is wanted; returns how many frames that took (20: it does not come to rest).
  int settle();

  // Centre of the first text that reads like this; fails the test when there is none.
  ImVec2 find(std::string_view text) const;
  bool shows(std::string_view text) const;  // anywhere within a text

  void move(ImVec2 to);
  void click(ImVec2 at);
  void drag(ImVec2 from, ImVec2 to, bool touch = false);
  void press(std::string_view dom_code);
  void type(const char* text);

  float width = 0, height = 0;
};

// Fake results of the benchmark, so that the pictures of measured things are drawn too.
void add_measurements(App& app);
void add_kernels(App& app);

// What every picture has to keep: nothing infinite, nothing beyond the canvas, no text on another.
void check_drawn(const Screen& screen, const std::string& what);
// Values that together walk through a whole input: all choices, or places along the slider.
std::vector<std::string> values_of(const LessonState& state, const ParamSpec& spec);

}  // namespace lesson::test
