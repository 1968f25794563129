// 12 vectors of C, 2 of B and 1 number of A are 15 of the 16 registers.
#include "engine/gemm/kernels/packed.h"
#include "engine/gemm/kernels/vector_avx2_fma.h"

LESSON_KERNEL = lesson::packed_kernel<lesson::Avx2Fp32, lesson::Fp32, 6, 2>(
    6, lesson::GemmType::fp32, "The packed tile with fused multiply-add: one instruction where there were two.",
    {.mc = 96, .kc = 384, .nc = 1024});
