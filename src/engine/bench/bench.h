// One measured product: fill, multiply once, verify against float64, warm up, measure. In slices, so that the same code
// runs in a worker that must answer a stop button, in a window that draws, and on a command line.
//
// A sample is a batch of calls lasting at least 20 ms and 200 clock steps, unless the request says otherwise; a result needs `repeats` samples and reports
// their median, quartiles and minimum for one call. Warm-up ends when three successive medians agree within 5 %.
// Packing is part of the timed call. The last timed product must equal the verified one, number for number.
// Units: nanoseconds (_ns), operations a second (_flops_per_s; whole-number operations for int8), bytes.
// Does not: print, allocate while the clock runs, measure what it could not verify.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/bench/host_facts.h"
#include "engine/gemm/gemm.h"
#include "engine/gemm/verify.h"

namespace lesson {

struct BenchRequest {
  GemmShape shape{512, 512, 512};
  GemmType type = GemmType::fp32;
  std::string kernel = "best";  // or an id
  int threads = 1;
  int repeats = 5;              // timed samples
  std::int64_t measure_ns = 0;  // more samples until they have taken this long, 1,000 at most
  bool measure_peak = true;     // about 0.1 s more
  std::int64_t sample_ns = 20'000'000;            // of a sample at least; more where the clock is coarse
  double verify_work = Verifier::kFullWork;       // see verify.h
};

// A request as it comes from outside: any number may be NaN, infinite or a fraction.
struct RequestWords {
  double m = std::numeric_limits<double>::quiet_NaN(), n = m, k = m;
  double threads = 1, repeats = 5;
  std::string dtype = "fp32", kernel = "best";
};
// Error::bad_number for what is no whole number, or an unknown format. BenchRun::start checks the ranges.
Result<BenchRequest> bench_request(const RequestWords& words);

struct BenchResult {
  std::string kernel, idea, flags;
  std::string device = "cpu";  // or "cuda:0"
  std::string device_name;     // "NVIDIA H100 80GB HBM3"; empty for the CPU, which the host's facts name
  std::string dtype, accumulate;
  std::int64_t m = 0, n = 0, k = 0;
  int threads_requested = 1, threads = 1;  // threads: those that had work
  std::string threads_note;                // why fewer than requested; empty otherwise
  int samples = 0;
  std::int64_t calls_per_sample = 0;
  double median_ns = 0, q1_ns = 0, q3_ns = 0, min_ns = 0;  // of one call
  std::vector<double> sample_ns;                           // one call, sample by sample, in order
  std::optional<double> first_call_ns;                     // of the run's first product, before any warm-up; absent in older documents
  double flops_per_s = 0;                                  // 2mnk / median
  std::optional<double> peak_flops_per_s, peak_ratio;      // of `threads` threads together
  std::string peak_source;                                 // how the peak was measured, or why there is none
  std::optional<double> theory_flops_per_s;                // what the data sheet allows these threads or this device
  std::string theory_source;                               // how it was got, or why there is none
  double error = 0, error_bound = 0;                       // see verify.h; on the numbers as stored
  double format_error = 0;                                 // root mean square, relative, against float64 on the numbers before storing
  double bytes_moved = 0;                                  // A and B read once, C written once
  bool verified = false;
  bool disturbed = false;
  std::int64_t clock_step_ns = 1;
};

enum class BenchPhase : std::uint8_t { verify, warm_up, measure };
std::string_view phase_name(BenchPhase phase);  // "verify", "warm-up", "measure"

struct Progress {
  bool done = false;
  double fraction = 0;  // of the whole run, never going back
  BenchPhase phase = BenchPhase::verify;
};

class BenchRun {
 public:
  // Checks the request against the kernels and the memory limit before any memory is asked for. The workspace must outlive the run.
  static Result<BenchRun> start(const BenchRequest& request, Workspace& workspace);
  BenchRun(BenchRun&&) noexcept;
  BenchRun& operator=(BenchRun&&) noexcept;
  ~BenchRun();

  // Works for about slice_ns, at least for one call of the kernel. Error::wrong_result ends the run.
  Result<Progress> step(std::int64_t slice_ns);
  // After step said done. `disturbed_outside`: the caller knows of something (the page was hidden).
  Result<BenchResult> finish(bool disturbed_outside) const;

 private:
  struct State;
  explicit BenchRun(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

// start, step and finish in one call.
Result<BenchResult> run_bench(const BenchRequest& request, Workspace& workspace);

// "128 × 128:     4.2 million FLOPs in    0.1 ms  →   41.9 GFLOP/s"
std::string format_bench_line(const BenchResult& result);

}  // namespace lesson
