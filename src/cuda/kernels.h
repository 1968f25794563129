// The own kernels of the module, by id, launched on the default stream.
#pragma once

#include <cuda_runtime_api.h>

#include "cuda/tiles.h"
#include "engine/gpu/module_abi.h"

namespace lesson {

struct OwnKernel {
  const char* id;
  GpuType type;
  const char* idea;
  int transposed_b, least_capability;
  cudaError_t (*launch)(const TileProduct& product);
};

// Slowest first; null after the last.
const OwnKernel* own_kernel(int index);

}  // namespace lesson
