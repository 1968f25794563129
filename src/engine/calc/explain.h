// Small helpers with which calculators write their derivations. Not for the interface: that only reads quantities.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/base/quantity.h"

namespace lesson {

// The value is the sum of the terms.
Quantity sum_of(std::string name, std::string label, Unit unit, std::vector<Term> terms);
Quantity value_of(std::string name, std::string label, Unit unit, double value);
// n/a: no value, and the sentence that says why.
Quantity not_available(std::string name, std::string label, Unit unit, std::string reason);

// The quantity of that name, or null.
const Quantity* find_quantity(const std::vector<Quantity>& quantities, std::string_view name);

}  // namespace lesson
