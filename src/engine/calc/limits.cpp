#include "engine/calc/limits.h"

#include <cmath>
#include <string>

#include "engine/base/format.h"

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
  const std::string subject = begins_sentence(limit.name) + " must be ";
  const std::string advice = ": " + std::string(limit.hint) + ".";
  if (!std::isfinite(value)) return fail(ErrorCode::bad_number, subject + "a number" + advice);
  if (!(value >= limit.low && value <= limit.high)) {
    return fail(ErrorCode::out_of_range, subject + "from " + format_short_count(limit.low) + " to " +
                                             format_short_count(limit.high) + ", not " + format_short_count(value) +
                                             advice);
  }
  if (limit.whole && std::floor(value) != value) {
    return fail(ErrorCode::out_of_range, subject + "a whole number, not " + format_significant(value, 6) + advice);
  }
  return {};
}

}  // namespace lesson
