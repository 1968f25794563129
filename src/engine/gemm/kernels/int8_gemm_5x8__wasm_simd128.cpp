// 10 sums, 2 vectors of B, 1 number of A and 1 product.
#include "engine/gemm/kernels/pack_int8.h"
#include "engine/gemm/kernels/vector_wasm.h"

LESSON_KERNEL = lesson::int8_kernel<lesson::WasmInt16, int16_t, 0, 5, 2>(
    5, "Bytes widened to 16 bits while packing: one instruction multiplies pairs and adds them, exactly.", {.mc = 80, .kc = 512, .nc = 512});
