// Helpers of the calculators' tests. Every comparison is written so that NaN fails.
#pragma once

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "engine/base/quantity.h"
#include "engine/base/result.h"

namespace lesson::test {

// The value, or a failed check and a default one.
template <class T>
T got(Result<T> result) {
  const std::string message = result ? std::string() : result.error().message;
  CHECK_MESSAGE(result.has_value(), message);
  return result ? std::move(*result) : T{};
}

// The number of a quantity, or a failed check and NaN.
inline double number(const Quantity& quantity) {
  CHECK_MESSAGE(quantity.value.has_value(), quantity.name << " is n/a: " << quantity.reason);
  return quantity.value.value_or(std::numeric_limits<double>::quiet_NaN());
}

// One test vector: `value` equals what the source says, to within `bound` (half of the source's last digit).
inline void agrees(double value, double source, double bound, const std::string& what = {}) {
  const double error = std::abs(value - source);
  if (!(error <= bound))
    FAIL_CHECK(what << ": " << value << " is not " << source << " +- " << bound);
  else
    CHECK(error <= bound);
}
inline void agrees_exactly(double value, double source, const std::string& what = {}) {
  agrees(value, source, 0, what);
}
inline void agrees_relative(double value, double source, double ratio, const std::string& what = {}) {
  agrees(value, source, std::abs(source) * ratio, what);
}

}  // namespace lesson::test
