// Numbers to text and text to numbers, for readers. The only place where units are scaled.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "engine/base/quantity.h"
#include "engine/base/result.h"

namespace lesson {

enum class ByteUnit : std::uint8_t { gb, gib };  // 10⁹ or 2³⁰: the switch that changes every number on the page

// 14e9 B -> "14.0 GB"; 3.15e23 FLOP -> "3.15e+23 FLOPs"; 701122.2 GPU-hours -> "701,122"; never NaN or inf: "n/a".
std::string format_value(double value, Unit unit, ByteUnit bytes = ByteUnit::gb);
std::string format_quantity(const Quantity& quantity, ByteUnit bytes = ByteUnit::gb);

std::string format_grouped(double value);             // "701,122": rounded to a whole number
std::string format_scientific(double value, int significant);  // "3.15e+23", "1.8e+18"
std::string format_fixed(double value, int decimals);
std::string format_short_count(double value);         // "7B", "1.5T", "512", "125M": as people write model sizes

// "7e9", "7B", "7 b", "1.5T", "100m" (million), "3k", "1,000" -> number. Refuses NaN, infinity, empty, unknown suffixes;
// the error quotes the text and shows an example that works. No range check.
Result<double> parse_number(std::string_view text);

}  // namespace lesson
