// Stored in two bytes, computed in four.
#include "engine/gemm/kernels/packed.h"
#include "engine/gemm/kernels/vector_avx512f.h"

LESSON_KERNEL = lesson::packed_kernel<lesson::Avx512Fp32, lesson::Bf16, 14, 2>(
    7, lesson::GemmType::bf16, "Numbers are stored as bfloat16 and widened to float32 while packing: half the memory, the same arithmetic.",
    {.mc = 112, .kc = 512, .nc = 2048});
