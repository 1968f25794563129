// The chapter list of the native window: the sections, the lesson's title, and a switch between light and dark.
// The page has its own navigation and does not use this.
#pragma once

#include <string>
#include <string_view>

#include "ui/painter.h"

namespace lesson::ui {

struct ChaptersInput {
  std::string_view section;  // the one in view
  ImVec2 screen;             // whole window
  bool dark = false;
  const Theme* theme = nullptr;
  Fonts fonts;
  std::vector<DrawnText>* trace = nullptr;
};

struct ChaptersOutput {
  Rect rest;           // what is left for the lab
  std::string chosen;  // another section; empty otherwise
  bool switch_theme = false;
};

// A column on the left; rows of names on top where the window is narrow.
ChaptersOutput draw_chapters(const ChaptersInput& input);

}  // namespace lesson::ui
