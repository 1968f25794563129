#include "ui/plots/axis.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <string_view>

#include "engine/base/format.h"
#include "engine/base/language.h"

namespace lesson::ui {
namespace {

constexpr int kMostTicks = 200;

double step_of(double range, double most_steps) {
  const double raw = range / std::max(1.0, most_steps), unit = std::pow(10.0, std::floor(std::log10(raw)));
  for (const double factor : {1.0, 2.0, 5.0})
    if (unit * factor >= raw * (1 - 1e-9)) return unit * factor;
  return unit * 10;
}

int exponent_of(double value) { return static_cast<int>(std::floor(std::log10(std::abs(value)) + 1e-9)); }

// 2e15 -> "2×10¹⁵", 1e15 -> "10¹⁵"
std::string with_power(double value, int exponent) {
  const double mantissa = std::round(value / std::pow(10.0, exponent));
  return mantissa == 1 ? power_of_ten(exponent) : format_significant(mantissa, 1) + "×" + power_of_ten(exponent);
}

}  // namespace

float Axis::place(double value) const {
  double share = 0;
  if (log)
    share = value > 0 ? std::log(value / low) / std::log(high / low) : 0;
  else
    share = (value - low) / (high - low);
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
  const int first = static_cast<int>(std::floor(std::log10(axis.low) + 1e-9)),
            last = static_cast<int>(std::ceil(std::log10(axis.high) - 1e-9));
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
  const int exponent = exponent_of(value);
  return exponent >= -3 && exponent < 6 ? format_significant(value, 3) : with_power(value, exponent);
}

TickText log_tick_text(const Axis& axis) {
  if (axis.low >= 0.99e-3 && axis.high <= 1.01e4) return [](double value) { return format_significant(value, 3); };
  return [](double value) { return with_power(value, exponent_of(value)); };
}

UnitScale bytes_scale(double largest, bool gib) {
  const double step = gib ? 1024 : 1000;
  double unit = 1;
  std::size_t power = 0;
  const std::array<std::string_view, 6> names =
      gib ? std::array<std::string_view, 6>{"bytes", "KiB", "MiB", "GiB", "TiB", "PiB"}
          : std::array<std::string_view, 6>{"bytes", "KB", "MB", "GB", "TB", "PB"};
  for (; power + 1 < names.size() && largest >= unit * step; ++power) unit *= step;
  return {unit, std::string(tr(names[power]))};
}

UnitScale flops_scale(double largest) {
  constexpr std::array<std::string_view, 5> kWords{"FLOPs", "thousand FLOPs", "million FLOPs", "billion FLOPs",
                                                   "trillion FLOPs"};
  const int thousands = std::max(0, exponent_of(std::max(largest, 1.0)) / 3);
  const double unit = std::pow(10.0, 3 * thousands);
  if (static_cast<std::size_t>(thousands) < kWords.size())
    return {unit, std::string(tr(kWords[static_cast<std::size_t>(thousands)]))};
  return {unit, say("× {} FLOPs", power_of_ten(3 * thousands))};
}

}  // namespace lesson::ui
