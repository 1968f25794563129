// A in float32, B in blocks of 4-bit numbers: see pack_q4_0.h.
#include "engine/gemm/kernels/pack_q4_0.h"
#include "engine/gemm/kernels/vector_avx2_fma.h"

LESSON_KERNEL = lesson::q4_0_kernel<lesson::Avx2Fp32, 6, 2>(6, {.mc = 96, .kc = 384, .nc = 1024});
