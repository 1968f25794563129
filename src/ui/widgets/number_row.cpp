#include "ui/widgets/number_row.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <utility>

#include "imgui_internal.h"
#include "ui/widgets/slider_scale.h"
#include "ui/widgets/touchable.h"

namespace lesson::ui {
namespace {

// What to offer for editing: what is shown, if typing it again gives the same number, else the exact text.
std::string editable(const LessonState& state, const ParamSpec& spec, const std::string& shown) {
  LessonState copy = state;
  copy.set(spec.key, shown);
  return copy.number(spec) == state.number(spec) ? shown : state.typed(spec);
}

// Handles pointer and keyboard; returns the new value, or the old one.
double slide(Lab& lab, const ParamSpec& spec, const Touch& touch, float from_x, float to_x, double value) {
  const ImGuiIO& io = ImGui::GetIO();
  const bool finger = io.MouseSource == ImGuiMouseSource_TouchScreen;
  const double reach = 4.0 / std::max(1.0f, to_x - from_x);
  const auto under_pointer = [&] {
    return slider_value(spec, snapped_to_mark(spec, (io.MousePos.x - from_x) / (to_x - from_x), reach));
  };
  LabMemory& memory = lab.memory;
  if (touch.held && ImGui::IsMouseDown(ImGuiMouseButton_Left)) {
    lab.holds_slider = true;
    if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
      memory.held_slider = spec.key;
      memory.drag_from_x = io.MousePos.x;
      memory.drag_from_value = value;
      memory.dragging = !finger;
    }
    // A finger first has to show that it slides and does not scroll the page.
    if (finger && std::abs(io.MousePos.x - memory.drag_from_x) > 6) memory.dragging = true;
    if (memory.dragging) return under_pointer();
  } else if (memory.held_slider == spec.key) {  // let go of, or the browser took the finger to scroll
    const bool dragged = std::exchange(memory.dragging, false);
    memory.held_slider.clear();
    if (dragged && lab.pointer_cancelled) return memory.drag_from_value;
    if (touch.pressed && finger && !dragged && !lab.pointer_cancelled) return under_pointer();
  }
  const auto nudge = [&](int key, int direction, bool big) {
    if (key_pressed_on(touch, key)) value = slider_nudged(spec, value, direction, big);
  };
  nudge(ImGuiKey_LeftArrow, -1, false);
  nudge(ImGuiKey_RightArrow, 1, false);
  nudge(ImGuiKey_PageDown, -1, true);
  nudge(ImGuiKey_PageUp, 1, true);
  if (key_pressed_on(touch, ImGuiKey_Home)) value = slider_value(spec, 0);
  if (key_pressed_on(touch, ImGuiKey_End)) value = slider_value(spec, 1);
  return value;
}

void draw_slider(Lab& lab, const ParamSpec& spec, const Touch& touch, float from_x, float to_x, float y, double value) {
  const Painter& paint = lab.paint;
  const Theme& theme = paint.theme;
  const float x = from_x + static_cast<float>(slider_place(spec, value)) * (to_x - from_x),
              radius = lab.metrics.knob / 2;
  for (const double mark : slider_marks(spec)) {
    const float at = std::floor(from_x + static_cast<float>(mark) * (to_x - from_x)) + 0.5f;
    paint.line({at, y + 5}, {at, y + 9}, mix(theme.line, theme.soft, 0.45f));
  }
  paint.box({{from_x, y - 2}, {to_x, y + 2}}, theme.line, 2);
  paint.box({{from_x, y - 2}, {x, y + 2}}, theme.accent, 2);
  if (touch.hovered || touch.held) paint.disc({x, y}, radius + 5, faded(theme.accent, touch.held ? 0.2f : 0.12f));
  paint.disc({x, y}, radius, theme.accent);
  paint.disc({x, y}, radius - 2, theme.panel);
  if (touch.focused) paint.ring({x, y}, radius + 4, theme.accent, 2);
}

}  // namespace

