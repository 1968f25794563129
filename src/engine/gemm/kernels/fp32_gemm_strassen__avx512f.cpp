// Strassen's algorithm over the packed tile of this instruction set. Halved while both halves stay large: below, sums cost more than they save.
#include "engine/gemm/kernels/strassen.h"
#include "engine/gemm/kernels/vector_avx512f.h"

LESSON_KERNEL = lesson::strassen_kernel<lesson::Avx512Fp32, 14, 2>(8, {.mc = 112, .kc = 512, .nc = 2048}, 2, 1024);
