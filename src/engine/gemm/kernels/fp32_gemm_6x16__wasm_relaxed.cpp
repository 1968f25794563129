// For browsers that join two neighbouring 128-bit operations into one of 256 bits (V8 with --wasm-revectorize): 24 vectors of C, 4 of B and
// 1 number of A are 15 registers of that size. Where nothing is joined they are twice too many, and the 6 x 8 tile is faster.
#include "engine/gemm/kernels/packed.h"
#include "engine/gemm/kernels/vector_wasm.h"

namespace {

constexpr lesson::KernelDesc describe() {
  lesson::KernelDesc d = lesson::packed_kernel<lesson::WasmRelaxedFp32, lesson::Fp32, 6, 4>(
      7, lesson::GemmType::fp32, "Twice as wide: faster where the browser joins two 128-bit operations into one.", {.mc = 96, .kc = 384, .nc = 1024});
  d.joins_vectors = 1;
  d.peak = nullptr;  // the register-only loop is not joined
  return d;
}

}  // namespace

LESSON_KERNEL = describe();
