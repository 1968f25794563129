// Draws text and marks with the lesson's fonts and colours, at CSS-pixel positions on the screen. Text sizes are ems,
// as in CSS: a line of text is `size` high, and its capitals stand in the middle of that. Every text goes through here,
// so that a test can read what was drawn and where (`trace`), and what has a translation is drawn in the language
// (language.h). Does not: take input, remember anything between frames,
// scale text with a picture.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "imgui.h"
#include "ui/theme.h"

namespace lesson::ui {

struct Fonts {
  ImFont* regular = nullptr;
  ImFont* semibold = nullptr;
};

enum class Align { left, center, right };

struct TextStyle {
  float size = kBody;
  ImU32 colour = 0;  // 0 = the theme's ink
  bool bold = false;
  Align align = Align::left;
};

struct Rect {
  ImVec2 min, max;
  float width() const { return max.x - min.x; }
  float height() const { return max.y - min.y; }
  ImVec2 center() const { return {(min.x + max.x) / 2, (min.y + max.y) / 2}; }
  bool contains(ImVec2 p) const { return p.x >= min.x && p.x < max.x && p.y >= min.y && p.y < max.y; }
  bool overlaps(const Rect& o) const {
    return min.x < o.max.x && o.min.x < max.x && min.y < o.max.y && o.min.y < max.y;
  }
};

struct DrawnText {
  std::string text;
  Rect box;
  Rect clip;      // what of the screen was visible there
  bool floating;  // a read-out over the picture; may cover other text
};

class Painter {
 public:
  Painter(const Theme& theme, const Fonts& fonts, std::vector<DrawnText>* trace)
      : theme(theme), fonts_(fonts), trace_(trace) {}

  const Theme& theme;

  void draw_on(ImDrawList* list) { list_ = list; }
  void float_above() { floating_ = true; }  // what follows may cover what lies below: an open list
  ImDrawList& list() const { return *list_; }

  ImVec2 measure(std::string_view text, const TextStyle& style) const;
  // `at` is the top left corner (or top centre, top right, by the style's alignment). Returns the box.
  Rect text(ImVec2 at, std::string_view text, const TextStyle& style) const;
  Rect wrapped(ImVec2 at, float width, std::string_view text, const TextStyle& style) const;
  float wrapped_height(std::string_view text, const TextStyle& style, float width) const;
  // The text if it fits the width, else its beginning and "…".
  std::string fitted(std::string_view text, const TextStyle& style, float width) const;

  void line(ImVec2 a, ImVec2 b, ImU32 colour, float width = 1) const;
  void dotted(ImVec2 a, ImVec2 b, ImU32 colour, float width = 1, float step = 4) const;
  void box(const Rect& rect, ImU32 colour, float radius = 0) const;
  void frame(const Rect& rect, ImU32 colour, float radius = 0, float width = 1) const;
  void disc(ImVec2 center, float radius, ImU32 colour) const;
  void ring(ImVec2 center, float radius, ImU32 colour, float width) const;
  void chevron(ImVec2 center, float size, ImU32 colour, bool up) const;
  void focus_ring(const Rect& around, float radius) const;
  // A small panel beside `at`, kept inside `within`: what the pointer is over, a line per entry.
  void read_out(ImVec2 at, const Rect& within, const std::vector<std::string>& lines) const;

 private:
  void push(const TextStyle& style) const;
  ImVec2 size_of(std::string_view text, const TextStyle& style) const;
  Rect put(ImVec2 at, std::string_view text, const TextStyle& style) const;
  std::vector<std::string_view> lines_of(std::string_view text, const TextStyle& style, float width) const;
  void note(std::string_view text, const Rect& box, bool floating) const;

  Fonts fonts_;
  std::vector<DrawnText>* trace_;
  ImDrawList* list_ = nullptr;
  mutable bool floating_ = false;
};

}  // namespace lesson::ui
