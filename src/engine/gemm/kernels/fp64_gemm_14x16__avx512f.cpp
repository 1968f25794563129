// As fp32_gemm_14x32, with half the numbers in a vector.
#include "engine/gemm/kernels/packed.h"
#include "engine/gemm/kernels/vector_avx512f.h"

LESSON_KERNEL = lesson::packed_kernel<lesson::Avx512Fp64, lesson::Fp64, 14, 2>(
    7, lesson::GemmType::fp64, "The same with 512-bit vectors: a wider tile, twice the numbers in each instruction.",
    {.mc = 112, .kc = 256, .nc = 256});
