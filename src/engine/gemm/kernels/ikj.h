// The three loops in the order i, l, j: the innermost one walks along rows of B and C. Built twice, see the two kernels.
#pragma once

#include "engine/gemm/kernels/whole.h"

namespace lesson {
namespace {

void multiply_ikj(const WholeProduct* product) {
  const WholeProduct& p = *product;
  const float alpha = float(p.alpha), beta = float(p.beta);
  const float* a = static_cast<const float*>(p.a);
  const float* b = static_cast<const float*>(p.b);
  for (int64_t i = 0; i < p.m; ++i) {
    float* __restrict c = static_cast<float*>(p.c) + i * p.ldc;
    for (int64_t j = 0; j < p.n; ++j) c[j] = beta != 0 ? beta * c[j] : 0.0f;
    for (int64_t l = 0; l < p.k; ++l) {
      const float factor = alpha * a[i * p.lda + l];
      const float* __restrict row = b + l * p.ldb;
      for (int64_t j = 0; j < p.n; ++j) c[j] += factor * row[j];
    }
  }
}

}  // namespace
}  // namespace lesson
