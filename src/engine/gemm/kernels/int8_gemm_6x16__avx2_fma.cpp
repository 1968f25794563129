// 12 sums, 2 vectors of B, 1 number of A and 1 product: all 16 registers.
#include "engine/gemm/kernels/pack_int8.h"
#include "engine/gemm/kernels/vector_avx2_fma.h"

LESSON_KERNEL = lesson::int8_kernel<lesson::Avx2Int16, int16_t, 0, 6, 2>(
    6, "Bytes widened to 16 bits while packing: one instruction multiplies pairs and adds them, exactly.", {.mc = 96, .kc = 512, .nc = 512});
