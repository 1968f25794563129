// 256-bit vectors with fused multiply-add, for tile.h.
#pragma once

#include <immintrin.h>
#include <stdint.h>

namespace lesson {
namespace {

struct Avx2Fp32 {
  using scalar = float;
  using reg = __m256;
  static constexpr int lanes = 8;
  static constexpr int steps = 1;
  static constexpr int turn = 1;
  template <int kVectors>
  static constexpr int extra_bytes = 0;
  static reg start(const char*, int) { return _mm256_setzero_ps(); }
  static reg load(const float* p) { return _mm256_loadu_ps(p); }
  static reg splat(const float* p) { return _mm256_broadcast_ss(p); }
  static void store(float* p, reg v) { _mm256_storeu_ps(p, v); }
  static reg add(reg a, reg b) { return _mm256_add_ps(a, b); }
  static void pin(reg&) {}
  static reg madd(reg a, reg b, reg c) { return _mm256_fmadd_ps(a, b, c); }
};

struct Avx2Fp64 {
  using scalar = double;
  using reg = __m256d;
  static constexpr int lanes = 4;
  static constexpr int steps = 1;
  static constexpr int turn = 1;
  template <int kVectors>
  static constexpr int extra_bytes = 0;
  static reg start(const char*, int) { return _mm256_setzero_pd(); }
  static reg load(const double* p) { return _mm256_loadu_pd(p); }
  static reg splat(const double* p) { return _mm256_broadcast_sd(p); }
  static void store(double* p, reg v) { _mm256_storeu_pd(p, v); }
  static reg add(reg a, reg b) { return _mm256_add_pd(a, b); }
  static void pin(reg&) {}
  static reg madd(reg a, reg b, reg c) { return _mm256_fmadd_pd(a, b, c); }
};

// Pairs of int16: one instruction multiplies 16 of them and adds neighbours, another adds to the sum.
struct Avx2Int16 {
  using scalar = int32_t;
  using reg = __m256i;
  static constexpr int lanes = 8;
  static constexpr int steps = 2;
  static constexpr int turn = 1;
  template <int kVectors>
  static constexpr int extra_bytes = 0;
  static reg start(const char*, int) { return _mm256_setzero_si256(); }
  static reg load(const int32_t* p) { return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p)); }
  static reg splat(const int32_t* p) { return _mm256_set1_epi32(*p); }
  static void store(int32_t* p, reg v) { _mm256_storeu_si256(reinterpret_cast<__m256i*>(p), v); }
  static reg add(reg a, reg b) { return _mm256_add_epi32(a, b); }
  static void pin(reg&) {}
  static reg madd(reg b, reg a, reg c) { return _mm256_add_epi32(_mm256_madd_epi16(b, a), c); }
};

}  // namespace
}  // namespace lesson
