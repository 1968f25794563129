// Rung 1: the definition, written down.
#include "engine/gemm/kernels/whole.h"

namespace {

using lesson::WholeProduct;

void multiply(const WholeProduct* product) {
  const WholeProduct& p = *product;
  const float alpha = float(p.alpha), beta = float(p.beta);
  const float* a = static_cast<const float*>(p.a);
  const float* b = static_cast<const float*>(p.b);
  float* c = static_cast<float*>(p.c);
  for (int64_t i = 0; i < p.m; ++i) {
    for (int64_t j = 0; j < p.n; ++j) {
      float sum = 0;
      for (int64_t l = 0; l < p.k; ++l) sum += a[i * p.lda + l] * b[l * p.ldb + j];
      float& out = c[i * p.ldc + j];
      out = beta != 0 ? alpha * sum + beta * out : alpha * sum;
    }
  }
}

}  // namespace

LESSON_KERNEL = lesson::whole_kernel(
    1, lesson::GemmType::fp32, "Three loops as in the definition: each number of C is a row of A times a column of B.", multiply);
