// 16 sums, 2 vectors of B, 1 number of A and 2 products are 21 of the 32 registers.
#include "engine/gemm/kernels/pack_int8.h"
#include "engine/gemm/kernels/vector_neon.h"

LESSON_KERNEL = lesson::int8_kernel<lesson::NeonInt16, int16_t, 0, 8, 2>(
    6, "Bytes widened to 16 bits while packing: products of pairs are added exactly.", {.mc = 96, .kc = 512, .nc = 512});
