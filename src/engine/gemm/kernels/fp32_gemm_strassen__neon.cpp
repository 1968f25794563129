// Strassen's algorithm over the packed tile of this instruction set. Halved while both halves stay large: below, sums cost more than they save.
#include "engine/gemm/kernels/strassen.h"
#include "engine/gemm/kernels/vector_neon.h"

LESSON_KERNEL = lesson::strassen_kernel<lesson::NeonFp32, 8, 3>(8, {.mc = 96, .kc = 256, .nc = 480}, 2, 1024);
