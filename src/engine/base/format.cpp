#include "engine/base/format.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdio>

#include "engine/base/language.h"

namespace lesson {
namespace {

constexpr double kLargestGrouped = 1e15;  // above this, digits are noise and scientific text is used

// Not std::to_chars: with a precision it brings 100 kB of tables, which the page would have to fetch.
std::string digits(double value, std::chars_format format, int precision) {
  std::array<char, 512> buffer;  // the longest fixed double has 309 digits before the point
  const char* const layout = format == std::chars_format::fixed ? "%.*f" : "%.*e";
  const int length = std::snprintf(buffer.data(), buffer.size(), layout, precision, value);
  const bool fits = length > 0 && length < static_cast<int>(buffer.size());
  return fits ? std::string(buffer.data(), static_cast<std::size_t>(length)) : std::string("n/a");
}

// "12.500" -> "12.5", "12.000" -> "12"; also before an exponent: "1.80e+18" -> "1.8e+18".
std::string without_trailing_zeros(const std::string& text) {
  const std::size_t mantissa_end = std::min(text.find('e'), text.size());
  std::string mantissa = text.substr(0, mantissa_end);
  if (mantissa.find('.') != std::string::npos) {
    while (mantissa.back() == '0') mantissa.pop_back();
    if (mantissa.back() == '.') mantissa.pop_back();
  }
  return mantissa + text.substr(mantissa_end);
}

// With the language's decimal sign.
std::string spelled(std::string text) {
  if (const std::size_t point = text.find('.'); point != std::string::npos) text[point] = language().decimal;
  return text;
}

// The same, with signs between groups of three: "1,234.5", "1.234,5".
std::string grouped(const std::string& text) {
  const std::size_t first = text.front() == '-' ? 1 : 0;
  const std::size_t whole_end = std::min(text.find('.'), text.size());
  std::string result = text.substr(0, first);
  for (std::size_t i = first; i < whole_end; ++i) {
    if (i > first && (whole_end - i) % 3 == 0) result += language().group;
    result += text[i];
  }
  return result + spelled(text.substr(whole_end));
}

std::string fixed(double value, int decimals) {
  const std::string text = digits(value, std::chars_format::fixed, decimals);
  const bool minus_zero = text.front() == '-' && text.find_first_not_of("-0.") == std::string::npos;
  return minus_zero ? text.substr(1) : text;
}

std::string scientific(double value, int significant) {
  return without_trailing_zeros(digits(value, std::chars_format::scientific, significant - 1));
}

std::string no_number() { return std::string(tr("n/a")); }

bool is_whole(double value) { return std::floor(value) == value; }

std::string plural(const std::string& number, std::string_view one, std::string_view many) {
  const bool single = number == "1" || number == spelled("1.0");
  return say(single ? one : many, number);
}

struct Prefix {
  double factor;
  std::string_view text;
};
constexpr std::array<Prefix, 7> kDecimal{
    {{1e18, "E"}, {1e15, "P"}, {1e12, "T"}, {1e9, "G"}, {1e6, "M"}, {1e3, "k"}, {1, ""}}};

// Largest prefix that leaves at least 1; values that would round up to 1000 of it already use the next one.
const Prefix& prefix_for(double value) {
  for (const Prefix& prefix : kDecimal) {
    if (std::abs(value) >= prefix.factor * 0.9995) return prefix;
  }
  return kDecimal.back();
}

// Two decimals below 10 and one above, a whole number as it stands: "1.98", "41.9", "312".
std::string rate_digits(double value) {
  if (std::abs(value) >= kLargestGrouped) return format_scientific(value, 3);
  if (is_whole(value)) return format_grouped(value);
  return grouped(fixed(value, std::abs(value) < 9.995 ? 2 : 1));
}

std::string rate(double value, std::string_view unit) {
  const Prefix& prefix = prefix_for(value);
  return rate_digits(value / prefix.factor) + " " + std::string(prefix.text) + std::string(unit);
}

// One decimal, two below 10 where the second says something: "14.0", "3.94", "3.5", "1,120.0".
std::string memory_digits(double value) {
  std::string text = fixed(value, std::abs(value) < 9.995 ? 2 : 1);
  if (std::abs(value) < 9.995 && text.back() == '0') text.pop_back();
  return grouped(text);
}

std::string memory(double bytes, ByteUnit unit) {
  struct Step {
    double factor;
    std::string_view text;
  };
  // GB stays the unit up to 10,000 of them, so that devices and models can be compared at a glance.
  static constexpr std::array<Step, 6> kGb{
      {{1e18, "EB"}, {1e15, "PB"}, {1e12, "TB"}, {1e9, "GB"}, {1e6, "MB"}, {1e3, "kB"}}};
  static constexpr std::array<Step, 6> kGib{
      {{0x1p60, "EiB"}, {0x1p50, "PiB"}, {0x1p40, "TiB"}, {0x1p30, "GiB"}, {0x1p20, "MiB"}, {0x1p10, "KiB"}}};
  const auto& steps = unit == ByteUnit::gb ? kGb : kGib;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const bool above_giga = i < 3;
    const double threshold = above_giga ? steps[i].factor * 10 : steps[i].factor * 0.9995;
    if (std::abs(bytes) >= threshold) {
      const double scaled = bytes / steps[i].factor;
      const std::string number = scaled >= kLargestGrouped ? format_scientific(scaled, 3) : memory_digits(scaled);
      return number + " " + std::string(steps[i].text);
    }
  }
  return format_significant(bytes, 4) + " B";
}

std::string amount_of_flops(double flops) {
  return std::abs(flops) < 1e9 ? format_grouped(flops) : format_scientific(flops, 3);
}

// True for 7e9 and 1.5e12, which a few digits give in full.
bool is_round(double value, int significant) {
  const std::string few = scientific(value, significant);
  double shortened = 0;
  std::from_chars(few.data(), few.data() + few.size(), shortened);
  return shortened == value;
}

// Whole counts are exact; round ones and estimates are short.
std::string count(double value) {
  const bool in_full =
      is_whole(value) && std::abs(value) < kLargestGrouped && (std::abs(value) < 1e6 || !is_round(value, 3));
  return in_full ? format_grouped(value) : format_short_count(value);
}

std::string seconds(double value) {
  const double magnitude = std::abs(value);
  if (value == 0) return say("{} seconds", "0");
  if (magnitude < 1e-6) return format_significant(value * 1e9, 3) + " ns";
  if (magnitude < 1e-3) return format_significant(value * 1e6, 3) + " µs";
  if (magnitude < 1) return format_significant(value * 1e3, 3) + " ms";
  if (magnitude >= kLargestGrouped) return say("{} seconds", format_scientific(value, 3));
  return plural(magnitude < 99.95 ? format_significant(value, 3) : format_grouped(value), "{} second", "{} seconds");
}

std::string money(double usd) {
  const double magnitude = std::abs(usd);
  const std::string number = magnitude >= kLargestGrouped              ? format_scientific(magnitude, 3)
                             : magnitude >= 999.995                    ? format_grouped(magnitude)
                             : magnitude > 0 && magnitude < 0.01       ? format_significant(magnitude, 2)
                                                                       : format_fixed(magnitude, 2);
  return say(usd < 0 ? "-${}" : "${}", number);
}

std::string gpu_hours(double hours) {
  const double magnitude = std::abs(hours);
  if (magnitude >= kLargestGrouped) return say("{} GPU-hours", format_scientific(hours, 3));
  if (magnitude >= 99.95) return say("{} GPU-hours", format_grouped(hours));
  if (magnitude > 0 && magnitude < 0.1) return say("{} GPU-hours", format_significant(hours, 2));
  return plural(format_fixed(hours, 1), "{} GPU-hour", "{} GPU-hours");
}

}  // namespace

