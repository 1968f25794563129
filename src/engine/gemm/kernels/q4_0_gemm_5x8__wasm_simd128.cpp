// A in float32, B in blocks of 4-bit numbers: see pack_q4_0.h.
#include "engine/gemm/kernels/pack_q4_0.h"
#include "engine/gemm/kernels/vector_wasm.h"

LESSON_KERNEL = lesson::q4_0_kernel<lesson::WasmFp32, 5, 2>(5, {.mc = 80, .kc = 384, .nc = 1024});
