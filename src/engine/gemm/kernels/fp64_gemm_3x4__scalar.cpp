// 12 sums, 4 numbers of B and 1 of A: 17 values for processors with 16 registers or more.
#include "engine/gemm/kernels/packed.h"
#include "engine/gemm/kernels/vector_plain.h"

LESSON_KERNEL = lesson::packed_kernel<lesson::Plain<double>, lesson::Fp64, 3, 4>(
    4, lesson::GemmType::fp64, "Packed panels and a 3x4 tile in registers with plain arithmetic: runs on any processor.",
    {.mc = 48, .kc = 256, .nc = 256});
