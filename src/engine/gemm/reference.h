// The product the kernels are judged by: stored numbers read exactly as float64, three loops, float64 sums.
// Its own rounding is part of the bound it is used with (verify.h). Slow on purpose: nothing to get wrong.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/gemm/gemm.h"

namespace lesson {

// `count` numbers of stored row `row` from column 0 on, exactly, as float64.
void read_row(const MatrixIn& matrix, std::int64_t row, std::int64_t count, double* out);

// alpha * op(A) * op(B) + beta * C, m x n, row-major without gaps. C gives its numbers as `c` (m x n), unread when beta is 0.
std::vector<double> gemm_reference(GemmShape shape, Op op_a, Op op_b, double alpha, const MatrixIn& a, const MatrixIn& b,
                                   double beta, const std::vector<double>& c);

// How far a sum of k products can drift from the exact one, relative to the sum of their magnitudes, in any order, fused
// or not: gamma(k) = k u / (1 - k u), u half the distance from 1 to the next number (Higham, Accuracy and Stability of
// Numerical Algorithms, section 3.1). 0 for whole-number sums, which are exact.
double gamma_bound(std::int64_t k, double unit_roundoff);
double unit_roundoff(GemmType type);  // of the sums: 2^-24 for fp32 sums, 2^-53 for fp64, 0 for int32

}  // namespace lesson
