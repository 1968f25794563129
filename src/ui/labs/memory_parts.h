// What the two memory labs share: parts of a sum as coloured bars, and devices that the sum may or may not fit.
#pragma once

#include <vector>

#include "ui/lab.h"
#include "ui/plots/bars.h"

namespace lesson::ui {

// The terms of a quantity that are not zero, coloured in order.
std::vector<Part> parts_of(const Lab& lab, const Quantity& quantity);
void part_derivation(Lab& lab, const std::vector<Part>& parts);
UnitScale scale_of(const Lab& lab, double largest_bytes);

// A laptop, gaming cards, data-centre cards: each one's memory against these bytes.
std::vector<BarRow> device_rows(const Lab& lab, double bytes);
double largest_capacity(const std::vector<BarRow>& rows);

}  // namespace lesson::ui
