// 128-bit WebAssembly vectors, for tile.h: with separate multiply and add, or with relaxed multiply-add, which the
// browser may fuse into one instruction and may not.
#pragma once

#include <stdint.h>
#include <wasm_simd128.h>

namespace lesson {
namespace {

struct WasmFp32 {
  using scalar = float;
  using reg = v128_t;
  static constexpr int lanes = 4;
  static constexpr int steps = 1;
  static constexpr int turn = 4;
  template <int kVectors>
  static constexpr int extra_bytes = 0;
  static reg start(const char*, int) { return wasm_f32x4_const_splat(0); }
  static reg load(const float* p) { return wasm_v128_load(p); }
  static reg splat(const float* p) { return wasm_v128_load32_splat(p); }
  static void store(float* p, reg v) { wasm_v128_store(p, v); }
  static reg add(reg a, reg b) { return wasm_f32x4_add(a, b); }
  static void pin(reg& v) { asm volatile("" : "+r"(v) : : "memory"); }
  static reg madd(reg a, reg b, reg c) { return wasm_f32x4_add(wasm_f32x4_mul(a, b), c); }
};

struct WasmFp64 {
  using scalar = double;
  using reg = v128_t;
  static constexpr int lanes = 2;
  static constexpr int steps = 1;
  static constexpr int turn = 4;
  template <int kVectors>
  static constexpr int extra_bytes = 0;
  static reg start(const char*, int) { return wasm_f64x2_const_splat(0); }
  static reg load(const double* p) { return wasm_v128_load(p); }
  static reg splat(const double* p) { return wasm_v128_load64_splat(p); }
  static void store(double* p, reg v) { wasm_v128_store(p, v); }
  static reg add(reg a, reg b) { return wasm_f64x2_add(a, b); }
  static void pin(reg& v) { asm volatile("" : "+r"(v) : : "memory"); }
  static reg madd(reg a, reg b, reg c) { return wasm_f64x2_add(wasm_f64x2_mul(a, b), c); }
};

// Pairs of int16: one instruction multiplies 8 of them and adds neighbours, another adds to the sum.
struct WasmInt16 {
  using scalar = int32_t;
  using reg = v128_t;
  static constexpr int lanes = 4;
  static constexpr int steps = 2;
  static constexpr int turn = 4;
  template <int kVectors>
  static constexpr int extra_bytes = 0;
  static reg start(const char*, int) { return wasm_i32x4_const_splat(0); }
  static reg load(const int32_t* p) { return wasm_v128_load(p); }
  static reg splat(const int32_t* p) { return wasm_v128_load32_splat(p); }
  static void store(int32_t* p, reg v) { wasm_v128_store(p, v); }
  static reg add(reg a, reg b) { return wasm_i32x4_add(a, b); }
  static void pin(reg& v) { asm volatile("" : "+r"(v) : : "memory"); }
  static reg madd(reg b, reg a, reg c) { return wasm_i32x4_add(wasm_i32x4_dot_i16x8(b, a), c); }
};

#ifdef __wasm_relaxed_simd__
// Four bytes at once: signed numbers of B times numbers of A, added to a 32-bit sum. The standard promises the result only
// for A from 0 to 127; its kernel asks the machine what it does beyond.
struct WasmRelaxedInt8 : WasmInt16 {
  static constexpr int steps = 4;
  template <int kVectors>
  static constexpr int extra_bytes = kVectors * 16;
  static reg start(const char* panel, int j) { return wasm_v128_load(panel + 16 * j); }
  static reg madd(reg b, reg a, reg c) { return wasm_i32x4_relaxed_dot_i8x16_i7x16_add(b, a, c); }
};

struct WasmRelaxedFp32 : WasmFp32 {
  static reg madd(reg a, reg b, reg c) { return wasm_f32x4_relaxed_madd(a, b, c); }
};
struct WasmRelaxedFp64 : WasmFp64 {
  static reg madd(reg a, reg b, reg c) { return wasm_f64x2_relaxed_madd(a, b, c); }
};
#endif

}  // namespace
}  // namespace lesson
