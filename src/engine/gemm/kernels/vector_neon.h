// 128-bit vectors with fused multiply-add of 64-bit ARM processors, which all have them, for tile.h.
#pragma once

#include <arm_neon.h>
#include <stdint.h>

namespace lesson {
namespace {

struct NeonFp32 {
  using scalar = float;
  using reg = float32x4_t;
  static constexpr int lanes = 4;
  static constexpr int steps = 1;
  static constexpr int turn = 1;
  template <int kVectors>
  static constexpr int extra_bytes = 0;
  static reg start(const char*, int) { return vdupq_n_f32(0); }
  static reg load(const float* p) { return vld1q_f32(p); }
  static reg splat(const float* p) { return vld1q_dup_f32(p); }
  static void store(float* p, reg v) { vst1q_f32(p, v); }
  static reg add(reg a, reg b) { return vaddq_f32(a, b); }
  static void pin(reg&) {}
  static reg madd(reg a, reg b, reg c) { return vfmaq_f32(c, a, b); }
};

struct NeonFp64 {
  using scalar = double;
  using reg = float64x2_t;
  static constexpr int lanes = 2;
  static constexpr int steps = 1;
  static constexpr int turn = 1;
  template <int kVectors>
  static constexpr int extra_bytes = 0;
  static reg start(const char*, int) { return vdupq_n_f64(0); }
  static reg load(const double* p) { return vld1q_f64(p); }
  static reg splat(const double* p) { return vld1q_dup_f64(p); }
  static void store(double* p, reg v) { vst1q_f64(p, v); }
  static reg add(reg a, reg b) { return vaddq_f64(a, b); }
  static void pin(reg&) {}
  static reg madd(reg a, reg b, reg c) { return vfmaq_f64(c, a, b); }
};

// Pairs of int16: two instructions multiply four pairs and add each product to the sum of its lane.
struct NeonInt16 {
  using scalar = int32_t;
  using reg = int32x4_t;
  static constexpr int lanes = 4;
  static constexpr int steps = 2;
  static constexpr int turn = 1;
  template <int kVectors>
  static constexpr int extra_bytes = 0;
  static reg start(const char*, int) { return vdupq_n_s32(0); }
  static reg load(const int32_t* p) { return vld1q_s32(p); }
  static reg splat(const int32_t* p) { return vld1q_dup_s32(p); }
  static void store(int32_t* p, reg v) { vst1q_s32(p, v); }
  static reg add(reg a, reg b) { return vaddq_s32(a, b); }
  static void pin(reg&) {}
  static reg madd(reg b, reg a, reg c) {
    const int16x8_t x = vreinterpretq_s16_s32(a), y = vreinterpretq_s16_s32(b);
    return vaddq_s32(c, vpaddq_s32(vmull_s16(vget_low_s16(x), vget_low_s16(y)), vmull_high_s16(x, y)));
  }
};

}  // namespace
}  // namespace lesson
