#include "engine/numeric/convert.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "engine/base/format.h"
#include "engine/base/language.h"

namespace lesson {
namespace {

std::uint32_t all_exponent_bits(FloatLayout layout) { return (1u << layout.exponent_bits) - 1; }

// Fraction of the largest finite value; its exponent follows from the layout.
std::uint32_t largest_bits(FloatLayout layout) {
  const std::uint32_t fraction = (1u << layout.fraction_bits) - 1;
  switch (layout.top) {
    case FloatLayout::Top::ieee:
      return ((all_exponent_bits(layout) - 1) << layout.fraction_bits) | fraction;
    case FloatLayout::Top::nan_only:
      return (all_exponent_bits(layout) << layout.fraction_bits) | (fraction - 1);
    case FloatLayout::Top::all_finite:
      return (all_exponent_bits(layout) << layout.fraction_bits) | fraction;
  }
  return 0;
}

std::uint32_t nan_bits(FloatLayout layout) {
  const std::uint32_t exponent = all_exponent_bits(layout) << layout.fraction_bits;
  switch (layout.top) {
    case FloatLayout::Top::ieee:
      return exponent | (1u << (layout.fraction_bits - 1));
    case FloatLayout::Top::nan_only:
      return exponent | ((1u << layout.fraction_bits) - 1);
    case FloatLayout::Top::all_finite:
      return 0;
  }
  return 0;
}

std::uint32_t overflow_bits(FloatLayout layout) {
  switch (layout.top) {
    case FloatLayout::Top::ieee:
      return all_exponent_bits(layout) << layout.fraction_bits;
    case FloatLayout::Top::nan_only:
      return nan_bits(layout);
    case FloatLayout::Top::all_finite:
      return largest_bits(layout);
  }
  return 0;
}

// Nearest whole number, ties to even, whatever the rounding mode of the processor.
double round_half_even(double value) {
  const double below = std::floor(value);
  const double fraction = value - below;
  if (fraction < 0.5) return below;
  if (fraction > 0.5) return below + 1;
  return std::fmod(below, 2) == 0 ? below : below + 1;
}

std::optional<FloatLayout> layout_of(const NumberFormat& format) {
  if (format.kind != FormatKind::floating) return std::nullopt;
  for (const FloatLayout layout : {kFp32, kTf32, kBf16, kFp16, kFp8E5m2, kFp8E4m3, kFp4E2m1}) {
    if (layout.exponent_bits == format.exponent_bits && layout.fraction_bits == format.fraction_bits) return layout;
  }
  return std::nullopt;
}

std::string binary(std::uint64_t bits, int count) {
  std::string text;
  for (int i = count - 1; i >= 0; --i) text += (bits >> i) & 1 ? '1' : '0';
  return text;
}

std::string hexadecimal(std::uint64_t bits, int count) {
  std::string text = "0x";
  for (int digit = (count + 3) / 4 - 1; digit >= 0; --digit) text += "0123456789ABCDEF"[(bits >> (4 * digit)) & 15];
  return text;
}

std::string sign_exponent_fraction(std::uint64_t bits, const NumberFormat& format) {
  const int exponent = format.exponent_bits, fraction = format.fraction_bits;
  const std::string text = binary(bits, 1 + exponent + fraction);
  return text.substr(0, 1) + "|" + text.substr(1, static_cast<std::size_t>(exponent)) + "|" +
         text.substr(1 + static_cast<std::size_t>(exponent));
}

Conversion conversion_of(const NumberFormat& format, double input) {
  Conversion conversion;
  conversion.format = &format;
  conversion.input = input;
  return conversion;
}

void set_stored(Conversion& conversion, double stored) {
  conversion.stored = stored;
  conversion.error = std::abs(stored - conversion.input);
  if (conversion.input != 0) conversion.relative_error = *conversion.error / std::abs(conversion.input);
}

void describe_overflow(Conversion& conversion, FloatLayout layout) {
  const std::string largest = format_significant(*conversion.format->largest, 6);
  switch (layout.top) {
    case FloatLayout::Top::ieee:
      conversion.overflow = Overflow::to_infinity;
      conversion.note = say("infinity: the largest is {}", largest);
      break;
    case FloatLayout::Top::nan_only:
      conversion.overflow = Overflow::to_nan;
      conversion.note = say("not a number: the largest is {} and this format has no infinity", largest);
      break;
    case FloatLayout::Top::all_finite:
      conversion.overflow = Overflow::to_largest;
      conversion.note = say("the largest is {}, and that is what is stored", largest);
      break;
  }
}

void describe_underflow(Conversion& conversion) {
  const double input = std::abs(conversion.input), stored = std::abs(*conversion.stored);
  if (input == 0 || stored >= *conversion.format->smallest_normal || input == stored) return;
  conversion.underflow = true;
  conversion.note = stored == 0 ? std::string(tr("zero: the number is too small for this format"))
                                : say("below {} this format has fewer digits",
                                      format_significant(*conversion.format->smallest_normal, 3));
}

Conversion convert_float(const NumberFormat& format, FloatLayout layout, double value) {
  Conversion conversion = conversion_of(format, value);
  const std::uint32_t bits = encode_float(layout, value);
  conversion.hex = hexadecimal(bits, layout.bits());
  conversion.bits = sign_exponent_fraction(bits, format);
  const double stored = decode_float(layout, bits);
  const bool saturated = layout.top == FloatLayout::Top::all_finite && std::abs(value) > *format.largest;
  if (std::isfinite(stored)) set_stored(conversion, stored);
  if (!std::isfinite(stored) || saturated) {
    describe_overflow(conversion, layout);
  } else {
    describe_underflow(conversion);
  }
  return conversion;
}

Conversion convert_float64(const NumberFormat& format, double value) {
  Conversion conversion = conversion_of(format, value);
  const auto bits = std::bit_cast<std::uint64_t>(value);
  conversion.hex = hexadecimal(bits, 64);
  conversion.bits = sign_exponent_fraction(bits, format);
  set_stored(conversion, value);
  return conversion;
}

// The next power of two at or above |value|; 1 for zero.
double assumed_largest(double value) {
  if (value == 0) return 1;
  const double power = std::exp2(std::ceil(std::log2(std::abs(value))));
  return std::isfinite(power) ? power : std::numeric_limits<double>::max();
}

Conversion convert_integer(const NumberFormat& format, double value, std::optional<double> scale_largest) {
  Conversion conversion = conversion_of(format, value);
  const double steps = std::exp2(format.fraction_bits) - 1;  // 127 or 7
  const double largest = scale_largest.value_or(assumed_largest(value));
  const double scale = std::max(largest / steps, std::numeric_limits<double>::min());  // never zero
  double whole = round_half_even(value / scale);
  if (std::abs(whole) > steps) {
    whole = std::copysign(steps, whole);
    conversion.overflow = Overflow::to_largest;
  }
  const int count = 1 + format.fraction_bits;
  const auto bits =
      static_cast<std::uint32_t>(static_cast<std::int32_t>(whole)) & ((1u << count) - 1);  // two's complement
  conversion.hex = hexadecimal(bits, count);
  conversion.bits = binary(bits, count).insert(1, "|");
  conversion.scale = scale;
  conversion.scale_largest = largest;
  set_stored(conversion, whole * scale);
  conversion.underflow = value != 0 && whole == 0;
  conversion.note = say(scale_largest ? "the largest number that shares the scale is {}, so one step is {}"
                                      : "assuming the largest number that shares the scale is {}, so one step is {}",
                        format_significant(largest, 4), format_significant(scale, 4));
  return conversion;
}

}  // namespace

std::uint32_t encode_float(FloatLayout layout, double value) {
  const std::uint32_t sign = std::signbit(value) ? 1u << (layout.exponent_bits + layout.fraction_bits) : 0u;
  if (std::isnan(value)) return nan_bits(layout);
  if (std::isinf(value)) return sign | overflow_bits(layout);
  const double magnitude = std::abs(value);
  if (magnitude == 0) return sign;

  // In units of the last fraction bit; below the smallest normal the unit stops shrinking, which gives subnormals.
  const int smallest_exponent = 1 - layout.bias();
  const int exponent = std::max(std::ilogb(magnitude), smallest_exponent);
  const double units = round_half_even(std::ldexp(magnitude, layout.fraction_bits - exponent));
  // Adding the units carries into the exponent by itself when rounding reaches the next power of two.
  const std::uint64_t biased = static_cast<std::uint64_t>(exponent - smallest_exponent);
  const std::uint64_t bits = (biased << layout.fraction_bits) + static_cast<std::uint64_t>(units);
  return sign | (bits > largest_bits(layout) ? overflow_bits(layout) : static_cast<std::uint32_t>(bits));
}

double decode_float(FloatLayout layout, std::uint32_t bits) {
  const std::uint32_t fraction_mask = (1u << layout.fraction_bits) - 1;
  const std::uint32_t fraction = bits & fraction_mask;
  const std::uint32_t exponent = (bits >> layout.fraction_bits) & all_exponent_bits(layout);
  const double sign = (bits >> (layout.exponent_bits + layout.fraction_bits)) & 1 ? -1.0 : 1.0;
  if (exponent == all_exponent_bits(layout)) {
    if (layout.top == FloatLayout::Top::ieee) {
      return fraction == 0 ? sign * std::numeric_limits<double>::infinity() : std::numeric_limits<double>::quiet_NaN();
    }
    if (layout.top == FloatLayout::Top::nan_only && fraction == fraction_mask)
      return std::numeric_limits<double>::quiet_NaN();
  }
  const int unit_exponent = 1 - layout.bias() - layout.fraction_bits;
  if (exponent == 0) return sign * std::ldexp(static_cast<double>(fraction), unit_exponent);
  const double mantissa = static_cast<double>(fraction) + std::ldexp(1.0, layout.fraction_bits);
  return sign * std::ldexp(mantissa, static_cast<int>(exponent) - 1 + unit_exponent);
}

Result<Conversion> convert_number(const NumberFormat& format, double value, std::optional<double> scale_largest) {
  if (!std::isfinite(value))
    return fail(ErrorCode::bad_number, "Only a finite number can be stored: give one like 3.14159.");
  if (scale_largest && !(*scale_largest > 0 && std::isfinite(*scale_largest))) {
    return fail(ErrorCode::out_of_range, "The largest number that shares the scale must be above 0: give one like 4.");
  }
  if (format.kind == FormatKind::block) {
    return fail(ErrorCode::not_available, say("{} stores {} numbers together with their scale, so one number alone has no value in it: choose a "
                                                 "plain format to see bits.",
                                                 tr(format.name), std::to_string(format.block_size)));
  }
  if (format.kind == FormatKind::integer) return convert_integer(format, value, scale_largest);
  const std::optional<FloatLayout> layout = layout_of(format);
  return layout ? convert_float(format, *layout, value) : convert_float64(format, value);
}

}  // namespace lesson
