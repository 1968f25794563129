#include "engine/bench/peak.h"

#include <algorithm>
#include <atomic>
#include <string>

#include "engine/base/clock.h"
#include "engine/bench/host_facts.h"
#include "engine/gemm/choice.h"

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

Result<double> measure_register_peak(const Kernel& kernel, ThreadPool& pool, int threads, int samples) {
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
  for (int i = 0; i < samples; ++i) {
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
  const std::vector<const Kernel*> highest_first = candidates(type);
  if (highest_first.empty() || highest_first.front()->desc->peak == nullptr) {
    return fail(ErrorCode::not_available, "There is no register-only loop for " + std::string(type_id(type)) + " here, so no peak to compare with.");
  }
  return highest_first.front();
}

void probe_joined_vectors(ThreadPool& pool) {
  constexpr int kSamples = 3;      // a factor of two shows at once
  constexpr double kJoined = 1.3;  // twice where they are; half, for want of registers, where they are not
  for (const Kernel& kernel : kernels()) {
    if (kernel.desc->joins_vectors == 0 || !runs_here(kernel)) continue;
    const Result<const Kernel*> usual = peak_kernel(kernel.desc->type);
    if (!usual) return;
    const double usual_peak = measure_register_peak(**usual, pool, 1, kSamples).value_or(0);
    const double wide_peak = measure_register_peak(kernel, pool, 1, kSamples).value_or(0);
    set_joined_vectors(wide_peak > kJoined * usual_peak);
    return;
  }
}

}  // namespace lesson
