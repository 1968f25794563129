#include "engine/bench/stats.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace lesson {
namespace {

double at_share(const std::vector<double>& sorted, double share) {
  const double place = share * static_cast<double>(sorted.size() - 1);
  const std::size_t below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (place - static_cast<double>(below)) * (sorted[above] - sorted[below]);
}

}  // namespace

Quartiles quartiles(std::vector<double> samples) {
  if (samples.empty()) return {0, 0, 0, 0, 0};
  std::sort(samples.begin(), samples.end());
  return {samples.front(), at_share(samples, 0.25), at_share(samples, 0.5), at_share(samples, 0.75), samples.back()};
}

bool drifted(const std::vector<double>& samples) {
  if (samples.size() < 3) return false;
  const std::ptrdiff_t third = static_cast<std::ptrdiff_t>(samples.size() / 3);
  const double first = quartiles({samples.begin(), samples.begin() + third}).median;
  const double last = quartiles({samples.end() - third, samples.end()}).median;
  const Quartiles all = quartiles(samples);
  const bool steady = std::abs(first - last) <= 0.1 * all.median && all.max <= 2 * all.median;
  return !steady;
}

}  // namespace lesson
