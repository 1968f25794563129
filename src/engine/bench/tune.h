// A self-tune: measures every kernel that best could mean, at the sizes of choice.h, and makes the fastest ones best from then on.
// One thread, about a second, in slices like BenchRun; every kernel is verified first at every size, and one that fails is not chosen.
// Formats with one kernel only are left out. Does not: change what an id means, remember anything beyond this process.
#pragma once

#include <string>
#include <vector>

#include "engine/bench/bench.h"
#include "engine/gemm/choice.h"

namespace lesson {

struct TunedBest {  // what best means now
  std::string dtype;
  std::int64_t n = 0;  // for products of sizes nearer to this than to the other tuned ones
  std::string kernel;
  double flops_per_s = 0;
  bool changed = false;  // it meant another kernel before
  bool operator==(const TunedBest&) const = default;
};

class TuneRun {
 public:
  // The workspace must outlive the run.
  explicit TuneRun(Workspace& workspace);

  // Works for about slice_ns, at least for one call of a kernel.
  Progress step(std::int64_t slice_ns);
  // After step said done: sets what best means. Empty where every format has one kernel, or none was right.
  std::vector<TunedBest> finish() const;

 private:
  struct Cell {
    const Kernel* kernel;
    std::size_t size;
  };
  void start_next();
  void note(double flops_per_s, bool verified);

  Workspace* workspace_;
  std::vector<Cell> cells_;
  std::optional<BenchRun> run_;
  std::vector<TuneSample> samples_;  // one for each cell measured so far
};

}  // namespace lesson
