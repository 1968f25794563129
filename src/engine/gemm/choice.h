// Which kernel "best" is, by number format and size. The first of these that has an answer:
//
//   1. what a self-tune found on this machine (engine/bench/tune.h), at the tuned size nearest to the product's
//   2. the tuned table, kernels/tuned.h: rows measured where the highest rung is not the fastest
//   3. the highest rung that runs here
//
// Never best, only chosen by their ids: kernels without blocks, those that split products, libraries; and those with joins_vectors unless
// set_joined_vectors() said that this machine's compiler joins them (bench/peak.h probes it).
// The size of a product is the n of the square product with as much work, the cube root of m n k.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/gemm/gemm.h"

namespace lesson {

inline constexpr std::array<std::int64_t, 3> kTuneSizes{16, 64, 512};

// What best_kernel() can answer for a format, the highest rung first. Scalar kernels only where there is no other.
std::vector<const Kernel*> candidates(GemmType type);

// The place in kTuneSizes nearest to the product's size, measured in factors: 32 is as far from 16 as from 64. Of two as near the larger
// one, where a wrong choice costs more.
std::size_t nearest_tune_size(GemmShape shape);

void set_joined_vectors(bool joined);

struct TuneSample {
  const Kernel* kernel;
  std::size_t size;  // place in kTuneSizes
  double flops_per_s;
  bool verified;
};
// The fastest of one format at a size. A kernel with a sample that was not verified, at whatever size, is out. The best sample of a kernel
// counts. Of kernels within 3 % of each other the one earlier in `samples` stays: repeated measurements differ by as much. Null when
// nothing verified was measured at that size.
const Kernel* winner(std::span<const TuneSample> samples, std::size_t size);

// From now on best_kernel() answers so, in every thread. Null: as without tuning.
void set_winner(GemmType type, std::size_t size, const Kernel* kernel);

}  // namespace lesson