bool number_field(Lab& lab, const ParamSpec& spec, const Rect& place, const std::string& shown) {
  const Painter& paint = lab.paint;
  const Theme& theme = paint.theme;
  LabMemory& memory = lab.memory;
  bool changed = false;

  const std::string id_text = std::string(spec.key) + " field";
  ImGuiWindow* window = ImGui::GetCurrentWindow();
  const ImGuiID id = window->GetID(id_text.c_str());
  const ImRect box(place.min, place.max);
  if (!ImGui::ItemAdd(box, id, nullptr, ImGuiItemFlags_Inputable)) return false;

  ImGuiContext& context = *ImGui::GetCurrentContext();
  const bool hovered = ImGui::ItemHoverable(box, id, context.LastItemData.ItemFlags);
  if (hovered) ImGui::SetMouseCursor(ImGuiMouseCursor_TextInput);
  const bool was_editing = ImGui::TempInputIsActive(id);
  const bool begin = !was_editing && ((hovered && ImGui::IsMouseClicked(ImGuiMouseButton_Left)) ||
                                      context.NavActivateId == id || memory.edit_id == ~id);
  if (begin) {
    const std::string text = editable(lab.state, spec, shown);
    std::snprintf(memory.edit, sizeof memory.edit, "%s", text.c_str());
    memory.edit_before = memory.edit;
    memory.edit_id = id;
  }
  if (begin || was_editing) {
    ImGui::PushFont(nullptr, kBody);
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {9, std::floor((place.height() - kBody) / 2)});
    ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, 0);
    ImGui::TempInputText(box, id, id_text.c_str(), memory.edit, sizeof memory.edit, ImGuiInputTextFlags_AutoSelectAll);
    ImGui::PopStyleVar(2);
    ImGui::PopFont();
    paint.frame(place, theme.accent, kRadius, 2);
  }
  if (memory.edit_id == id && !begin &&
      !ImGui::TempInputIsActive(id)) {  // Enter, Escape, or somewhere else was clicked
    memory.edit_id = 0;
    if (memory.edit_before != memory.edit) {
      lab.set(spec, memory.edit);
      changed = true;
    }
  }
  if (!begin && !ImGui::TempInputIsActive(id)) {
    paint.box(place, theme.panel, kRadius);
    paint.frame(place, hovered ? theme.soft : mix(theme.line, theme.soft, 0.25f), kRadius);
    const TextStyle style{.size = kBody, .align = Align::right};
    paint.text({place.max.x - 10, place.center().y - kBody / 2}, paint.fitted(shown, style, place.width() - 16), style);
    if (context.NavId == id && context.NavCursorVisible && !context.IO.AppFocusLost) paint.focus_ring(place, kRadius);
  }
  return changed;
}

bool number_row(Lab& lab, const ParamSpec& table_spec, float label_width, const NumberRow& row) {
  const float knob = lab.metrics.knob / 2;
  const double value = row.instead.value_or(lab.state.number(table_spec));
  const ParamSpec spec = slider_spec(lab.state, table_spec);
  const std::string shown = lab.state.shown(spec);

  const bool two_lines = lab.flow.narrow();
  const Rect first = lab.flow.take(two_lines ? 32 : lab.metrics.row);
  const float field_height = std::min(first.height() - 2, lab.metrics.touch ? 36.0f : 32.0f);
  const Rect field{{first.max.x - lab.metrics.field_width, first.center().y - field_height / 2},
                   {first.max.x, first.center().y + field_height / 2}};
  const Rect track_row = two_lines ? lab.flow.take(lab.metrics.touch ? 40.0f : 30.0f) : first;
  const float from_x = (two_lines ? first.min.x : first.min.x + label_width) + knob;
  const float to_x = (two_lines ? first.max.x : field.min.x - 16) - knob;

  lab.controls.push_back({std::string(spec.key), {{from_x, track_row.min.y}, {to_x, track_row.max.y}}});
  const Touch touch = touchable({{from_x - knob - 4, track_row.min.y}, {to_x + knob + 4, track_row.max.y}}, spec.key);
  const double wanted = slide(lab, spec, touch, from_x, to_x, value);
  draw_slider(lab, spec, touch, from_x, to_x, track_row.center().y, value);
  if (touch.activated)
    lab.memory.edit_id = ~ImGui::GetCurrentWindow()->GetID((std::string(spec.key) + " field").c_str());

  bool changed = false;
  if (wanted != value) {
    lab.set_number(spec, wanted);
    changed = true;
  }
  changed |= number_field(lab, spec, field, shown);
  return changed;
}

}  // namespace lesson::ui
