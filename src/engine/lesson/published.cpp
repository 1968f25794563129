#include "engine/lesson/published.h"

#include <algorithm>
#include <utility>

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
  // Places are sorted, not the runs: those are large.
  std::vector<std::size_t> order(published->size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::ranges::sort(order, [&](std::size_t i, std::size_t j) {
    const PublishedRun &a = (*published)[i], &b = (*published)[j];
    const Quantity *left = key_of(a, in.sort), *right = key_of(b, in.sort);
    if (left == nullptr) return a.run->name < b.run->name;
    if (left->value.has_value() != right->value.has_value()) return left->value.has_value();
    if (left->value && *left->value != *right->value) return *left->value < *right->value;
    return i < j;
  });
  std::vector<PublishedRun> sorted;
  for (const std::size_t i : order) sorted.push_back(std::move((*published)[i]));
  return sorted;
}

}  // namespace lesson
