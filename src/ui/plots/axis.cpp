#include "ui/plots/axis.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "engine/base/format.h"

namespace lesson::ui {
namespace {

constexpr int kMostTicks = 200;

double step_of(double range, double most_steps) {
  const double raw = range / std::max(1.0, most_steps), unit = std::pow(10.0, std::floor(std::log10(raw)));
  for (const double factor : {1.0, 2.0, 5.0})
    if (unit * factor >= raw * (1 - 1e-9)) return unit * factor;
  return unit * 10;
}

}  // namespace

float Axis::place(double value) const {
  double share = 0;
  if (log) share = value > 0 ? std::log(value / low) / std::log(high / low) : 0;
  else share = (value - low) / (high - low);
  if (!std::isfinite(share)) share = 0;
  return from + static_cast<float>(std::clamp(share, -4.0, 5.0)) * (to - from);
}

double Axis::value(float place) const {
  const double share = (place - from) / (to - from);
  return log ? low * std::pow(high / low, share) : low + share * (high - low);
}

std::vector<Tick> ticks(const Axis& axis, float apart, const TickText& text) {
  std::vector<Tick> list;
  const float length = std::abs(axis.to - axis.from);
  if (!(axis.high > axis.low) || length <= 0) return list;
  if (!axis.log) {
    const double step = step_of(axis.high - axis.low, length / apart);
    for (double value = std::ceil(axis.low / step - 1e-9) * step; value <= axis.high + step * 1e-9; value += step) {
      list.push_back({value, text(std::abs(value) < step * 1e-9 ? 0 : value)});
      if (list.size() > kMostTicks) break;
    }
    return list;
  }
  const double decades = std::log10(axis.high / axis.low), per_decade = length / decades;
  const int every = std::max(1, static_cast<int>(std::ceil(apart / per_decade)));
  const bool with_2_5 = per_decade >= apart * 3.4;
  const int first = static_cast<int>(std::floor(std::log10(axis.low) + 1e-9)), last = static_cast<int>(std::ceil(std::log10(axis.high) - 1e-9));
  for (int exponent = first; exponent <= last && list.size() < kMostTicks; ++exponent) {
    const double decade = std::pow(10.0, exponent);
    for (const double factor : {1.0, 2.0, 5.0}) {
      if (factor != 1 && !with_2_5) continue;
      const double value = decade * factor;
      if (value < axis.low * (1 - 1e-9) || value > axis.high * (1 + 1e-9)) continue;
      const bool labelled = factor != 1 || (exponent - first) % every == 0;
      list.push_back({value, labelled ? text(value) : std::string()});
    }
  }
  return list;
}

Axis rounded_axis(double low, double high, bool log) {
  Axis axis{.log = log};
  if (log) {
    low = std::max(low, 1e-300);
    axis.low = std::pow(10.0, std::floor(std::log10(low) + 1e-9));
    axis.high = std::pow(10.0, std::ceil(std::log10(std::max(high, low)) - 1e-9));
    if (axis.high <= axis.low) axis.high = axis.low * 10;
  } else {
    const double step = step_of(std::max(high - low, 1e-300), 5);
    axis.low = std::floor(low / step + 1e-9) * step;
    axis.high = std::ceil(high / step - 1e-9) * step;
    if (axis.high <= axis.low) axis.high = axis.low + step;
  }
  return axis;
}

std::string power_of_ten(int exponent) {
  static constexpr const char* kDigits[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string text = "10";
  if (exponent < 0) text += "⁻";
  for (const char digit : std::to_string(std::abs(exponent))) text += kDigits[static_cast<std::size_t>(digit - '0')];
  return text;
}

std::string tick_number(double value) {
  if (value == 0) return "0";
  const int exponent = static_cast<int>(std::floor(std::log10(std::abs(value)) + 1e-9));
  if (exponent >= -3 && exponent < 5) return format_significant(value, 3);
  const double mantissa = std::round(value / std::pow(10.0, exponent));
  return mantissa == 1 ? power_of_ten(exponent) : format_significant(mantissa, 1) + "×" + power_of_ten(exponent);
}

}  // namespace lesson::ui
