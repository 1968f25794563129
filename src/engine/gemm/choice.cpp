#include "engine/gemm/choice.h"

#include <algorithm>
#include <atomic>
#include <string>

#include "engine/gemm/kernels/tuned.h"

namespace lesson {
namespace {

constexpr double kClearlyFaster = 1.03;

std::atomic<bool> joined_vectors{false};

std::atomic<const Kernel*>& winner_place(GemmType type, std::size_t size) {
  static std::array<std::array<std::atomic<const Kernel*>, kTuneSizes.size()>, 6> winners{};
  return winners[static_cast<std::size_t>(type)][size];
}

double work(GemmShape s) { return static_cast<double>(s.m) * static_cast<double>(s.n) * static_cast<double>(s.k); }
double cube(double n) { return n * n * n; }

const Kernel* from_table(GemmType type, GemmShape shape) {
  for (const TunedRow& row : kTuned) {
    if (row.type != type || work(shape) > cube(static_cast<double>(row.up_to))) continue;
    for (const Kernel& kernel : kernels()) {
      if (kernel.id == row.id && runs_here(kernel)) return &kernel;
    }
  }
  return nullptr;
}

}  // namespace

std::vector<const Kernel*> candidates(GemmType type) {
  std::vector<const Kernel*> found;
  for (const Kernel& kernel : kernels()) {
    if (kernel.desc->type == type && kernel.desc->block != nullptr && kernel.desc->split_levels == 0 &&
        (kernel.desc->joins_vectors == 0 || joined_vectors.load()) && runs_here(kernel)) {
      found.push_back(&kernel);
    }
  }
  std::ranges::reverse(found);
  if (!found.empty() && found.front()->needs != Isa::none) std::erase_if(found, [](const Kernel* kernel) { return kernel->needs == Isa::none; });
  return found;
}

void set_joined_vectors(bool joined) { joined_vectors.store(joined); }

std::size_t nearest_tune_size(GemmShape shape) {
  std::size_t i = 0;
  while (i + 1 < kTuneSizes.size()) {
    const double between = static_cast<double>(kTuneSizes[i] * kTuneSizes[i + 1]);  // the square of the size halfway
    if (work(shape) * work(shape) < cube(between)) break;
    ++i;
  }
  return i;
}

const Kernel* winner(std::span<const TuneSample> samples, std::size_t size) {
  const Kernel* best = nullptr;
  double best_speed = 0;
  for (const TuneSample& sample : samples) {
    const auto same = [&](const TuneSample& other) { return other.kernel == sample.kernel; };
    const bool failed = std::ranges::any_of(samples, [&](const TuneSample& other) { return same(other) && !other.verified; });
    if (sample.size != size || failed || !(sample.flops_per_s > 0)) continue;
    double speed = 0;
    for (const TuneSample& other : samples) {
      if (same(other) && other.size == size) speed = std::max(speed, other.flops_per_s);
    }
    if (best != nullptr && !(speed > kClearlyFaster * best_speed)) continue;
    best = sample.kernel;
    best_speed = speed;
  }
  return best;
}

void set_winner(GemmType type, std::size_t size, const Kernel* kernel) { winner_place(type, size).store(kernel); }

Result<const Kernel*> best_kernel(GemmType type, GemmShape shape) {
  if (const Kernel* tuned = winner_place(type, nearest_tune_size(shape)).load()) return tuned;
  if (const Kernel* row = from_table(type, shape)) return row;
  const std::vector<const Kernel*> all = candidates(type);
  if (all.empty()) {
    return fail(ErrorCode::not_available,
                "This build has no " + std::string(type_id(type)) + " product: choose another number format, fp32 always works.");
  }
  return all.front();
}

Result<const Kernel*> choose_kernel(std::string_view id, GemmType type, GemmShape shape) {
  if (id == "best" || id.empty()) return best_kernel(type, shape);
  const Result<const Kernel*> kernel = find_kernel(id);
  if (!kernel) return kernel;
  if ((*kernel)->desc->type != type) {
    return fail(ErrorCode::not_available, std::string(id) + " multiplies " + std::string(type_id((*kernel)->desc->type)) + ", not " +
                                              std::string(type_id(type)) + ": choose that format, or kernel best.");
  }
  if (!runs_here(**kernel)) return fail(ErrorCode::not_available, why_not_here(**kernel));
  return kernel;
}

}  // namespace lesson
