#include "engine/calc/precision.h"

#include "engine/base/format.h"
#include "engine/base/language.h"
#include "engine/calc/explain.h"

namespace lesson {
namespace {

constexpr std::string_view kScaled =
    "a scale that many numbers share decides: any size can be stored, in steps of the scale";

Quantity limit_quantity(std::string name, std::string label, const std::optional<double>& value, std::string meaning,
                        const NumberFormat& format) {
  if (!value) return not_available(std::move(name), std::move(label), Unit::exact, std::string(kScaled));
  return value_of(std::move(name), std::move(label), Unit::exact, *value,
                  {std::move(meaning), format_significant(*value, 6), std::string(format.source), ""});
}

void set_sizes(Precision& result, const NumberFormat& format) {
  const std::string left_out = format.kind == FormatKind::integer ? "the scale, which many numbers share" : "";
  result.bits = value_of(
      "precision.bits", "memory for one number", Unit::bits, format.bits_per_value,
      {std::string(format.layout), say("{} bits", format_math(format.bits_per_value)), std::string(format.source), left_out});
  result.bytes =
      value_of("precision.bytes", "memory for one number", Unit::bytes_per_param, format.bytes_per_value(),
               {"bits ÷ 8", format_math(format.bits_per_value) + " ÷ 8", std::string(format.source), left_out});
  const std::string exponent = std::to_string(format.exponent_bits), fraction = std::to_string(format.fraction_bits);
  result.largest = limit_quantity("precision.largest", "largest value", format.largest,
                                  say("the largest exponent of {} bits with the largest fraction", exponent), format);
  result.step = limit_quantity("precision.step", "smallest step near 1", format.step_near_one,
                               say("2^−(fraction bits) = 2^−{}", fraction), format);
}

void set_conversion(Precision& result, const Conversion& c) {
  const std::string source(c.format->source);
  const std::string stored = "precision.stored", error = "precision.error", relative = "precision.relative_error";
  if (!c.stored) {
    result.stored = not_available(stored, "stored value", Unit::exact, c.note);
    result.error = not_available(error, "error", Unit::none, c.note);
    result.relative_error = not_available(relative, "relative error", Unit::ratio, c.note);
    return;
  }
  result.stored = value_of(stored, "stored value", Unit::exact, *c.stored,
                           {"the nearest value the format has, ties to even", c.bits, source, ""});
  result.error =
      value_of(error, "error", Unit::none, *c.error,
               {"|stored − typed|",
                "|" + format_significant(*c.stored, 9) + " − " + format_significant(c.input, 9) + "|", source, ""});
  result.stored.caution = result.error.caution = c.note;
  if (!c.relative_error) {
    result.relative_error = not_available(relative, "relative error", Unit::ratio, "the number is 0");
    return;
  }
  result.relative_error = value_of(
      relative, "relative error", Unit::ratio, *c.relative_error,
      {"error ÷ |typed|",
       format_significant(*c.error, 6) + " ÷ " + format_significant(c.input < 0 ? -c.input : c.input, 9), source, ""});
}

}  // namespace

Result<Precision> precision(const PrecisionInput& input) {
  const auto format = find_number_format(input.dtype);
  if (!format) return std::unexpected(format.error());
  Precision result;
  set_sizes(result, **format);
  auto conversion = convert_number(**format, input.number);
  if (conversion) {
    set_conversion(result, *conversion);
    result.conversion = std::move(*conversion);
    return result;
  }
  if (conversion.error().code != ErrorCode::not_available) return std::unexpected(conversion.error());
  const std::string& reason = conversion.error().message;
  result.stored = not_available("precision.stored", "stored value", Unit::exact, reason);
  result.error = not_available("precision.error", "error", Unit::none, reason);
  result.relative_error = not_available("precision.relative_error", "relative error", Unit::ratio, reason);
  return result;
}

}  // namespace lesson
