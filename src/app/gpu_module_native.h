// The CUDA module, loaded once when first asked for: liblesson_cuda.so beside the program or in ../lib/lesson.
// The program itself links no CUDA library.
#pragma once

#include <string>

#include "engine/gpu/module_abi.h"

namespace lesson {

struct LoadedGpuModule {
  const GpuModule* module = nullptr;
  std::string why;  // one sentence when there is none
};
const LoadedGpuModule& gpu_module();

}  // namespace lesson
