#include "ui/widgets/touchable.h"

#include "imgui_internal.h"

namespace lesson::ui {

Touch touchable(const Rect& rect, std::string_view id_text, bool enabled) {
  ImGuiContext& context = *ImGui::GetCurrentContext();
  ImGuiWindow* window = ImGui::GetCurrentWindow();
  Touch touch;
  touch.id = window->GetID(id_text.data(), id_text.data() + id_text.size());
  const ImRect box(rect.min, rect.max);
  if (!ImGui::ItemAdd(box, touch.id, nullptr, static_cast<ImGuiItemFlags>(enabled ? 0 : ImGuiItemFlags_Disabled)))
    return touch;
  if (!enabled) return touch;
  touch.pressed = ImGui::ButtonBehavior(box, touch.id, &touch.hovered, &touch.held);
  touch.keys = context.NavId == touch.id && context.NavWindow == window && !context.IO.AppFocusLost;
  touch.focused = touch.keys && context.NavCursorVisible;
  touch.activated = context.NavActivateId == touch.id;
  if (touch.hovered) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  return touch;
}

bool key_pressed_on(const Touch& touch, int imgui_key) {
  if (!touch.keys) return false;
  const auto key = static_cast<ImGuiKey>(imgui_key);
  ImGui::SetKeyOwner(key, touch.id);
  return ImGui::IsKeyPressed(key, ImGuiInputFlags_Repeat, touch.id);
}

}  // namespace lesson::ui
