// The one table of number formats: what a number costs in memory and what it can hold.
// Bits are exact and include the scales of a block format (q4_0: 18 bytes for 32 weights = 4.5 bits a weight).
// To add a format: one row in format_table.cpp; a codec in convert.cpp only if the lesson is to convert single numbers.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "engine/base/result.h"

namespace lesson {

enum class FormatKind : std::uint8_t {
  floating,  // each number stands alone: sign, exponent, fraction
  integer,   // whole steps of a scale that many numbers share; the scale is not counted
  block,     // a few bits a number and one scale (or more) for each block, counted in bits_per_value
};

struct NumberFormat {
  std::string_view id;    // "bf16": what links, flags and files say
  std::string_view name;  // "bfloat16": what readers see
  FormatKind kind;
  double bits_per_value;  // in memory, scales included: 16, 4.5, 4.127
  int sign_bits;          // of one stored number; block formats: of one number inside the block
  int exponent_bits;
  int fraction_bits;                      // integer formats: the bits after the sign
  std::optional<double> largest;          // largest finite value; absent where a shared scale decides
  std::optional<double> step_near_one;    // distance from 1 to the next larger value; absent where a scale decides
  std::optional<double> smallest_normal;  // smallest positive value with full precision; absent where a scale decides
  int block_size;                         // numbers that share a scale; 1 = none
  std::string_view layout;                // one sentence: what the bits are
  std::string_view
      peak;  // the catalogue's peak this format computes at: "bf16", "fp8", "fp4"; empty = it has none of its own
  std::string_view source;

  constexpr double bytes_per_value() const { return bits_per_value / 8; }
};

// All formats, widest first, block formats last. The first one of each width is the default of that width.
std::span<const NumberFormat> number_formats();

// By id, display name or alias ("float32", "f32", "bfloat16", "float16", "half", "fp8"), any case.
// Unknown: Error::unknown_name that lists the ids.
Result<const NumberFormat*> find_number_format(std::string_view text);

}  // namespace lesson
