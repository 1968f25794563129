// The speed limit of a kernel's own instruction here: multiply-adds on registers only, nothing loaded or stored.
// A product cannot be faster than this for its 2mnk operations, so "percent of peak" has a denominator measured in
// the same run, on the same core, in the same browser.
#pragma once

#include "engine/base/result.h"
#include "engine/base/thread_pool.h"
#include "engine/gemm/gemm.h"

namespace lesson {

// Operations a second, multiplies and adds both counted, of `threads` threads together: the best of several samples of
// about 2 ms each (10 clock steps at least), so about 40 ms. Error::not_available for kernels without such a loop.
Result<double> measure_register_peak(const Kernel& kernel, ThreadPool& pool, int threads);

// The kernel whose loop is the limit for `type` here: the highest rung's, whatever a self-tune chose.
Result<const Kernel*> peak_kernel(GemmType type);

// Measures on one thread whether a kernel made for joined vectors is clearly faster than the others in a product that fits the nearest
// caches, and lets best mean it where it is (choice.h). About 0.06 s where the build has such a kernel, else nothing.
void probe_joined_vectors(Workspace& workspace);

}  // namespace lesson
