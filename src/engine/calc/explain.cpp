#include "engine/calc/explain.h"

#include <algorithm>

#include "engine/base/format.h"

namespace lesson {
namespace {

Quantity named(std::string name, std::string label, Unit unit, Derivation derivation) {
  Quantity quantity;
  quantity.name = std::move(name);
  quantity.label = std::move(label);
  quantity.unit = unit;
  quantity.formula = std::move(derivation.formula);
  quantity.substituted = std::move(derivation.substituted);
  quantity.source = std::move(derivation.source);
  quantity.left_out = std::move(derivation.left_out);
  return quantity;
}

}  // namespace

Quantity value_of(std::string name, std::string label, Unit unit, double value, Derivation derivation) {
  Quantity quantity = named(std::move(name), std::move(label), unit, std::move(derivation));
  quantity.value = value;
  return quantity;
}

Quantity sum_of(std::string name, std::string label, Unit unit, std::vector<Term> terms, Derivation derivation) {
  Quantity quantity = named(std::move(name), std::move(label), unit, std::move(derivation));
  double sum = 0;
  for (const Term& term : terms) sum += term.value;
  quantity.value = sum;
  quantity.terms = std::move(terms);
  return quantity;
}

Quantity not_available(std::string name, std::string label, Unit unit, std::string reason, Derivation derivation) {
  Quantity quantity = named(std::move(name), std::move(label), unit, std::move(derivation));
  quantity.reason = std::move(reason);
  return quantity;
}

std::string divisor(double value) {
  const std::string text = format_math(value);
  return text.find("×") == std::string::npos ? text : "(" + text + ")";
}

const Quantity* find_quantity(const std::vector<Quantity>& quantities, std::string_view name) {
  const auto found = std::find_if(quantities.begin(), quantities.end(),
                                  [&](const Quantity& quantity) { return quantity.name == name; });
  return found == quantities.end() ? nullptr : &*found;
}

}  // namespace lesson
