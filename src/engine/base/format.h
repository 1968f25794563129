// Numbers to text and text to numbers, for readers. The only place where units are scaled.
// Signs and words are those of the language (language.h): English, if none is set, whatever the machine's locale.
// Not finite -> "n/a". Does not: throw, know what a number means.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "engine/base/quantity.h"
#include "engine/base/result.h"

namespace lesson {

enum class ByteUnit : std::uint8_t { gb, gib };  // 10⁹ or 2³⁰: the switch that changes every number on the page

// Value and unit, scaled: "14.0 GB" or "13.0 GiB", "3.15e+23 FLOPs", "3,000,000 FLOPs", "989 TFLOP/s", "3,600 seconds",
// "1.0 GPU-hour", "701,122 GPU-hours", "$3.00", "50 %", "7B parameters", "16 bytes", "0.77 kWh".
std::string format_value(double value, Unit unit, ByteUnit bytes = ByteUnit::gb);
// The same for a quantity; an absent value is "n/a".
std::string format_quantity(const Quantity& quantity, ByteUnit bytes = ByteUnit::gb);

// Both units of an amount of memory, for derivations: "17.18 GB (16.00 GiB)".
std::string format_bytes_both(double bytes);

std::string format_grouped(double value);                       // "701,122": rounded to a whole number
std::string format_scientific(double value, int significant);   // "3.15e+23", "1.8e+18": trailing zeros dropped
std::string format_fixed(double value, int decimals);           // "0.500"
std::string format_significant(double value, int significant);  // "0.385", "21.3", "1,234": trailing zeros dropped
std::string format_short_count(double value);  // "7B", "1.5T", "512", "8,192", "125M": as people write sizes
std::string format_duration(double seconds);   // "29 minutes", "41.6 days", "1.5 years": for wall clocks

// A number as it stands in a formula: 7e9 -> "7 × 10⁹", 6738415616 -> "6,738,415,616", 0.4 -> "0.4".
std::string format_math(double value);

// Text from outside as it may stand in a sentence: in quotes, at most 40 characters, printable ones only.
std::string quoted(std::string_view text);

// "7e9", "7B", "7 b", "1.5T", "100m" (million), "3k", "1,000", "-1" -> number. Refuses NaN, infinity, empty text,
// hexadecimal, unknown letters and numbers too large to hold; the error quotes the text and shows an example that
// works. No range check. Decimal and group signs are the language's: "7,5" in German.
Result<double> parse_number(std::string_view text);
// The same as files and links write numbers, with a point, whatever the language.
Result<double> parse_plain_number(std::string_view text);
// "0.385" as a reader of the language would type it: "0,385".
std::string as_typed(std::string plain);

}  // namespace lesson
