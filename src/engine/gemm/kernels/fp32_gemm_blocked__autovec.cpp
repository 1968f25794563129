// Rung 4: the same loops over pieces that fit a cache.
#include "engine/gemm/kernels/whole.h"

namespace {

using lesson::WholeProduct;

constexpr int64_t kDepth = 128, kColumns = 256;  // a piece of B: 128 KiB, in the second-level cache while all of A passes

int64_t smaller(int64_t x, int64_t y) { return x < y ? x : y; }

void multiply(const WholeProduct* product) {
  const WholeProduct& p = *product;
  const float alpha = float(p.alpha), beta = float(p.beta);
  const float* a = static_cast<const float*>(p.a);
  const float* b = static_cast<const float*>(p.b);
  float* c = static_cast<float*>(p.c);
  for (int64_t i = 0; i < p.m; ++i) {
    for (int64_t j = 0; j < p.n; ++j) c[i * p.ldc + j] = beta != 0 ? beta * c[i * p.ldc + j] : 0.0f;
  }
  for (int64_t j0 = 0; j0 < p.n; j0 += kColumns) {
    const int64_t columns = smaller(kColumns, p.n - j0);
    for (int64_t l0 = 0; l0 < p.k; l0 += kDepth) {
      const int64_t l1 = smaller(l0 + kDepth, p.k);
      for (int64_t i = 0; i < p.m; ++i) {
        float* __restrict out = c + i * p.ldc + j0;
        for (int64_t l = l0; l < l1; ++l) {
          const float factor = alpha * a[i * p.lda + l];
          const float* __restrict row = b + l * p.ldb + j0;
          for (int64_t j = 0; j < columns; ++j) out[j] += factor * row[j];
        }
      }
    }
  }
}

}  // namespace

LESSON_KERNEL = lesson::whole_kernel(
    4, lesson::GemmType::fp32, "B cut into pieces that stay in the cache while every row of A passes over them.", multiply);
