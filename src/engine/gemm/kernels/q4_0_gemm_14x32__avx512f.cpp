// A in float32, B in blocks of 4-bit numbers: see pack_q4_0.h.
#include "engine/gemm/kernels/pack_q4_0.h"
#include "engine/gemm/kernels/vector_avx512f.h"

LESSON_KERNEL = lesson::q4_0_kernel<lesson::Avx512Fp32, 14, 2>(7, {.mc = 112, .kc = 512, .nc = 2048});
