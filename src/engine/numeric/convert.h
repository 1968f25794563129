// What a number becomes when it is stored in a format: bits, stored value, error.
// Rounding is to nearest, ties to even, as IEEE 754 and the OCP 8-bit specification say; subnormals are kept.
// Sources: IEEE 754-2019; OCP 8-bit Floating Point Specification (OFP8) 1.0; OCP Microscaling (MX) 1.0 for fp4 e2m1.
// Does not: convert block formats (a block's scale depends on all its numbers), allocate in encode and decode.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "engine/base/result.h"
#include "engine/numeric/format_table.h"

namespace lesson {

// A small binary floating-point format. Bits are laid out sign, exponent, fraction from the top.
struct FloatLayout {
  int exponent_bits;
  int fraction_bits;
  enum class Top : std::uint8_t {
    ieee,       // the highest exponent holds infinity and NaN: fp16, bf16, tf32, fp32, fp8_e5m2
    nan_only,   // only all ones is NaN and there is no infinity: fp8_e4m3
    all_finite  // no NaN, no infinity: fp4 e2m1
  } top;

  constexpr int bias() const { return (1 << (exponent_bits - 1)) - 1; }
  constexpr int bits() const { return 1 + exponent_bits + fraction_bits; }
};

inline constexpr FloatLayout kFp32{8, 23, FloatLayout::Top::ieee};
inline constexpr FloatLayout kTf32{8, 10, FloatLayout::Top::ieee};
inline constexpr FloatLayout kBf16{8, 7, FloatLayout::Top::ieee};
inline constexpr FloatLayout kFp16{5, 10, FloatLayout::Top::ieee};
inline constexpr FloatLayout kFp8E5m2{5, 2, FloatLayout::Top::ieee};
inline constexpr FloatLayout kFp8E4m3{4, 3, FloatLayout::Top::nan_only};
inline constexpr FloatLayout kFp4E2m1{2, 1, FloatLayout::Top::all_finite};

// Nearest stored value, ties to even. Too large: infinity (ieee), NaN (nan_only), the largest value (all_finite), which
// are the defaults of the specifications without saturation (fp4 has only saturation). NaN stays NaN where the format
// has one, else zero.
std::uint32_t encode_float(FloatLayout layout, double value);
// Exact for every bit pattern; infinity and NaN come back as such.
double decode_float(FloatLayout layout, std::uint32_t bits);

enum class Overflow : std::uint8_t {
  none,
  to_infinity,  // stored as infinity
  to_nan,       // stored as "not a number" (fp8_e4m3 has no infinity)
  to_largest,   // stored as the largest value the format or the scale allows
};

struct Conversion {
  const NumberFormat* format = nullptr;
  double input = 0;
  std::string hex;                       // "0x4049", as many digits as the format has
  std::string bits;                      // "0|10000000|1001001": sign|exponent|fraction; integers "0|1100100"
  std::optional<double> stored;          // absent when the stored bits are not a finite number
  std::optional<double> error;           // |stored - input|; absent when stored is
  std::optional<double> relative_error;  // error / |input|; absent when stored is, or the input is 0
  Overflow overflow = Overflow::none;
  bool underflow = false;               // the input was not 0, and what is stored is 0 or has fewer bits than usual
  std::optional<double> scale;          // integers: the value of one step
  std::optional<double> scale_largest;  // integers: the largest value that shares the scale
  std::string note;  // one sentence, empty when nothing needs saying: "infinity: the largest is 65,504"
};

// Converts one finite number. Integers need a scale: largest/127 (int8) or largest/7 (int4), where `scale_largest` is
// the largest |x| of the numbers that share it; absent = the next power of two at or above |value|, and the note says
// so. Not finite -> Error::bad_number. A block format -> Error::not_available with the reason.
Result<Conversion> convert_number(const NumberFormat& format, double value,
                                  std::optional<double> scale_largest = std::nullopt);

}  // namespace lesson