// ---- units -------------------------------------------------------------------------------------

std::string format_value(double value, Unit unit, ByteUnit bytes) {
  if (!std::isfinite(value)) return no_number();
  switch (unit) {
    case Unit::none:
      return is_whole(value) && std::abs(value) < kLargestGrouped ? format_grouped(value)
                                                                  : format_significant(value, 3);
    case Unit::exact:
      return format_significant(value, 9);
    case Unit::ratio:
      return format_significant(value * 100, 3) + " %";
    case Unit::bytes:
      return memory(value, bytes);
    case Unit::bytes_per_param:
      return plural(format_significant(value, 5), "{} byte", "{} bytes");
    case Unit::bytes_per_token:
      return say("{} per token", memory(value, bytes));
    case Unit::bytes_per_s:
      return rate(value, "B/s");
    case Unit::bits:
      return plural(format_significant(value, 5), "{} bit", "{} bits");
    case Unit::bits_per_param:
      return plural(format_significant(value, 5), "{} bit", "{} bits");
    case Unit::flops:
      return plural(amount_of_flops(value), "{} FLOP", "{} FLOPs");
    case Unit::flops_per_s:
      return rate(value, "FLOP/s");
    case Unit::flops_per_token:
      return say("{} per token", plural(amount_of_flops(value), "{} FLOP", "{} FLOPs"));
    case Unit::flops_per_byte:
      return say("{} FLOPs per byte", format_significant(value, 4));
    case Unit::params:
      return plural(count(value), "{} parameter", "{} parameters");
    case Unit::tokens:
      return plural(count(value), "{} token", "{} tokens");
    case Unit::tokens_per_s:
      return say("{} tokens/s", rate_digits(value));
    case Unit::tokens_per_param:
      return say("{} per parameter", plural(format_significant(value, 3), "{} token", "{} tokens"));
    case Unit::seconds:
      return seconds(value);
    case Unit::gpu_hours:
      return gpu_hours(value);
    case Unit::gpus:
      return plural(format_significant(value, 15), "{} GPU", "{} GPUs");
    case Unit::usd:
      return money(value);
    case Unit::usd_per_gpu_hour:
      return say("{} per GPU-hour", money(value));
    case Unit::watts:
      return format_significant(value, 4) + " W";
    case Unit::kwh:
      return std::abs(value) < 1e4 ? format_significant(value, 4) + " kWh"
                                   : format_significant(value / 1e3, 5) + " MWh";
    case Unit::kg_co2:
      return std::abs(value) < 1e3 ? format_significant(value, 3) + " kg CO₂"
                                   : format_significant(value / 1e3, 4) + " t CO₂";
    case Unit::kg_per_kwh:
      return say("{} kg CO₂ per kWh", format_significant(value, 3));
  }
  return no_number();
}

