#include "ui/widgets/slider_scale.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace lesson::ui {
namespace {

constexpr double kZeroShare = 0.06;  // of the track, for "off"

bool is_log(const ParamSpec& spec) { return spec.scale != ParamScale::linear; }
bool has_zero_end(const ParamSpec& spec) { return is_log(spec) && spec.allow_zero; }
double low_end(const ParamSpec& spec) { return is_log(spec) ? spec.slider_min.value_or(spec.min) : spec.slider_from(); }

// 207 steps of 0.05 are 10.350000000000001; a link is to say 10.35.
double as_written(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.12g", value);
  return std::strtod(text, nullptr);
}

double two_digits(double value) {
  if (value == 0) return 0;
  const double unit = std::pow(10.0, std::floor(std::log10(std::abs(value)) + 1e-9) - 1);
  return as_written(std::round(value / unit) * unit);
}

double rounded(const ParamSpec& spec, double value) {
  if (spec.step > 0) {
    // On a log scale a step of 1 is far too fine for a value of a million.
    const double step =
        is_log(spec) ? std::max(spec.step, std::exp2(std::floor(std::log2(std::max(value, 1.0))) - 9)) : spec.step;
    value = as_written(std::round(value / step) * step);
  } else if (is_log(spec)) {
    value = two_digits(value);
  }
  return spec.kind == ParamKind::integer ? std::round(value) : value;
}

double within_slider(const ParamSpec& spec, double value) { return std::clamp(value, low_end(spec), spec.slider_to()); }

}  // namespace

ParamSpec slider_spec(const LessonState& state, const ParamSpec& spec) {
  ParamSpec here = spec;
  if (spec.name() == "threads") here.slider_max = std::clamp(state.environment.max_threads, spec.min, spec.max);
  return here;
}

double slider_place(const ParamSpec& spec, double value) {
  const double low = low_end(spec), high = spec.slider_to();
  if (high <= low) return 0;
  if (!is_log(spec)) return std::clamp((value - low) / (high - low), 0.0, 1.0);
  if (has_zero_end(spec) && value <= 0) return 0;
  const double share = std::clamp(std::log(std::max(value, low) / low) / std::log(high / low), 0.0, 1.0);
  return has_zero_end(spec) ? kZeroShare + share * (1 - kZeroShare) : share;
}

double slider_value(const ParamSpec& spec, double place) {
  const double low = low_end(spec), high = spec.slider_to();
  place = std::clamp(place, 0.0, 1.0);
  if (has_zero_end(spec)) {
    if (place < kZeroShare / 2) return 0;
    place = std::max(0.0, (place - kZeroShare) / (1 - kZeroShare));
  }
  if (place <= 0) return low;
  if (place >= 1) return high;
  const double value = is_log(spec) ? low * std::pow(high / low, place) : low + place * (high - low);
  return within_slider(spec, rounded(spec, value));
}

double slider_nudged(const ParamSpec& spec, double value, int direction, bool big) {
  const double low = low_end(spec), high = spec.slider_to();
  if (!is_log(spec)) {
    const double fine = spec.step > 0 ? spec.step : (high - low) / 100;
    return std::clamp(rounded(spec, value + direction * (big ? std::max(fine, (high - low) / 10) : fine)), low, high);
  }
  if (has_zero_end(spec) && (value <= 0 || (direction < 0 && value <= low)))
    return direction > 0 && value <= 0 ? low : direction > 0 ? value : 0;
  if (big) {
    const double factor = spec.scale == ParamScale::log2 ? 2 : 10;
    return within_slider(spec, rounded(spec, direction > 0 ? value * factor : value / factor));
  }
  if (spec.step > 1)
    return within_slider(
        spec, (direction > 0 ? std::floor(value / spec.step) + 1 : std::ceil(value / spec.step) - 1) * spec.step);
  // The next value that differs after rounding.
  double next = value;
  for (double factor = 1.01; next == value && factor < 3; factor *= 1.02)
    next = within_slider(spec, rounded(spec, direction > 0 ? value * factor : value / factor));
  return next;
}

std::vector<double> slider_marks(const ParamSpec& spec) {
  std::vector<double> marks;
  if (!is_log(spec)) return marks;
  const double base = spec.scale == ParamScale::log2 ? 2 : 10, low = low_end(spec);
  const double first = std::pow(base, std::ceil(std::log(low) / std::log(base) - 1e-9));
  for (double value = first; value <= spec.slider_to() * (1 + 1e-9); value *= base)
    marks.push_back(slider_place(spec, value));
  return marks;
}

double snapped_to_mark(const ParamSpec& spec, double place, double reach) {
  if (spec.scale != ParamScale::log2) return place;
  for (const double mark : slider_marks(spec))
    if (std::abs(mark - place) <= reach) return mark;
  return place;
}

}  // namespace lesson::ui
