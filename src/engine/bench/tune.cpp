#include "engine/bench/tune.h"

#include <algorithm>

#include "engine/base/clock.h"

namespace lesson {
namespace {

constexpr GemmType kTypes[] = {GemmType::fp32, GemmType::fp64, GemmType::bf16, GemmType::fp16, GemmType::int8, GemmType::q4_0};
constexpr int kRounds = 2;  // one after the other, so that a disturbed moment spoils one of them
constexpr std::int64_t kSampleNs = 1'000'000;
constexpr double kVerifyWork = 128.0 * 128.0 * 128.0;  // multiply-adds of which every number is compared; beyond, sums and some rows

}  // namespace

TuneRun::TuneRun(Workspace& workspace) : workspace_(&workspace) {
  for (const GemmType type : kTypes) {
    const std::vector<const Kernel*> of_type = candidates(type);
    if (of_type.size() < 2) continue;
    for (std::size_t size = 0; size < kTuneSizes.size(); ++size) {
      for (int round = 0; round < kRounds; ++round) {
        for (const Kernel* kernel : of_type) cells_.push_back({kernel, size});
      }
    }
  }
}

void TuneRun::note(double flops_per_s, bool verified) {
  const Cell& cell = cells_[samples_.size()];
  samples_.push_back({cell.kernel, cell.size, flops_per_s, verified});
  run_.reset();
}

void TuneRun::start_next() {
  const Cell& cell = cells_[samples_.size()];
  const std::int64_t n = kTuneSizes[cell.size];
  BenchRequest request;
  request.shape = {n, n, n};
  request.type = cell.kernel->desc->type;
  request.kernel = cell.kernel->id;
  request.repeats = 3;
  request.measure_peak = false;
  request.sample_ns = kSampleNs;
  request.verify_work = kVerifyWork;
  Result<BenchRun> run = BenchRun::start(request, *workspace_);
  if (run) run_ = std::move(*run);
  else note(0, false);
}

Progress TuneRun::step(std::int64_t slice_ns) {
  const std::int64_t end = now_ns() + slice_ns;
  while (samples_.size() < cells_.size()) {
    if (!run_) start_next();
    if (run_) {
      const Result<Progress> progress = run_->step(end - now_ns());
      if (!progress) {
        note(0, false);
      } else if (progress->done) {
        const Result<BenchResult> result = run_->finish(false);
        note(result ? gemm_flops({result->m, result->n, result->k}) / result->min_ns * 1e9 : 0, result.has_value());
      }
    }
    if (now_ns() >= end) break;
  }
  Progress p;
  p.done = samples_.size() == cells_.size();
  p.fraction = cells_.empty() ? 1 : static_cast<double>(samples_.size()) / static_cast<double>(cells_.size());
  p.phase = BenchPhase::measure;
  return p;
}

std::vector<TunedBest> TuneRun::finish() const {
  std::vector<TunedBest> all;
  for (const GemmType type : kTypes) {
    std::vector<TuneSample> of_type;
    for (const TuneSample& sample : samples_) {
      if (sample.kernel->desc->type == type) of_type.push_back(sample);
    }
    for (std::size_t size = 0; size < kTuneSizes.size(); ++size) {
      const Kernel* const chosen = winner(of_type, size);
      if (chosen == nullptr) continue;
      double speed = 0;
      for (const TuneSample& sample : of_type) {
        if (sample.kernel == chosen && sample.size == size) speed = std::max(speed, sample.flops_per_s);
      }
      const std::int64_t n = kTuneSizes[size];
      const Result<const Kernel*> before = best_kernel(type, {n, n, n});
      set_winner(type, size, chosen);
      all.push_back({std::string(type_id(type)), n, std::string(chosen->id), speed, !before || *before != chosen});
    }
  }
  return all;
}

}  // namespace lesson
