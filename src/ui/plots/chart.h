// A plot with two axes: frame, gridlines, ticks with their unit, and the labels that belong to the marks.
// Curves and marks may have any colour; words in a data colour go through readable().
// Use: Chart chart(lab, place, x, y, words); draw curves and points; chart.finish().
#pragma once

#include <string>
#include <vector>

#include "ui/lab.h"
#include "ui/plots/axis.h"
#include "ui/plots/labels.h"

namespace lesson::ui {

struct ChartWords {
  std::string x_title, y_title;       // with the unit: "size n", "time (seconds)"
  TickText x_tick = {}, y_tick = {};  // how ticks read; left out: by the axis
  std::vector<double> x_values = {};  // ticks at these, instead of round numbers
};

struct Point {
  double x = 0, y = 0;
};

class Chart {
 public:
  Chart(const Lab& lab, const Rect& place, const Axis& x, const Axis& y, const ChartWords& words);

  const Rect& inside() const { return inside_; }
  const Axis& x() const { return x_; }
  const Axis& y() const { return y_; }
  ImVec2 place(Point point) const { return {x_.place(point.x), y_.place(point.y)}; }
  bool shows(Point point) const { return x_.shows(point.x) && y_.shows(point.y); }

  // Labels keep off curves that were drawn before them.
  void curve(const std::vector<Point>& points, ImU32 colour, float width = 2, bool dotted = false);
  void band(const std::vector<Point>& lower, const std::vector<Point>& upper, ImU32 colour) const;
  void mark(Point point, ImU32 colour, float radius = 4.5f, bool hollow = false);
  // Next to the point where there is room; false when there is none.
  bool label(Point point, std::string_view text, const TextStyle& style);
  // At a place inside the frame given as shares of it, for a curve's name; moved down until free.
  void words_at(float share_x, float share_y, std::string_view text, const TextStyle& style);
  // Index of the point nearest to the pointer within reach, or -1.
  int nearest(const std::vector<Point>& points) const;

 private:
  const Painter& paint_;
  bool touch_;
  Axis x_, y_;
  Rect inside_;
  LabelPlacer placer_;
};

}  // namespace lesson::ui
