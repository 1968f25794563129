#include "app/compute/json_text.h"

#include <cmath>

namespace lesson {

void append_json(std::string& out, std::string_view text) {
  constexpr std::string_view kHex = "0123456789abcdef";
  out += '"';
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20) {
      out.append("\\u00").append(1, kHex[byte >> 4]).append(1, kHex[byte & 15]);
      continue;
    }
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  out += '"';
}

void append_json(std::string& out, bool truth) { out += truth ? "true" : "false"; }

void append_json(std::string& out, double number) {
  if (!std::isfinite(number)) {
    out += "null";
    return;
  }
  if (number == std::floor(number) && std::abs(number) < 0x1p53) return append_json(out, static_cast<std::int64_t>(number));
  // 15 digits as a whole number, and the power of ten that goes with it. The scale is split, so that neither half overflows.
  int exponent = static_cast<int>(std::floor(std::log10(std::abs(number)))) - 14;
  const auto scaled = [&] { return number / std::pow(10.0, exponent / 2) / std::pow(10.0, exponent - exponent / 2); };
  if (std::abs(scaled()) >= 1e15) ++exponent;  // the logarithm was rounded down
  append_json(out, static_cast<std::int64_t>(std::llround(scaled())));
  out += 'e';
  append_json(out, exponent);
}

}  // namespace lesson
