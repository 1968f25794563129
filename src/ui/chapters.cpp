#include "ui/chapters.h"

#include <optional>
#include <vector>

#include "engine/lesson/params.h"
#include "ui/widgets/touchable.h"

namespace lesson::ui {
namespace {

constexpr float kColumn = 232, kRow = 36, kMargin = 16, kBesideFrom = 820;
constexpr std::string_view kTitle = "GPUs and compute";

void name_at(const Painter& paint, const Rect& row, std::string_view text, bool on, const Touch& touch,
             bool underline) {
  const Theme& theme = paint.theme;
  if (touch.hovered && !underline) paint.box(row, mix(theme.paper, theme.line, 0.5f), kRadius);
  if (on && !underline) paint.box({row.min, {row.min.x + 3, row.max.y}}, theme.accent, 1);
  if (on && underline) paint.box({{row.min.x, row.max.y - 2}, row.max}, theme.accent);
  paint.text({row.min.x + (underline ? 0 : 14), row.center().y - kBody / 2}, text,
             {.size = kBody, .colour = on || touch.hovered ? theme.ink : theme.soft, .bold = on});
  if (touch.focused) paint.focus_ring(row, kRadius);
}

// Where everything stands; known before anything is drawn, since the list must not cover the lab.
struct Places {
  std::vector<Rect> names;      // one a section
  std::optional<Rect> theme;    // the switch of colours
  Rect panel, rest;
};

Places column(const ChaptersInput& input) {
  Places places;
  float y = 64;
  for (std::size_t i = 0; i < sections().size(); ++i, y += kRow + 2)
    places.names.push_back({{kMargin - 8, y}, {kColumn - 12, y + kRow}});
  places.theme = Rect{{kMargin - 8, input.screen.y - kRow - 12}, {kColumn - 12, input.screen.y - 12}};
  places.panel = {{0, 0}, {kColumn, input.screen.y}};
  places.rest = {{kColumn, 0}, input.screen};
  return places;
}

Places rows_on_top(const Painter& paint, const ChaptersInput& input) {
  Places places;
  ImVec2 at{kMargin, 8};
  for (const SectionSpec& section : sections()) {
    const float width = paint.measure(section.nav, {.size = kBody, .bold = true}).x;
    if (at.x > kMargin && at.x + width > input.screen.x - kMargin) at = {kMargin, at.y + kRow};
    places.names.push_back({at, {at.x + width, at.y + kRow - 4}});
    at.x += width + 18;
  }
  const float bottom = at.y + kRow + 4;
  places.panel = {{0, 0}, {input.screen.x, bottom}};
  places.rest = {{0, bottom}, input.screen};
  return places;
}

}  // namespace

ChaptersOutput draw_chapters(const ChaptersInput& input) {
  Painter paint(*input.theme, input.fonts, input.trace);
  const bool beside = input.screen.x >= kBesideFrom;
  const Places places = beside ? column(input) : rows_on_top(paint, input);
  const Rect& panel = places.panel;
  ChaptersOutput output;
  output.rest = places.rest;

  ImGui::SetNextWindowPos(panel.min);
  ImGui::SetNextWindowSize({panel.width(), panel.height()});
  ImGui::PushStyleColor(ImGuiCol_WindowBg, input.theme->paper);
  ImGui::Begin("chapters", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                   ImGuiWindowFlags_NoBringToFrontOnFocus);
  paint.draw_on(ImGui::GetWindowDrawList());
  if (beside) paint.text({kMargin + 4, 24}, kTitle, {.size = kHeading, .bold = true});
  for (std::size_t i = 0; i < places.names.size(); ++i) {
    const SectionSpec& section = sections()[i];
    const Touch touch = touchable(places.names[i], section.id);
    name_at(paint, places.names[i], section.nav, section.id == input.section, touch, !beside);
    if (touch.pressed) output.chosen = section.id;
  }
  if (places.theme) {
    const Touch touch = touchable(*places.theme, "theme");
    name_at(paint, *places.theme, input.dark ? "Light colours" : "Dark colours", false, touch, false);
    output.switch_theme = touch.pressed;
  }
  const ImVec2 edge = beside ? ImVec2{panel.max.x - 0.5f, panel.min.y} : ImVec2{panel.min.x, panel.max.y - 0.5f};
  paint.line(edge, {panel.max.x - (beside ? 0.5f : 0), panel.max.y - (beside ? 0 : 0.5f)}, input.theme->line);
  ImGui::End();
  ImGui::PopStyleColor();
  return output;
}

}  // namespace lesson::ui
