// 12 sums, 4 numbers of B and 1 of A: 17 values for processors with 16 registers or more.
#include "engine/gemm/kernels/packed.h"
#include "engine/gemm/kernels/vector_plain.h"

LESSON_KERNEL = lesson::packed_kernel<lesson::Plain<float>, lesson::Fp16, 3, 4>(
    4, lesson::GemmType::fp16, "Numbers are stored in two bytes and widened to float32 while packing: runs on any processor.",
    {.mc = 48, .kc = 256, .nc = 256});
