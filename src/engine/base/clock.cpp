#include "engine/base/clock.h"

#include <algorithm>
#include <limits>

namespace lesson {

std::int64_t measure_clock_step_ns() {
  constexpr std::int64_t kBudgetNs = 2'000'000;
  constexpr int kMinSteps = 20;
  constexpr int kMaxReadings = 50'000'000;  // a clock that stands still must not hang the program

  const std::int64_t start = now_ns();
  std::int64_t smallest = std::numeric_limits<std::int64_t>::max();
  std::int64_t last = start;
  for (int readings = 0, steps = 0; readings < kMaxReadings; ++readings) {
    const std::int64_t now = now_ns();
    if (now == last) continue;
    smallest = std::min(smallest, now - last);
    last = now;
    if (++steps >= kMinSteps && now - start >= kBudgetNs) break;
  }
  return std::max<std::int64_t>(1, smallest == std::numeric_limits<std::int64_t>::max() ? 1'000'000 : smallest);
}

}  // namespace lesson
