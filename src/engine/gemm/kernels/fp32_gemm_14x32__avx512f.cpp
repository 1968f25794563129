// 28 vectors of C, 2 of B and 1 number of A are 31 of the 32 registers.
#include "engine/gemm/kernels/packed.h"
#include "engine/gemm/kernels/vector_avx512f.h"

LESSON_KERNEL = lesson::packed_kernel<lesson::Avx512Fp32, lesson::Fp32, 14, 2>(
    7, lesson::GemmType::fp32, "The same with 512-bit vectors: a wider tile, twice the numbers in each instruction.",
    {.mc = 112, .kc = 512, .nc = 2048});
