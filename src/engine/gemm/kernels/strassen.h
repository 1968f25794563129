// Fills a KernelDesc that computes large products with fewer operations: see split.cpp.
#pragma once

#include "engine/gemm/kernels/packed.h"

namespace lesson {
namespace {

void add_row(const float* x, const float* y, float sign, float* out, int64_t count) {
  if (sign > 0) {
    for (int64_t i = 0; i < count; ++i) out[i] = x[i] + y[i];
  } else {
    for (int64_t i = 0; i < count; ++i) out[i] = x[i] - y[i];
  }
}

void join_rows(const float* __restrict c11, float* __restrict c12, float* __restrict c21, float* __restrict c22, int64_t count) {
  for (int64_t i = 0; i < count; ++i) {
    const float u2 = c11[i] + c12[i], u3 = u2 + c21[i], p5 = c22[i];
    c12[i] = u2 + p5;
    c21[i] = u3;
    c22[i] = u3 + p5;
  }
}

template <class V, int kRows, int kVectors>
constexpr KernelDesc strassen_kernel(int rung, CacheBlock cache, int levels, int64_t from) {
  KernelDesc d = packed_kernel<V, Fp32, kRows, kVectors>(
      rung, GemmType::fp32, "Fewer operations: seven products of half the size do the work of eight, and rounding errors grow.", cache);
  d.split_levels = levels;
  d.split_from = from;
  d.add_row = add_row;
  d.join_rows = join_rows;
  return d;
}

}  // namespace
}  // namespace lesson
