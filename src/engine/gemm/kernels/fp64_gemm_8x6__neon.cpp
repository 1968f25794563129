// As fp32_gemm_8x12, with half the numbers in a vector.
#include "engine/gemm/kernels/packed.h"
#include "engine/gemm/kernels/vector_neon.h"

LESSON_KERNEL = lesson::packed_kernel<lesson::NeonFp64, lesson::Fp64, 8, 3>(
    6, lesson::GemmType::fp64, "Packed panels and a tile of C in 24 of 32 registers, with fused multiply-add.", {.mc = 96, .kc = 256, .nc = 240});
