#include "ui/chapters.h"

#include "engine/lesson/params.h"
#include "ui/widgets/touchable.h"

namespace lesson::ui {
namespace {

constexpr float kColumn = 232, kRow = 36, kMargin = 16;
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

void column(const Painter& paint, const ChaptersInput& input, ChaptersOutput& output) {
  const Theme& theme = paint.theme;
  paint.text({kMargin + 4, 24}, kTitle, {.size = kHeading, .bold = true});
  float y = 64;
  for (const SectionSpec& section : sections()) {
    const Rect row{{kMargin - 8, y}, {kColumn - 12, y + kRow}};
    const Touch touch = touchable(row, section.id);
    name_at(paint, row, section.nav, section.id == input.section, touch, false);
    if (touch.pressed) output.chosen = section.id;
    y += kRow + 2;
  }
  const Rect theme_row{{kMargin - 8, input.screen.y - kRow - 12}, {kColumn - 12, input.screen.y - 12}};
  const Touch touch = touchable(theme_row, "theme");
  name_at(paint, theme_row, input.dark ? "Light colours" : "Dark colours", false, touch, false);
  output.switch_theme = touch.pressed;
  paint.line({kColumn - 0.5f, 0}, {kColumn - 0.5f, input.screen.y}, theme.line);
  output.rest = {{kColumn, 0}, input.screen};
}

void rows_on_top(const Painter& paint, const ChaptersInput& input, ChaptersOutput& output) {
  ImVec2 at{kMargin, 8};
  for (const SectionSpec& section : sections()) {
    const bool on = section.id == input.section;
    const float width = paint.measure(section.nav, {.size = kBody, .bold = on}).x;
    if (at.x > kMargin && at.x + width > input.screen.x - kMargin) at = {kMargin, at.y + kRow};
    const Rect row{at, {at.x + width, at.y + kRow - 4}};
    const Touch touch = touchable(row, section.id);
    name_at(paint, row, section.nav, on, touch, true);
    if (touch.pressed) output.chosen = section.id;
    at.x += width + 18;
  }
  const float bottom = at.y + kRow + 4;
  paint.line({0, bottom - 0.5f}, {input.screen.x, bottom - 0.5f}, paint.theme.line);
  output.rest = {{0, bottom}, input.screen};
}

}  // namespace

ChaptersOutput draw_chapters(const ChaptersInput& input) {
  ChaptersOutput output;
  ImGui::SetNextWindowPos({0, 0});
  ImGui::SetNextWindowSize(input.screen);
  ImGui::PushStyleColor(ImGuiCol_WindowBg, input.theme->paper);
  ImGui::Begin("chapters", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                   ImGuiWindowFlags_NoBringToFrontOnFocus);
  Painter paint(*input.theme, input.fonts, nullptr);
  paint.draw_on(ImGui::GetWindowDrawList());
  if (input.screen.x >= 820)
    column(paint, input, output);
  else
    rows_on_top(paint, input, output);
  ImGui::End();
  ImGui::PopStyleColor();
  return output;
}

}  // namespace lesson::ui
