// An axis: values to places, and the ticks that say what the places mean. Pure; no drawing.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace lesson::ui {

struct Axis {
  double low = 0, high = 1;
  bool log = false;
  float from = 0, to = 1;  // screen places of low and high; `to` may be the smaller one (upwards)

  float place(double value) const;
  double value(float place) const;
  bool shows(double value) const { return value >= low && value <= high; }
};

struct Tick {
  double value = 0;
  std::string label;  // empty: a line only
};

using TickText = std::function<std::string(double)>;

// Round values: 1-2-5 steps, or decades with 2 and 5 between them when there is room. `apart` is the least distance of
// labels.
std::vector<Tick> ticks(const Axis& axis, float apart, const TickText& text);

// Widens [low, high] to round ends: whole decades on a log axis, 1-2-5 steps from zero on a linear one.
Axis rounded_axis(double low, double high, bool log);

std::string power_of_ten(int exponent);  // "10¹⁵"
std::string tick_number(double value);   // "0.1", "1,000", "2×10¹⁵"
// All labels of a log axis in one way: plain numbers where they are short, else "10⁵", "2×10⁵".
TickText log_tick_text(const Axis& axis);

// The unit that a scale is labelled in: 1e9 and "GB", 1e6 and "million FLOPs".
struct UnitScale {
  double unit = 1;
  std::string name;
};
UnitScale bytes_scale(double largest, bool gib);
UnitScale flops_scale(double largest);

}  // namespace lesson::ui
