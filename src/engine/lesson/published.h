// The published runs as the section "runs" shows them: of the device that was picked, in the order that was picked.
#pragma once

#include <vector>

#include "engine/calc/runs.h"
#include "engine/lesson/inputs.h"

namespace lesson {

// Runs without the number that they are sorted by come last, in the catalogue's order.
Result<std::vector<RunNumbers>> chosen_numbers(const RunsInputs& in);
// The same runs with every number explained.
Result<std::vector<PublishedRun>> chosen_runs(const RunsInputs& in);

}  // namespace lesson
