// Stored in two bytes, computed in four.
#include "engine/gemm/kernels/packed.h"
#include "engine/gemm/kernels/vector_avx2_fma.h"

LESSON_KERNEL = lesson::packed_kernel<lesson::Avx2Fp32, lesson::Bf16, 6, 2>(
    6, lesson::GemmType::bf16, "Numbers are stored as bfloat16 and widened to float32 while packing: half the memory, the same arithmetic.",
    {.mc = 96, .kc = 384, .nc = 1024});
