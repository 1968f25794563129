// Rung 3: the source of rung 2, with the compiler's vectoriser on.
#include "engine/gemm/kernels/ikj.h"

LESSON_KERNEL = lesson::whole_kernel(
    3, lesson::GemmType::fp32, "The same source as before; the compiler may use vector instructions on it.", lesson::multiply_ikj);
