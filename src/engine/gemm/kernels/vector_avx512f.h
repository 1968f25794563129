// 512-bit vectors with fused multiply-add, for tile.h.
#pragma once

#include <immintrin.h>

namespace lesson {
namespace {

struct Avx512Fp32 {
  using scalar = float;
  using reg = __m512;
  static constexpr int lanes = 16;
  static reg zero() { return _mm512_setzero_ps(); }
  static reg load(const float* p) { return _mm512_loadu_ps(p); }
  static reg splat(const float* p) { return _mm512_set1_ps(*p); }
  static void store(float* p, reg v) { _mm512_storeu_ps(p, v); }
  static reg mul(reg a, reg b) { return _mm512_mul_ps(a, b); }
  static reg madd(reg a, reg b, reg c) { return _mm512_fmadd_ps(a, b, c); }
};

struct Avx512Fp64 {
  using scalar = double;
  using reg = __m512d;
  static constexpr int lanes = 8;
  static reg zero() { return _mm512_setzero_pd(); }
  static reg load(const double* p) { return _mm512_loadu_pd(p); }
  static reg splat(const double* p) { return _mm512_set1_pd(*p); }
  static void store(double* p, reg v) { _mm512_storeu_pd(p, v); }
  static reg mul(reg a, reg b) { return _mm512_mul_pd(a, b); }
  static reg madd(reg a, reg b, reg c) { return _mm512_fmadd_pd(a, b, c); }
};

}  // namespace
}  // namespace lesson
