// Every number the labs show, computed from the state and from what has been measured.
// Pure: same state, same results. Canvas, page, command line and tests all call this and nothing else.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "engine/base/quantity.h"
#include "engine/bench/bench.h"
#include "engine/lesson/params.h"

namespace lesson {

// What has been timed so far, newest last. A new result replaces an older one of the same
// kernel, dtype, shape, threads and host module.
struct Measurements {
  std::vector<BenchResult> results;
  double register_peak_flops_per_s = 0;  // one thread, this module; 0 until measured

  void add(BenchResult result);
  const BenchResult* newest(std::string_view dtype) const;
  const BenchResult* best(std::string_view dtype) const;   // fastest verified, any kernel and size
};

// Names are "section.name", e.g. "train-memory.total". Unknown section: empty.
std::vector<Quantity> section_results(const Inputs& inputs, const Measurements& measured, std::string_view section_id);
std::vector<Quantity> all_results(const Inputs& inputs, const Measurements& measured);
const Quantity* find_result(std::span<const Quantity> results, std::string_view name);

}  // namespace lesson
