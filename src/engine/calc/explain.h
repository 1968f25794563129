// Small helpers with which calculators write their derivations. Not for the interface: that only reads quantities.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/base/quantity.h"

namespace lesson {

// A number as people write it in a formula: 7e9 -> "7 × 10⁹", 6738415616 -> "6,738,415,616", 0.4 -> "0.4".
std::string math(double value);

// The value is the sum of the terms.
Quantity sum_of(std::string name, std::string label, Unit unit, std::vector<Term> terms);
Quantity value_of(std::string name, std::string label, Unit unit, double value);
// n/a: no value, and the sentence that says why.
Quantity not_available(std::string name, std::string label, Unit unit, std::string reason);

// The quantity of that name, or null.
const Quantity* find_quantity(const std::vector<Quantity>& quantities, std::string_view name);

}  // namespace lesson
