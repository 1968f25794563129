// 24 sums, 3 vectors of B and 1 number of A are 28 of the 32 registers.
#include "engine/gemm/kernels/packed.h"
#include "engine/gemm/kernels/vector_neon.h"

LESSON_KERNEL = lesson::packed_kernel<lesson::NeonFp32, lesson::Fp32, 8, 3>(
    6, lesson::GemmType::fp32, "Packed panels and a tile of C in 24 of 32 registers, with fused multiply-add.", {.mc = 96, .kc = 256, .nc = 480});
