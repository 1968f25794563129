#include "engine/bench/peak.h"

#include <algorithm>
#include <atomic>
#include <string>

#include "engine/base/clock.h"
#include "engine/bench/host_facts.h"

namespace lesson {
namespace {

struct PeakJob {
  PeakFn peak;
  std::int64_t rounds;
  std::atomic<double> flops{0};
};

void run_peak(void* context, int, int) {
  PeakJob& job = *static_cast<PeakJob*>(context);
  const double flops = job.peak(job.rounds);
  double sum = job.flops.load();
  while (!job.flops.compare_exchange_weak(sum, sum + flops)) {
  }
}

}  // namespace

Result<double> measure_register_peak(const Kernel& kernel, ThreadPool& pool, int threads) {
  constexpr int kSamples = 12;
  constexpr std::int64_t kWarmUpNs = 15'000'000;  // long enough for a browser's optimising compiler to take over
  constexpr std::int64_t kSampleNs = 2'000'000;

  if (!runs_here(kernel)) return fail(ErrorCode::not_available, why_not_here(kernel));
  if (kernel.desc->peak == nullptr) {
    return fail(ErrorCode::not_available, std::string(kernel.id) + " has no register-only loop to compare with: use the peak of kernel best.");
  }
  if (Result<void> grown = pool.grow(threads); !grown) return std::unexpected(grown.error());

  const std::int64_t sample_ns = std::max(kSampleNs, 10 * host_facts().clock_step_ns);
  PeakJob job{kernel.desc->peak, 8000};
  const std::int64_t start = now_ns();
  while (now_ns() - start < kWarmUpNs) job.peak(job.rounds);
  while (true) {  // how many rounds fill a sample
    const std::int64_t before = now_ns();
    job.peak(job.rounds);
    if (now_ns() - before >= sample_ns) break;
    job.rounds *= 2;
  }
  double best = 0;
  for (int i = 0; i < kSamples; ++i) {
    job.flops.store(0);
    const std::int64_t before = now_ns();
    pool.run(threads, run_peak, &job);
    const std::int64_t took_ns = now_ns() - before;
    if (took_ns > 0) best = std::max(best, job.flops.load() / static_cast<double>(took_ns) * 1e9);
  }
  if (!(best > 0)) return fail(ErrorCode::not_available, "The clock did not move while the peak was measured: try again.");
  return best;
}

Result<const Kernel*> peak_kernel(GemmType type) {
  const Result<const Kernel*> best = best_kernel(type, {512, 512, 512});
  if (!best) return best;
  if ((*best)->desc->peak == nullptr) {
    return fail(ErrorCode::not_available, "There is no register-only loop for " + std::string(type_id(type)) + " here, so no peak to compare with.");
  }
  return best;
}

}  // namespace lesson
