#include "engine/lesson/published.h"

#include <algorithm>

namespace lesson {
namespace {

// The number that an order compares; null where the order goes by name.
const Quantity* key_of(const PublishedRun& run, std::string_view order) {
  if (order == "ratio") return &run.ratio;
  if (order == "hours") return &run.reported_hours;
  if (order == "flops") return &run.flops;
  return order == "utilization" ? &run.implied_mfu : nullptr;
}

}  // namespace

Result<std::vector<PublishedRun>> chosen_runs(const RunsInputs& in) {
  auto published = published_runs(in.utilization_ratio);
  if (!published) return std::unexpected(published.error());
  if (in.gpu != "all") std::erase_if(*published, [&](const PublishedRun& run) { return run.device->id != in.gpu; });
  std::ranges::stable_sort(*published, [&](const PublishedRun& a, const PublishedRun& b) {
    const Quantity *left = key_of(a, in.sort), *right = key_of(b, in.sort);
    if (left == nullptr) return a.run->name < b.run->name;
    if (!left->value || !right->value) return left->value.has_value() > right->value.has_value();
    return *left->value < *right->value;
  });
  return published;
}

}  // namespace lesson
