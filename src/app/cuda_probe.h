// Is there an NVIDIA GPU that programs can use? Asked of the driver's own library, which is loaded at run time, so the
// program also runs where there is none. Does not: compute anything.
#pragma once

#include <string>
#include <vector>

namespace lesson {

struct ProbeStep {
  std::string what;  // "the driver's library libcuda.so.1"
  bool ok = false;
  std::string answer;  // one sentence
};

struct CudaProbe {
  std::vector<ProbeStep> steps;    // in order; the first that fails is the last
  std::vector<std::string> names;  // of the devices found
  bool available() const { return !names.empty(); }
};

CudaProbe probe_cuda();

// Whether this machine is an Apple one with a GPU that PyTorch's "mps" could use, and one sentence why.
ProbeStep probe_apple_gpu();

}  // namespace lesson
