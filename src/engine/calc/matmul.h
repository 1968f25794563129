// The cost of one matrix product C (m×n) = A (m×k) · B (k×n).
// FLOPs = 2mnk: a multiply and an add for each of mnk terms (square: 2n³).
// Bytes moved at least = e(mk + kn + mn), e bytes per number: each matrix read or written once.
// Time at least = max(FLOPs / peak, bytes / bandwidth). Source: jax-ml/scaling-book, roofline.md.
// Errors: out_of_range for sizes below 1 or above 10⁷, unknown_name for formats.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/base/quantity.h"
#include "engine/base/result.h"
#include "engine/catalog/catalog.h"

namespace lesson {

constexpr double matmul_flops(double m, double n, double k) { return 2 * m * n * k; }
constexpr double matmul_min_bytes(double m, double n, double k, double bytes_per_value) {
  return bytes_per_value * (m * k + k * n + m * n);
}

struct MatmulInput {
  double m = 512, n = 512, k = 512;
  std::string dtype = "fp32";
};

struct MatmulCost {
  Quantity flops;      // "cost.flops"
  Quantity min_bytes;  // "cost.min_bytes"
  Quantity intensity;  // "cost.intensity", FLOPs per byte
  std::vector<Quantity> all() const { return {flops, min_bytes, intensity}; }
};

Result<MatmulCost> matmul_cost(const MatmulInput& input);

// The least time the product can take on a device: "cost.time_bound", seconds; n/a without a peak or a bandwidth.
Result<Quantity> matmul_time_bound(const MatmulInput& input, const Device& device);

// "cost.predicted_time": the time of a square product of size n_next, from one that was measured: t · (n_next / n)³.
Result<Quantity> predict_square_time(double n, double measured_s, double n_next);

// "cost.machines_per_gpu": how many of what was measured make one device's dense peak. n/a without a peak.
Result<Quantity> machines_per_gpu(double measured_flops_per_s, const Device& device, const NumberFormat& format);

}  // namespace lesson
