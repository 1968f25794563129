// Draws one section's lab into a place on the screen, between ImGui::NewFrame() and ImGui::Render().
// Labs about memory have a foot with the switch between GB and GiB.
#pragma once

#include "ui/lab.h"

namespace lesson::ui {

struct CanvasInput {
  std::string_view section;
  Rect place;
  bool touch = false;
  bool pointer_cancelled = false;
  const Theme* theme = nullptr;
  Fonts fonts;
  std::vector<DrawnText>* trace = nullptr;
};

struct CanvasOutput {
  float content_height = 0;  // to see all of the lab without scrolling
  bool settled = true;       // false: draw again, the layout is still moving
  bool holds_slider = false;
  std::vector<ControlPlace> controls;
};

// Unknown section: an empty panel.
CanvasOutput draw_canvas(const CanvasInput& input, const LabModel& model);

}  // namespace lesson::ui
