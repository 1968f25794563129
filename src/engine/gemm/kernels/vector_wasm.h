// 128-bit WebAssembly vectors, for tile.h: with separate multiply and add, or with relaxed multiply-add, which the
// browser may fuse into one instruction and may not.
#pragma once

#include <wasm_simd128.h>

namespace lesson {
namespace {

struct WasmFp32 {
  using scalar = float;
  using reg = v128_t;
  static constexpr int lanes = 4;
  static reg zero() { return wasm_f32x4_const_splat(0); }
  static reg load(const float* p) { return wasm_v128_load(p); }
  static reg splat(const float* p) { return wasm_v128_load32_splat(p); }
  static void store(float* p, reg v) { wasm_v128_store(p, v); }
  static reg mul(reg a, reg b) { return wasm_f32x4_mul(a, b); }
  static reg madd(reg a, reg b, reg c) { return wasm_f32x4_add(wasm_f32x4_mul(a, b), c); }
};

struct WasmFp64 {
  using scalar = double;
  using reg = v128_t;
  static constexpr int lanes = 2;
  static reg zero() { return wasm_f64x2_const_splat(0); }
  static reg load(const double* p) { return wasm_v128_load(p); }
  static reg splat(const double* p) { return wasm_v128_load64_splat(p); }
  static void store(double* p, reg v) { wasm_v128_store(p, v); }
  static reg mul(reg a, reg b) { return wasm_f64x2_mul(a, b); }
  static reg madd(reg a, reg b, reg c) { return wasm_f64x2_add(wasm_f64x2_mul(a, b), c); }
};

#ifdef __wasm_relaxed_simd__
struct WasmRelaxedFp32 : WasmFp32 {
  static reg madd(reg a, reg b, reg c) { return wasm_f32x4_relaxed_madd(a, b, c); }
};
struct WasmRelaxedFp64 : WasmFp64 {
  static reg madd(reg a, reg b, reg c) { return wasm_f64x2_relaxed_madd(a, b, c); }
};
#endif

}  // namespace
}  // namespace lesson
