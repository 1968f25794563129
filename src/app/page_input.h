// The page's pointer, wheel and key events, given to Dear ImGui. The page listens only on its canvas and decides
// nothing; this says which events a widget used. Positions are CSS pixels from the canvas' corner.
#pragma once

#include "app/app.h"

namespace lesson {

enum class PointerKind { move = 0, down = 1, up = 2, leave = 3 };

class PageInput {
 public:
  explicit PageInput(App& app) : app_(app) {}

  void pointer(PointerKind kind, float x, float y, int buttons, bool touch);
  // True: a list or the lab itself scrolls that way, so the page must not.
  bool wheel(float x, float y, float dx_px, float dy_px);
  // True: a widget uses the key, so the page must not. `mods` bits: 1 Shift, 2 Ctrl, 4 Alt, 8 Meta.
  bool key(bool down, std::string_view code, std::string_view key, int mods);
  void text(const char* utf8);
  void blur();
  int cursor() const;  // 0 default, 1 text, 2 ew-resize, 3 pointer

 private:
  void has_focus(bool yes);

  App& app_;
  bool focused_ = true;
  bool pressed_ = false;     // a button or finger is down
  bool by_keyboard_ = true;  // the canvas was reached without a pointer
};

}  // namespace lesson
