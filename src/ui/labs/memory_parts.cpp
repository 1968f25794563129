#include "ui/labs/memory_parts.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "engine/catalog/catalog.h"

namespace lesson::ui {
namespace {

// From small to large. Their memory comes from the catalogue.
constexpr std::array<std::string_view, 6> kShown{"laptop",         "rtx-4090", "rtx-5090",
                                                 "a100-sxm4-80gb", "h200-sxm", "b300-sxm"};

}  // namespace

std::vector<Part> parts_of(const Lab& lab, const Quantity& quantity) {
  std::vector<Part> parts;
  std::size_t index = 0;
  for (const Term& term : quantity.terms) {
    const ImU32 colour = lab.paint.theme.data[index++ % lab.paint.theme.data.size()];
    if (term.value > 0) parts.push_back({term.name, term.value, lab.text(term.value, term.unit), colour});
  }
  return parts;
}

UnitScale scale_of(const Lab& lab, double largest_bytes) {
  return bytes_scale(largest_bytes, lab.byte_unit() == ByteUnit::gib);
}

std::vector<BarRow> device_rows(const Lab& lab, double bytes) {
  std::vector<BarRow> rows;
  for (const std::string_view id : kShown) {
    const Result<const Device*> device = find_device(id);
    if (!device || !(*device)->memory_bytes) continue;
    const double capacity = *(*device)->memory_bytes, count = std::ceil(bytes / capacity);
    const bool fits = count <= 1;
    const std::string size = lab.text(capacity, Unit::bytes);
    rows.push_back({.name = std::string((*device)->name),
                    .value = bytes,
                    .text = fits ? "fits in " + size : "needs " + format_grouped(count) + " × " + size,
                    .colour = fits ? lab.paint.theme.data[2] : lab.paint.theme.data[1],
                    .capacity = capacity,
                    .strong = false});
  }
  return rows;
}

double largest_capacity(const std::vector<BarRow>& rows) {
  double largest = 0;
  for (const BarRow& row : rows) largest = std::max(largest, row.capacity);
  return largest;
}

}  // namespace lesson::ui
