// One product measured on a device of this machine: what the command line, the window and the local server have in
// common. Devices are "cpu", and "cuda:0" and so on where there is an NVIDIA GPU.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/bench/bench.h"
#include "engine/bench/tune.h"

namespace lesson {

struct MeasureJob {
  std::string device = "cpu";
  GemmShape shape{512, 512, 512};
  std::string dtype = "fp32";
  std::string kernel = "best";  // or an id
  int threads = 1;              // CPU only
  int repeats = 5;
  double seconds = 0;  // measure at least this long
  bool zeros = false;  // GPU only: multiply zeros, which draw less power than random numbers
};

// "512 × 512", "512 × 64 × 128" for m, n and k.
std::string size_text(const GemmShape& shape);

// Told how far the job is, a few times a second; false ends it.
using GoOn = std::function<bool(double fraction, std::string_view phase)>;

class Measurer {
 public:
  // Nothing when go_on ended it.
  Result<std::optional<BenchResult>> run(const MeasureJob& job, const GoOn& go_on);
  // Each thread on one processor from now on, the caller's too; call it first. False where the system does not do that.
  bool pin() { return workspace_.pool().pin(); }
  // A self-tune of the processor: what "best" means from now on in this program.
  std::optional<std::vector<TunedBest>> tune(const GoOn& go_on);

 private:
  Result<std::optional<BenchResult>> run_cpu(const MeasureJob& job, const GoOn& go_on);

  Workspace workspace_;
};

// Devices that can measure here, the CPU first; their number formats; their kernels of a format, the whole ladder.
std::vector<std::string> measuring_devices();
std::vector<std::string> formats_of(std::string_view device);
std::vector<std::string> kernels_of(std::string_view device, std::string_view dtype);
// Why a device that is not in the list is not: for "cuda:0" the first step of its detection that failed.
Error why_no_device(std::string_view device);

}  // namespace lesson
