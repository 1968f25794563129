// 512-bit vectors with fused multiply-add, for tile.h.
#pragma once

#include <immintrin.h>
#include <stdint.h>

namespace lesson {
namespace {

struct Avx512Fp32 {
  using scalar = float;
  using reg = __m512;
  static constexpr int lanes = 16;
  static constexpr int steps = 1;
  static constexpr int turn = 1;
  template <int kVectors>
  static constexpr int extra_bytes = 0;
  static reg start(const char*, int) { return _mm512_setzero_ps(); }
  static reg load(const float* p) { return _mm512_loadu_ps(p); }
  static reg splat(const float* p) { return _mm512_set1_ps(*p); }
  static void store(float* p, reg v) { _mm512_storeu_ps(p, v); }
  static reg add(reg a, reg b) { return _mm512_add_ps(a, b); }
  static void pin(reg&) {}
  static reg madd(reg a, reg b, reg c) { return _mm512_fmadd_ps(a, b, c); }
};

struct Avx512Fp64 {
  using scalar = double;
  using reg = __m512d;
  static constexpr int lanes = 8;
  static constexpr int steps = 1;
  static constexpr int turn = 1;
  template <int kVectors>
  static constexpr int extra_bytes = 0;
  static reg start(const char*, int) { return _mm512_setzero_pd(); }
  static reg load(const double* p) { return _mm512_loadu_pd(p); }
  static reg splat(const double* p) { return _mm512_set1_pd(*p); }
  static void store(double* p, reg v) { _mm512_storeu_pd(p, v); }
  static reg add(reg a, reg b) { return _mm512_add_pd(a, b); }
  static void pin(reg&) {}
  static reg madd(reg a, reg b, reg c) { return _mm512_fmadd_pd(a, b, c); }
};

#ifdef __AVX512VNNI__
// Four bytes at once: unsigned numbers of A times signed numbers of B, added to a 32-bit sum, without saturation.
struct Avx512Int8 {
  using scalar = int32_t;
  using reg = __m512i;
  static constexpr int lanes = 16;
  static constexpr int steps = 4;
  static constexpr int turn = 1;
  template <int kVectors>
  static constexpr int extra_bytes = kVectors * 64;
  static reg start(const char* panel, int j) { return _mm512_loadu_si512(panel + 64 * j); }
  static reg load(const int32_t* p) { return _mm512_loadu_si512(p); }
  static reg splat(const int32_t* p) { return _mm512_set1_epi32(*p); }
  static void store(int32_t* p, reg v) { _mm512_storeu_si512(p, v); }
  static reg add(reg a, reg b) { return _mm512_add_epi32(a, b); }
  static void pin(reg&) {}
  static reg madd(reg b, reg a, reg c) { return _mm512_dpbusd_epi32(c, a, b); }
};
#endif

}  // namespace
}  // namespace lesson
