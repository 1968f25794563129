#include "engine/gemm/loaded.h"

namespace lesson {

// A page has no libraries of its machine.
std::vector<Kernel> loadable_kernels() { return {}; }

}  // namespace lesson
