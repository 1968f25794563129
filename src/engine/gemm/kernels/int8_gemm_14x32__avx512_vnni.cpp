// 28 sums, 2 vectors of B and 1 number of A. A is stored as number + 128, since the instruction takes it unsigned.
#include "engine/gemm/kernels/pack_int8.h"
#include "engine/gemm/kernels/vector_avx512f.h"

LESSON_KERNEL = lesson::int8_kernel<lesson::Avx512Int8, uint8_t, 128, 14, 2>(
    7, "Four one-byte products and their sum in one instruction: four times the numbers of float32.", {.mc = 112, .kc = 1024, .nc = 512});
