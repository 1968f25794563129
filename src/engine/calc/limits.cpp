#include "engine/calc/limits.h"

#include <cmath>
#include <string>

#include "engine/base/format.h"
#include "engine/base/language.h"

namespace lesson {
namespace {

std::string begins_sentence(std::string_view text) {
  std::string sentence(text);
  if (!sentence.empty() && sentence[0] >= 'a' && sentence[0] <= 'z')
    sentence[0] = static_cast<char>(sentence[0] - 'a' + 'A');
  return sentence;
}

}  // namespace

Result<void> check(const Limit& limit, double value) {
  const std::string subject = begins_sentence(tr(limit.name));
  const std::string_view advice = tr(limit.hint);
  if (!std::isfinite(value)) return fail(ErrorCode::bad_number, say("{} must be a number: {}.", subject, advice));
  if (!(value >= limit.low && value <= limit.high)) {
    return fail(ErrorCode::out_of_range,
                say("{} must be from {} to {}, not {}: {}.", subject, format_short_count(limit.low),
                    format_short_count(limit.high), format_short_count(value), advice));
  }
  if (limit.whole && std::floor(value) != value) {
    return fail(ErrorCode::out_of_range,
                say("{} must be a whole number, not {}: {}.", subject, format_significant(value, 6), advice));
  }
  return {};
}

}  // namespace lesson
