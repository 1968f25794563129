// 256-bit vectors with fused multiply-add, for tile.h.
#pragma once

#include <immintrin.h>

namespace lesson {
namespace {

struct Avx2Fp32 {
  using scalar = float;
  using reg = __m256;
  static constexpr int lanes = 8;
  static reg zero() { return _mm256_setzero_ps(); }
  static reg load(const float* p) { return _mm256_loadu_ps(p); }
  static reg splat(const float* p) { return _mm256_broadcast_ss(p); }
  static void store(float* p, reg v) { _mm256_storeu_ps(p, v); }
  static reg mul(reg a, reg b) { return _mm256_mul_ps(a, b); }
  static reg madd(reg a, reg b, reg c) { return _mm256_fmadd_ps(a, b, c); }
};

struct Avx2Fp64 {
  using scalar = double;
  using reg = __m256d;
  static constexpr int lanes = 4;
  static reg zero() { return _mm256_setzero_pd(); }
  static reg load(const double* p) { return _mm256_loadu_pd(p); }
  static reg splat(const double* p) { return _mm256_broadcast_sd(p); }
  static void store(double* p, reg v) { _mm256_storeu_pd(p, v); }
  static reg mul(reg a, reg b) { return _mm256_mul_pd(a, b); }
  static reg madd(reg a, reg b, reg c) { return _mm256_fmadd_pd(a, b, c); }
};

}  // namespace
}  // namespace lesson