std::string format_quantity(const Quantity& quantity, ByteUnit bytes) {
  return quantity.value ? format_value(*quantity.value, quantity.unit, bytes) : no_number();
}

std::string format_bytes_both(double bytes) {
  if (!std::isfinite(bytes)) return no_number();
  if (std::abs(bytes) < 1e6) return say("{} bytes", format_grouped(bytes));
  if (std::abs(bytes) < 1e8)
    return grouped(fixed(bytes / 1e6, 2)) + " MB (" + grouped(fixed(bytes / 0x1p20, 2)) + " MiB)";
  if (std::abs(bytes) >= kLargestGrouped)
    return memory(bytes, ByteUnit::gb) + " (" + memory(bytes, ByteUnit::gib) + ")";
  return grouped(fixed(bytes / 1e9, 2)) + " GB (" + grouped(fixed(bytes / 0x1p30, 2)) + " GiB)";
}

// ---- plain numbers -----------------------------------------------------------------------------

std::string format_grouped(double value) {
  if (!std::isfinite(value)) return no_number();
  if (std::abs(value) >= kLargestGrouped) return format_scientific(value, 3);
  const std::string text = digits(std::round(value), std::chars_format::fixed, 0);
  return text == "-0" ? "0" : grouped(text);
}

std::string format_scientific(double value, int significant) {
  if (!std::isfinite(value)) return no_number();
  return spelled(scientific(value, significant));
}

