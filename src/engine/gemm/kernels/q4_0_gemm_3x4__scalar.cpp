// A in float32, B in blocks of 4-bit numbers: see pack_q4_0.h.
#include "engine/gemm/kernels/pack_q4_0.h"
#include "engine/gemm/kernels/vector_plain.h"

LESSON_KERNEL = lesson::q4_0_kernel<lesson::Plain<float>, 3, 4>(4, {.mc = 48, .kc = 256, .nc = 256});
