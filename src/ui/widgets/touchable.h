// A place that can be pressed, by pointer or keyboard. Every widget is made of these.
#pragma once

#include <string_view>

#include "ui/lab.h"

namespace lesson::ui {

struct Touch {
  unsigned id = 0;
  bool hovered = false;
  bool held = false;
  bool pressed = false;    // released inside, or Enter / Space while focused
  bool keys = false;       // has the keyboard, also after a press of the pointer
  bool focused = false;    // by keyboard: draw a ring
  bool activated = false;  // pressed by keyboard
};

Touch touchable(const Rect& rect, std::string_view id, bool enabled = true);
// While `touch` has the keyboard, these keys are its own and do not move the focus.
bool key_pressed_on(const Touch& touch, int imgui_key);

}  // namespace lesson::ui
