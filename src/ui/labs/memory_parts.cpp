#include "ui/labs/memory_parts.h"

#include <algorithm>
#include <utility>

#include "engine/base/language.h"
#include "ui/widgets/widgets.h"

namespace lesson::ui {
namespace {

// Which result explains a part of a sum: the one whose name the part's name holds. "adapter weights" -> "weights"
constexpr std::pair<std::string_view, std::string_view> kPartResults[] = {
    {"weights", "weights"},         {"gradients", "gradients"},     {"master copy", "master"},
    {"optimizer", "optimizer"},     {"activations", "activations"}, {"attention cache", "kv_cache"},
    {"everything else", "overhead"}};

const Quantity* part_result(const Lab& lab, std::string_view part) {
  for (const auto& [words, result] : kPartResults)
    if (part.contains(words)) return lab.result(result);
  return nullptr;
}

}  // namespace

std::vector<Part> parts_of(const Lab& lab, const Quantity& quantity) {
  std::vector<Part> parts;
  std::size_t index = 0;
  for (const Term& term : quantity.terms) {
    const ImU32 colour = lab.paint.theme.data[index++ % lab.paint.theme.data.size()];
    if (term.value > 0)
      parts.push_back({term.name, term.value, lab.text(term.value, term.unit), colour, part_result(lab, term.name)});
  }
  return parts;
}

void part_derivation(Lab& lab, const std::vector<Part>& parts) {
  for (const Part& part : parts)
    if (part.how) derivation(lab, *part.how);
}

UnitScale scale_of(const Lab& lab, double largest_bytes) {
  return bytes_scale(largest_bytes, lab.byte_unit() == ByteUnit::gib);
}

std::vector<BarRow> device_rows(const Lab& lab, double bytes) {
  std::vector<BarRow> rows;
  for (const Quantity& needed : lab.results) {
    const Device* device = device_of_result(needed.name);
    if (!device || !device->memory_bytes || !needed.value) continue;
    const bool fits = *needed.value <= 1;
    const std::string size = lab.text(*device->memory_bytes, Unit::bytes) + (needed.caution.empty() ? "" : "*");
    rows.push_back({.name = std::string(device->name),
                    .value = bytes,
                    .text = fits ? say("fits in {}", size) : say("needs {} × {}", format_grouped(*needed.value), size),
                    .colour = fits ? lab.paint.theme.data[2] : lab.paint.theme.data[1],
                    .capacity = *device->memory_bytes,
                    .strong = false,
                    .how = needed});
  }
  return rows;
}

double largest_capacity(const std::vector<BarRow>& rows) {
  double largest = 0;
  for (const BarRow& row : rows) largest = std::max(largest, row.capacity);
  return largest;
}

}  // namespace lesson::ui
