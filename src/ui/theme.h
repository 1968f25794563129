// Colours and sizes of the labs. Colours are the page's (web/tokens.css); sizes are CSS pixels.
// Does not: know about Dear ImGui's own style beyond what apply_style() sets.
#pragma once

#include <array>
#include <string_view>

#include "imgui.h"

namespace lesson::ui {

struct Theme {
  ImU32 paper, panel, ink, soft, line, accent, wash;
  std::array<ImU32, 5> data;
};

Theme light_theme();
Theme dark_theme();

// "accent", "#0b5fbf". False when the name is unknown or the text is no colour; the theme is then unchanged.
bool set_token(Theme& theme, std::string_view name, std::string_view css_colour);

ImU32 mix(ImU32 a, ImU32 b, float share_of_b);
ImU32 faded(ImU32 colour, float opacity);
ImU32 text_on(const Theme& theme, ImU32 fill);  // the theme's ink or panel, whichever reads better
ImU32 readable(const Theme& theme,
               ImU32 colour);  // as text on the panel: moved towards the ink until its contrast is 4.5 to 1

// Finger or mouse.
struct Metrics {
  float row = 36;  // height of one control
  float row_gap = 6;
  float knob = 20;  // diameter
  float field_width = 104;
  bool touch = false;
};
Metrics metrics(bool touch);

inline constexpr float kBody = 15, kCaption = 14, kSmall = 13, kFigure = 40, kHeading = 17;
inline constexpr float kRadius = 6, kGap = 8, kBlockGap = 18;

// What little of Dear ImGui's own drawing is used: text fields, popups, scroll bars.
void apply_style(const Theme& theme);

}  // namespace lesson::ui
