// Is there an NVIDIA GPU that this program can measure on? Asked step by step: the driver's own library, which is loaded
// at run time, then our CUDA module, then NVIDIA's library of products. Does not: compute anything.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace lesson {

struct ProbeStep {
  std::string what;  // "driver library"
  bool ok = false;
  std::string answer;  // one sentence
};

struct CudaDeviceFacts {
  std::string name;
  int major = 0, minor = 0;  // compute capability
  double memory_bytes = 0;
  double clock_hz = 0, memory_clock_hz = 0;  // the highest; 0 when not told
  std::optional<double> power_limit_watts;   // from the driver's management library, where it answers
};

struct CudaProbe {
  std::vector<ProbeStep> steps;  // in order; the first that fails is the last, but for the library of products
  std::vector<CudaDeviceFacts> devices;
  bool driver_works() const { return !devices.empty(); }  // what PyTorch asks
  bool module_works = false;
  bool available() const { return driver_works() && module_works; }
  // The sentence of the first step that failed; empty when there is none.
  std::string failure() const;
};

CudaProbe probe_cuda();

// Whether this machine is an Apple one with a GPU that PyTorch's "mps" could use, and one sentence why.
ProbeStep probe_apple_gpu();

}  // namespace lesson
