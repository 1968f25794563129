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
  for (const Kernel* kernel : candidates(type)) {  // the highest rung first
    if (kernel->desc->peak != nullptr) return kernel;
  }
  return fail(ErrorCode::not_available, "There is no register-only loop for " + std::string(type_id(type)) + " here, so no peak to compare with.");
}

namespace {

// Two kernels in turn on a small product, so that both have the same time and the same disturbances.
class SmallProducts {
 public:
  explicit SmallProducts(Workspace& workspace) : workspace_(workspace) {
    if (numbers_.reserve(3 * kN * kN * 4)) std::fill_n(numbers_.as<float>(), 3 * kN * kN, 0.0f);
  }

  bool ready() const { return numbers_.size_bytes() != 0; }

  // Operations a second of one sample.
  double speed(const Kernel& kernel) {
    float* const a = numbers_.as<float>();
    const std::int64_t before = now_ns();
    for (int call = 0; call < kCalls; ++call) {
      (void)gemm(kernel, Op::none, Op::none, 1, matrix_in(a, kN, kN, kN), matrix_in(a + kN * kN, kN, kN, kN), 0, {a + 2 * kN * kN, kN, kN, kN}, workspace_, 1);
    }
    const std::int64_t took_ns = now_ns() - before;
    return took_ns > 0 ? kCalls * gemm_flops({kN, kN, kN}) / static_cast<double>(took_ns) * 1e9 : 0;
  }

 private:
  static constexpr std::int64_t kN = 96;
  static constexpr int kCalls = 20;  // about 0.8 ms

  Workspace& workspace_;
  AlignedBuffer numbers_;
};

}  // namespace

void probe_joined_vectors(Workspace& workspace) {
  constexpr double kJoined = 1.1;                  // 1.2 to 1.5 where they are; 0.6, for want of registers, where they are not
  constexpr std::int64_t kLongestNs = 60'000'000;  // a browser's optimising compiler takes over meanwhile, first for the smaller kernel
  for (const Kernel& wide : kernels()) {
    if (wide.desc->joins_vectors == 0 || wide.desc->type != GemmType::fp32 || !runs_here(wide)) continue;
    const std::vector<const Kernel*> usual = candidates(GemmType::fp32);
    SmallProducts products(workspace);
    if (usual.empty() || !products.ready()) return;
    double best_wide = 0, best_usual = 0;
    const std::int64_t start = now_ns();
    while (now_ns() - start < kLongestNs) {
      best_wide = std::max(best_wide, products.speed(wide));
      best_usual = std::max(best_usual, products.speed(*usual.front()));
    }
    set_joined_vectors(best_wide > kJoined * best_usual);
    return;
  }
}

}  // namespace lesson
