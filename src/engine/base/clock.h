// A clock for measuring: nanoseconds from an arbitrary start, never going back, and how coarse it is.
// Web: `performance.now`, which browsers round (5 µs in an isolated Chromium page, 100 µs or 1 ms elsewhere).
#pragma once

#include <cstdint>

namespace lesson {

std::int64_t now_ns();

// The smallest step seen between two different readings, at least 1 ns. Takes about 2 ms, 20 ms with a coarse clock.
std::int64_t measure_clock_step_ns();

}  // namespace lesson
