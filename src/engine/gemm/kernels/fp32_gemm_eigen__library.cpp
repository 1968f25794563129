// The yardstick: a library that many programs use, compiled with the same instructions as our own kernels.
#include <Eigen/Core>

#include "engine/gemm/kernels/whole.h"

namespace {

using lesson::WholeProduct;
using Matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Stride = Eigen::OuterStride<>;
using In = Eigen::Map<const Matrix, Eigen::Unaligned, Stride>;
using Out = Eigen::Map<Matrix, Eigen::Unaligned, Stride>;

void multiply(const WholeProduct* product) {
  const WholeProduct& p = *product;
  const In a(static_cast<const float*>(p.a), p.m, p.k, Stride(p.lda));
  const In b(static_cast<const float*>(p.b), p.k, p.n, Stride(p.ldb));
  Out c(static_cast<float*>(p.c), p.m, p.n, Stride(p.ldc));
  const float alpha = float(p.alpha), beta = float(p.beta);
  if (beta == 0) {
    c.noalias() = alpha * (a * b);
  } else {
    c *= beta;
    c.noalias() += alpha * (a * b);
  }
}

}  // namespace

LESSON_KERNEL = lesson::whole_kernel(
    0, lesson::GemmType::fp32, "Eigen, a library of linear algebra, as a yardstick: blocks, packing and vectors of its own.", multiply);
