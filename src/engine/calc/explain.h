// Small helpers with which calculators build quantities and their derivations. The interface only reads quantities.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/base/quantity.h"

namespace lesson {

// The words that explain a number: formula in symbols, the same with the values put in, where it comes from, what it
// leaves out.
struct Derivation {
  std::string formula;
  std::string substituted;
  std::string source;
  std::string left_out;
};

Quantity value_of(std::string name, std::string label, Unit unit, double value, Derivation derivation);
// The value is the sum of the terms.
Quantity sum_of(std::string name, std::string label, Unit unit, std::vector<Term> terms, Derivation derivation);
// n/a: no value, and the sentence that says why. The formula may still be shown.
Quantity not_available(std::string name, std::string label, Unit unit, std::string reason, Derivation derivation = {});

// A number that something is divided by, in brackets where it would be misread: "(3 × 10⁹)".
std::string divisor(double value);

// The quantity of that name, or null.
const Quantity* find_quantity(const std::vector<Quantity>& quantities, std::string_view name);

}  // namespace lesson