std::string format_fixed(double value, int decimals) {
  return std::isfinite(value) ? spelled(fixed(value, decimals)) : no_number();
}

std::string format_significant(double value, int significant) {
  if (!std::isfinite(value)) return no_number();
  if (value == 0) return "0";
  const double magnitude = std::abs(value);
  if (magnitude >= kLargestGrouped || magnitude < 1e-4) return format_scientific(value, significant);
  const int exponent = static_cast<int>(std::floor(std::log10(magnitude)));
  const int decimals = std::max(0, significant - 1 - exponent);
  return grouped(without_trailing_zeros(digits(value, std::chars_format::fixed, decimals)));
}

std::string format_short_count(double value) {
  if (!std::isfinite(value)) return no_number();
  const double magnitude = std::abs(value);
  if (magnitude < 999'500) return is_whole(value) ? format_grouped(value) : format_significant(value, 3);
  if (magnitude >= kLargestGrouped) return format_scientific(value, 3);
  if (magnitude < 999.5e6) return format_significant(value / 1e6, 3) + "M";
  if (magnitude < 999.5e9) return format_significant(value / 1e9, 3) + "B";
  return format_significant(value / 1e12, 3) + "T";
}

std::string format_duration(double value) {
  struct Step {
    double seconds;
    std::string_view one, many;
  };
  static constexpr std::array<Step, 4> kSteps{
      {{365.25 * 86400, "{} year", "{} years"},
       {86400, "{} day", "{} days"},
       {3600, "{} hour", "{} hours"},
       {60, "{} minute", "{} minutes"}}};
  if (!std::isfinite(value)) return no_number();
  for (const Step& step : kSteps) {
    const bool years_too_early = step.seconds > 86400 * 365 && value < 2 * step.seconds;
    const bool days_too_early = step.seconds == 86400 && value < 2 * step.seconds;
    if (value >= step.seconds && !years_too_early && !days_too_early) {
      return plural(format_significant(value / step.seconds, 3), step.one, step.many);
    }
  }
  return seconds(value);
}

std::string format_math(double value) {
  if (!std::isfinite(value)) return no_number();
  static constexpr std::array<std::string_view, 10> kSuperscript{"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  const double magnitude = std::abs(value);
  const std::string few = scientific(value, 4);
  const bool plain = magnitude < 1e6 && magnitude >= 1e-4;
  if (value == 0 || plain) return is_whole(value) ? format_grouped(value) : format_significant(value, 6);
  if (magnitude >= 1 && is_whole(value) && !is_round(value, 4) && magnitude < kLargestGrouped)
    return format_grouped(value);
  const std::size_t e = few.find('e');
  int exponent = 0;
  std::from_chars(few.data() + e + (few[e + 1] == '+' ? 2 : 1), few.data() + few.size(), exponent);
  std::string power = exponent < 0 ? "⁻" : "";
  for (const char c : std::to_string(std::abs(exponent))) power += kSuperscript[static_cast<std::size_t>(c - '0')];
  const std::string mantissa = spelled(few.substr(0, e));
  return mantissa == "1" ? "10" + power : mantissa + " × 10" + power;
}

// ---- reading -----------------------------------------------------------------------------------

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

// `why`: a sentence with a hole for the text.
std::unexpected<Error> not_a_number(std::string_view text, std::string_view why) {
  return fail(ErrorCode::bad_number, say(why, quoted(text)));
}

// The exponent that k, M, B or T stands for, in either case; empty for anything else.
std::string_view suffix_exponent(char letter) {
  switch (letter) {
    case 'k':
    case 'K':
      return "e3";
    case 'm':
    case 'M':
      return "e6";
    case 'b':
    case 'B':
      return "e9";
    case 't':
    case 'T':
      return "e12";
    default:
      return "";
  }
}

// Takes the signs between groups out of "1,234,567.5"; false when they do not stand before groups of three.
bool remove_groups(std::string& number, char decimal, char group) {
  const std::size_t whole_end = std::min({number.find(decimal), number.find_first_of("eE"), number.size()});
  if (number.find(group, whole_end) != std::string::npos) return false;
  std::size_t since_sign = 0;
  bool seen_sign = false;
  std::string plain;
  for (const char c : number.substr(0, whole_end)) {
    if (c != group) {
      ++since_sign;
      plain += c;
      continue;
    }
    if (seen_sign ? since_sign != 3 : since_sign < 1 || since_sign > 3) return false;
    seen_sign = true;
    since_sign = 0;
  }
  if (seen_sign && since_sign != 3) return false;
  if (seen_sign && decimal != '.' && plain.front() == '0') return false;  // 0.385 is no group
  number = plain + number.substr(whole_end);
  return true;
}

// Into a number with a point and without groups. Where the decimal sign is a comma, a point that cannot stand between groups is
// taken for the decimal sign: many type it so.
bool make_plain(std::string& number, const Language& language) {
  if (!remove_groups(number, language.decimal, language.group)) {
    const bool lone_point = language.group == '.' && number.find(language.decimal) == std::string::npos &&
                            number.find('.') == number.rfind('.');
    if (!lone_point) return false;
  }
  if (const std::size_t at = number.find(language.decimal); at != std::string::npos) number[at] = '.';
  return true;
}

}  // namespace

std::string quoted(std::string_view text) {
  constexpr std::size_t kLongest = 40;
  std::string shown = "\"";
  for (const char c : text.substr(0, kLongest)) shown += c >= ' ' && c <= '~' && c != '"' ? c : '?';
  return shown + (text.size() > kLongest ? "...\"" : "\"");
}

namespace {

Result<double> parse(std::string_view text, const Language& language) {
  std::string_view rest = trimmed(text);
  if (rest.empty()) return fail(ErrorCode::bad_number, std::string(tr("nothing is written here: give a number like 7e9, 7B or 1,500.")));
  const bool negative = rest.front() == '-';
  if (negative || rest.front() == '+') rest.remove_prefix(1);
  if (rest.empty() || !(is_digit(rest.front()) || rest.front() == '.' || rest.front() == language.decimal)) return not_a_number(text, "{} is not a number: write it like 7e9, 7B or 1,500.");

  const std::string_view exponent = suffix_exponent(rest.back());
  if (!exponent.empty()) {
    rest.remove_suffix(1);
    rest = trimmed(rest);
    if (rest.find_first_of("eE") != std::string_view::npos) return not_a_number(text, "{} has an exponent and a letter: write it like 7e9, 7B or 1,500.");
  }
  std::string number(rest);
  if (!make_plain(number, language)) return not_a_number(text, "{} has a comma in the wrong place: write it like 7e9, 7B or 1,500.");
  number += exponent;  // read as decimal digits, so that 4.06M is the nearest number to 4,060,000

  double value = 0;
  const char* const end = number.data() + number.size();
  const auto parsed = std::from_chars(number.data(), end, value, std::chars_format::general);
  if (parsed.ec == std::errc::result_out_of_range) return not_a_number(text, "{} is too large or too small to hold: write it like 7e9, 7B or 1,500.");
  if (parsed.ec != std::errc() || parsed.ptr != end || !std::isfinite(value))
    return not_a_number(text, "{} is not a number: write it like 7e9, 7B or 1,500.");
  return negative ? -value : value;
}

}  // namespace

Result<double> parse_number(std::string_view text) { return parse(text, language()); }
Result<double> parse_plain_number(std::string_view text) { return parse(text, Language{}); }

std::string as_typed(std::string plain) { return spelled(std::move(plain)); }

}  // namespace lesson
