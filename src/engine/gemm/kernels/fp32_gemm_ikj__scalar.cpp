// Rung 2: the same work in an order that memory likes.
#include "engine/gemm/kernels/ikj.h"

LESSON_KERNEL = lesson::whole_kernel(
    2, lesson::GemmType::fp32, "The inner two loops swapped: memory is read along rows, in the order it is stored.", lesson::multiply_ikj);
