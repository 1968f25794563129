#include "engine/lesson/published.h"

#include <algorithm>

namespace lesson {
namespace {

// The number that an order compares; absent where it was not published.
std::optional<double> key_of(const RunNumbers& run, std::string_view order) {
  if (order == "ratio") return run.ratio;
  if (order == "hours") return run.run->reported_gpu_hours;
  return order == "flops" ? run.flops : run.implied_mfu;
}

}  // namespace

Result<std::vector<RunNumbers>> chosen_numbers(const RunsInputs& in) {
  auto runs = run_numbers(in.utilization_ratio);
  if (!runs) return std::unexpected(runs.error());
  if (in.gpu != "all") std::erase_if(*runs, [&](const RunNumbers& run) { return run.device->id != in.gpu; });
  if (in.sort == "name") {
    std::ranges::sort(*runs, {}, [](const RunNumbers& run) { return run.run->name; });
    return runs;
  }
  std::ranges::stable_sort(*runs, [&](const RunNumbers& a, const RunNumbers& b) {
    const auto left = key_of(a, in.sort), right = key_of(b, in.sort);
    return left && right ? *left < *right : left.has_value() && !right.has_value();
  });
  return runs;
}

Result<std::vector<PublishedRun>> chosen_runs(const RunsInputs& in) {
  const auto runs = chosen_numbers(in);
  if (!runs) return std::unexpected(runs.error());
  std::vector<PublishedRun> list;
  for (const RunNumbers& run : *runs) list.push_back(explained(run, in.utilization_ratio));
  return list;
}

}  // namespace lesson
