// The relaxed dot product is the same everywhere only while A lies in 0..127. Processors with a dot instruction of their own
// (x86 with VNNI) take A as 0..255; then A is stored as number + 128 and nothing of int8's range is lost. Where the probe
// finds anything else, this kernel does not run and the 16-bit one is used.
#include "engine/gemm/kernels/pack_int8.h"
#include "engine/gemm/kernels/vector_wasm.h"

namespace lesson {
namespace {

// Four rows of eight bytes: rows joined in pairs, pairs of pairs, and bytes added in fours.
template <>
struct Weave<WasmRelaxedInt8, 4, 8> {
  static void row(const int8_t* const (&from)[4], uint8_t* out, int32_t* sums) {
    const v128_t r0 = wasm_v128_load64_zero(from[0]), r1 = wasm_v128_load64_zero(from[1]);
    const v128_t r2 = wasm_v128_load64_zero(from[2]), r3 = wasm_v128_load64_zero(from[3]);
    const v128_t even = wasm_i8x16_shuffle(r0, r1, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
    const v128_t odd = wasm_i8x16_shuffle(r2, r3, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
    const v128_t halves[2] = {wasm_i16x8_shuffle(even, odd, 0, 8, 1, 9, 2, 10, 3, 11), wasm_i16x8_shuffle(even, odd, 4, 12, 5, 13, 6, 14, 7, 15)};
    for (int h = 0; h < 2; ++h) {
      wasm_v128_store(out + 16 * h, halves[h]);
      const v128_t fours = wasm_i32x4_extadd_pairwise_i16x8(wasm_i16x8_extadd_pairwise_i8x16(halves[h]));
      wasm_v128_store(sums + 4 * h, wasm_i32x4_add(wasm_v128_load(sums + 4 * h), fours));
    }
  }
};

}  // namespace
}  // namespace lesson

namespace {

// The largest products there are, in all four places of a lane: saturation or another sign would show.
const char* probe() {
  using V = lesson::WasmRelaxedInt8;
  volatile uint32_t largest_a = 0xffffffffu, largest_b = 0x7f7f7f7fu, smallest_b = 0x80808080u;  // 255s, 127s, -128s
  const v128_t a = wasm_i32x4_splat(int32_t(largest_a));
  const v128_t high = V::madd(wasm_i32x4_splat(int32_t(largest_b)), a, wasm_i32x4_splat(1));
  const v128_t low = V::madd(wasm_i32x4_splat(int32_t(smallest_b)), a, wasm_i32x4_splat(1));
  const bool exact = wasm_i32x4_extract_lane(high, 0) == 4 * 255 * 127 + 1 && wasm_i32x4_extract_lane(low, 3) == 4 * 255 * -128 + 1;
  return exact ? nullptr : "the dot product of bytes is not exact over their whole range in this browser";
}

constexpr lesson::KernelDesc describe() {
  lesson::KernelDesc d = lesson::int8_kernel<lesson::WasmRelaxedInt8, uint8_t, 128, 6, 2>(
      6, "Four one-byte products and their sum in one instruction: four times the numbers of float32.", {.mc = 96, .kc = 1024, .nc = 512});
  d.probe = probe;
  return d;
}

}  // namespace

LESSON_KERNEL = describe();
