#include "ui/canvas.h"

#include <algorithm>
#include <utility>

#include "imgui_internal.h"
#include "ui/labs/labs.h"
#include "ui/widgets/widgets.h"

namespace lesson::ui {
namespace {

constexpr float kFootGap = 18;

// The switch between GB and GiB.
void foot(Lab& lab, const Rect& place) {
  const ParamSpec* units = find_param("page.units");
  const float y = place.min.y + kFootGap;
  if (!units) return;
  std::vector<std::string> labels;
  const std::vector<Choice> choices = units->choices(lab.state.environment);
  for (const Choice& choice : choices) labels.push_back(choice.label);
  const auto chosen = std::ranges::find(choices, lab.state.text(*units), &Choice::id) - choices.begin();
  const float height = lab.metrics.touch ? 44.0f : 36.0f, width = segments_width(lab, labels);
  const int picked = segments_at(lab, {{place.max.x - width, y}, {place.max.x, y + height}}, units->key, labels,
                                 static_cast<int>(chosen));
  if (picked != chosen) lab.set(*units, choices[static_cast<std::size_t>(picked)].id);
}

}  // namespace

CanvasOutput draw_canvas(const CanvasInput& input, const LabModel& model) {
  ImGui::SetNextWindowPos(input.place.min);
  ImGui::SetNextWindowSize({input.place.width(), input.place.height()});
  constexpr ImGuiWindowFlags kFlags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                      ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBringToFrontOnFocus;
  // A scroll bar that is not needed must not take part in the layout, so it lies over the margin.
  ImGui::Begin("lab", nullptr, kFlags & ~ImGuiWindowFlags_NoScrollbar);
  if (ImGui::IsWindowAppearing()) ImGui::SetWindowFocus();
  ImGui::PushFont(input.fonts.regular, kBody);

  Painter paint(*input.theme, input.fonts, input.trace);
  paint.draw_on(ImGui::GetWindowDrawList());
  const float margin = input.place.width() < 440 ? 14 : 20, top = input.place.min.y - ImGui::GetScrollY();
  const Rect area{{input.place.min.x + margin, top + margin},
                  {input.place.max.x - margin, top + input.place.height() - margin}};
  Lab lab(model, paint, input.section, area, input.touch);
  lab.pointer_cancelled = input.pointer_cancelled;
  CanvasOutput output;
  if (const LabSpec* spec = find_lab(input.section)) {
    ImGui::PushID(spec->section.data(), spec->section.data() + spec->section.size());
    spec->draw(lab);
    const Rect place = lab.end(spec->in_bytes ? kFootGap + (input.touch ? 44.0f : 36.0f) : 0);
    if (spec->in_bytes) foot(lab, place);
    ImGui::PopID();
    // So that Dear ImGui knows how far the window scrolls.
    ImGui::SetCursorScreenPos({input.place.min.x, place.max.y + margin - 1});
    ImGui::Dummy({1, 1});
    output = {lab.content_height() + 2 * margin, lab.settled(), lab.holds_slider, std::move(lab.controls)};
  }
  if (ImGui::IsMouseClicked(ImGuiMouseButton_Left) && ImGui::IsWindowHovered() && !ImGui::IsAnyItemHovered())
    ImGui::GetCurrentContext()->NavId = 0;
  ImGui::PopFont();
  ImGui::End();
  return output;
}

}  // namespace lesson::ui
