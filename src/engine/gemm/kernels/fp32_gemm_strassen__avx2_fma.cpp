// Strassen's algorithm over the packed tile of this instruction set. Halved while both halves stay large: below, sums cost more than they save.
#include "engine/gemm/kernels/strassen.h"
#include "engine/gemm/kernels/vector_avx2_fma.h"

LESSON_KERNEL = lesson::strassen_kernel<lesson::Avx2Fp32, 6, 2>(8, {.mc = 96, .kc = 384, .nc = 1024}, 2, 1024);
