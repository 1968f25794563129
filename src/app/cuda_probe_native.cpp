#include <dlfcn.h>

#include <array>
#include <memory>

#include "app/cuda_probe.h"

namespace lesson {
namespace {

struct Close {
  void operator()(void* library) const { dlclose(library); }
};
using Library = std::unique_ptr<void, Close>;

// The few calls that are needed, with the types of the CUDA driver API.
using InitFn = int (*)(unsigned);
using CountFn = int (*)(int*);
using GetFn = int (*)(int*, int);
using NameFn = int (*)(char*, int, int);

template <class Fn>
Fn find(const Library& library, const char* name) {
  return reinterpret_cast<Fn>(dlsym(library.get(), name));
}

std::vector<std::string> device_names(const Library& library, int count) {
  const auto get = find<GetFn>(library, "cuDeviceGet");
  const auto name_of = find<NameFn>(library, "cuDeviceGetName");
  std::vector<std::string> names;
  for (int i = 0; i < count; ++i) {
    int device = 0;
    std::array<char, 256> name{};
    const bool named = get != nullptr && name_of != nullptr && get(&device, i) == 0 &&
                       name_of(name.data(), static_cast<int>(name.size()) - 1, device) == 0;
    names.emplace_back(named ? name.data() : "a device without a name");
  }
  return names;
}

}  // namespace

CudaProbe probe_cuda() {
  CudaProbe probe;
  const auto step = [&](std::string what, bool ok, std::string answer) {
    probe.steps.push_back({std::move(what), ok, std::move(answer)});
    return ok;
  };
  const Library library(dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL));
  if (!step("driver library", library != nullptr,
            library ? "libcuda.so.1 was found." : "libcuda.so.1 was not found: this machine has no NVIDIA driver."))
    return probe;

  const auto init = find<InitFn>(library, "cuInit");
  const int code = init == nullptr ? -1 : init(0);
  if (!step("driver start", code == 0,
            code == 0 ? "The driver starts."
                      : "The driver does not start (error " + std::to_string(code) +
                            "): it may not match the kernel, or the GPU is not visible here."))
    return probe;

  const auto count_of = find<CountFn>(library, "cuDeviceGetCount");
  int count = 0;
  const bool counted = count_of != nullptr && count_of(&count) == 0 && count > 0;
  if (!step("devices", counted,
            counted ? "The driver knows " + std::to_string(count) + (count == 1 ? " GPU." : " GPUs.")
                    : "The driver knows no GPU."))
    return probe;
  probe.names = device_names(library, count);
  return probe;
}

ProbeStep probe_apple_gpu() {
#if defined(__APPLE__)
  return {"Apple GPU", true, "This is a Mac; PyTorch says True on macOS 12.3 or later with an Apple or AMD GPU."};
#else
  return {"Apple GPU", false, "This is not a Mac, and mps is the GPU of a Mac."};
#endif
}

}  // namespace lesson
