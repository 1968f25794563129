#include "app/page_input.h"

#include <cfloat>
#include <cmath>

#include "imgui_internal.h"

namespace lesson {
namespace {

struct KeyName {
  std::string_view code;  // of the DOM's KeyboardEvent
  ImGuiKey key;
};

constexpr KeyName kKeys[] = {
    {"ArrowLeft", ImGuiKey_LeftArrow},
    {"ArrowRight", ImGuiKey_RightArrow},
    {"ArrowUp", ImGuiKey_UpArrow},
    {"ArrowDown", ImGuiKey_DownArrow},
    {"Home", ImGuiKey_Home},
    {"End", ImGuiKey_End},
    {"PageUp", ImGuiKey_PageUp},
    {"PageDown", ImGuiKey_PageDown},
    {"Enter", ImGuiKey_Enter},
    {"NumpadEnter", ImGuiKey_Enter},
    {"Space", ImGuiKey_Space},
    {"Escape", ImGuiKey_Escape},
    {"Backspace", ImGuiKey_Backspace},
    {"Delete", ImGuiKey_Delete},
    {"KeyA", ImGuiKey_A},
    {"KeyZ", ImGuiKey_Z},
};

constexpr int kShift = 1, kCtrl = 2, kAlt = 4, kMeta = 8;

ImGuiKey key_of(std::string_view code) {
  for (const KeyName& name : kKeys)
    if (name.code == code) return name.key;
  return ImGuiKey_None;
}

bool can_scroll(const ImGuiWindow& window, float dy_px) {
  return dy_px < 0 ? window.Scroll.y > 0 : window.Scroll.y < window.ScrollMax.y;
}

bool popup_is_open() { return !ImGui::GetCurrentContext()->OpenPopupStack.empty(); }

}  // namespace

void PageInput::has_focus(bool yes) {
  if (focused_ != yes) ImGui::GetIO().AddFocusEvent(yes);
  focused_ = yes;
}

void PageInput::pointer(PointerKind kind, float x, float y, int buttons, bool touch) {
  ImGuiIO& io = ImGui::GetIO();
  io.AddMouseSourceEvent(touch ? ImGuiMouseSource_TouchScreen : ImGuiMouseSource_Mouse);
  if (kind == PointerKind::leave) {
    if (pressed_) {
      app_.pointer_cancelled();
      io.AddMouseButtonEvent(ImGuiMouseButton_Left, false);
      pressed_ = false;
    }
    io.AddMousePosEvent(-FLT_MAX, -FLT_MAX);
    app_.wake();
    return;
  }
  io.AddMousePosEvent(x, y);
  if (kind == PointerKind::down && (buttons & 1)) {
    has_focus(true);
    by_keyboard_ = false;
    pressed_ = true;
    io.AddMouseButtonEvent(ImGuiMouseButton_Left, true);
  }
  if (kind == PointerKind::up || (pressed_ && !(buttons & 1))) {
    pressed_ = false;
    io.AddMouseButtonEvent(ImGuiMouseButton_Left, false);
    if (touch) io.AddMousePosEvent(-FLT_MAX, -FLT_MAX);  // a lifted finger hovers nowhere
  }
  app_.wake();
}

bool PageInput::wheel(float x, float y, float dx_px, float dy_px) {
  if (std::abs(dx_px) > std::abs(dy_px) || dy_px == 0) return false;
  ImGuiWindow* window = nullptr;
  ImGui::FindHoveredWindowEx({x, y}, false, &window, nullptr);
  for (; window && !can_scroll(*window, dy_px); window = window->ParentWindow)
    if (!(window->Flags & ImGuiWindowFlags_ChildWindow)) return false;
  if (!window) return false;
  ImGuiIO& io = ImGui::GetIO();
  io.AddMousePosEvent(x, y);
  io.AddMouseWheelEvent(0, -dy_px / 100);
  app_.wake();
  return true;
}

bool PageInput::key(bool down, std::string_view code, std::string_view, int mods) {
  const ImGuiKey key = key_of(code);
  const ImGuiContext& context = *ImGui::GetCurrentContext();
  ImGuiIO& io = ImGui::GetIO();
  const bool editing = io.WantTextInput, letter = key == ImGuiKey_A || key == ImGuiKey_Z;
  if (down && (mods & (kAlt | kMeta))) return false;
  if (down && (mods & kCtrl) && !(editing && letter)) return false;
  if (key == ImGuiKey_None || (letter && !(mods & kCtrl)))
    return down && editing && !(mods & kCtrl) && code.starts_with("Key");
  // Pressed keys that no widget waits for stay the page's: it scrolls with them. A released key is always passed on.
  const bool enters = by_keyboard_ && key != ImGuiKey_Escape && key != ImGuiKey_PageDown && key != ImGuiKey_PageUp &&
                      key != ImGuiKey_Home && key != ImGuiKey_End;
  const bool used = editing || popup_is_open() || (key != ImGuiKey_Escape && (context.NavId != 0 || enters));
  if (down && !used) return false;
  if (down) has_focus(true);
  io.AddKeyEvent(ImGuiMod_Shift, down && (mods & kShift));
  io.AddKeyEvent(ImGuiMod_Ctrl, down && (mods & kCtrl));
  if (down && ImGui::IsKeyDown(key)) io.AddKeyEvent(key, false);  // the browser's own repeat
  io.AddKeyEvent(key, down);
  app_.wake();
  return used;
}

void PageInput::text(const char* utf8) {
  ImGui::GetIO().AddInputCharactersUTF8(utf8);
  app_.wake();
}

void PageInput::blur() {
  ImGuiIO& io = ImGui::GetIO();
  if (pressed_) io.AddMouseButtonEvent(ImGuiMouseButton_Left, false);
  pressed_ = false;
  by_keyboard_ = true;
  io.ClearInputKeys();
  ImGui::ClearActiveID();  // a typed number is taken
  has_focus(false);
  app_.wake();
}

int PageInput::cursor() const {
  switch (ImGui::GetMouseCursor()) {
    case ImGuiMouseCursor_TextInput:
      return 1;
    case ImGuiMouseCursor_ResizeEW:
      return 2;
    case ImGuiMouseCursor_Hand:
      return 3;
    default:
      return 0;
  }
}

}  // namespace lesson
