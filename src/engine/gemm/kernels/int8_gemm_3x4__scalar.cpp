// Whole numbers, widened to 32 bits while packing.
#include "engine/gemm/kernels/pack_int8.h"
#include "engine/gemm/kernels/vector_plain.h"

LESSON_KERNEL = lesson::int8_kernel<lesson::Plain<int32_t>, int32_t, 0, 3, 4>(
    4, "Numbers are one byte, sums are exact 32-bit whole numbers: runs on any processor.", {.mc = 48, .kc = 256, .nc = 256});
