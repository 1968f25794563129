// Contestants that are not built in: libraries of linear algebra that this machine may have, found when first asked for.
// They stand in the table of kernels like any other; where the library is missing their probe says so.
#pragma once

#include <vector>

#include "engine/gemm/gemm.h"

namespace lesson {

// OpenBLAS (float32, float64) and oneDNN (float32). Empty on the web. Loads nothing by itself.
std::vector<Kernel> loadable_kernels();

}  // namespace lesson
