// Speeds with their derivations, for the rows of pictures: what was measured, what a device's data sheet promises, and
// how long the job of "Time and money" takes at such a speed. Names are the caller's; no error path: n/a with a reason.
#pragma once

#include <string>

#include "engine/base/quantity.h"
#include "engine/bench/bench.h"
#include "engine/catalog/catalog.h"
#include "engine/lesson/inputs.h"

namespace lesson {

// 2·m·n·k ÷ median time, in FLOP/s.
Quantity measured_speed(const BenchResult& result, std::string name, std::string label);
// The device's dense peak in the format, in FLOP/s.
Quantity device_peak(const Device& device, const NumberFormat& format, std::string name, std::string label);
// 6 · params · tokens ÷ speed, in seconds: the work at this speed all the time.
Quantity job_time(const TimeCostInputs& job, const Quantity& speed, std::string name, std::string label);

}  // namespace lesson
