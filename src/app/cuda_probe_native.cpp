#include "app/cuda_probe.h"

#include <dlfcn.h>

#include <array>
#include <cstdlib>
#include <memory>

#include "app/gpu_module_native.h"

namespace lesson {
namespace {

struct Close {
  void operator()(void* library) const { dlclose(library); }
};
using Library = std::unique_ptr<void, Close>;

// The few calls that are needed, with the types of the CUDA driver API and of NVML.
using InitFn = int(unsigned);
using IntFn = int(int*);
using GetFn = int(int*, int);
using NameFn = int(char*, int, int);
using MemoryFn = int(std::size_t*, int);
using AttributeFn = int(int*, int, int);

constexpr int kClockKhz = 13, kMemoryClockKhz = 36, kMajor = 75, kMinor = 76;  // CUdevice_attribute
constexpr int kNoDevice = 100, kUnknown = 999, kMismatch = 803, kOldDriver = 35;

template <class Fn>
Fn* find(const Library& library, const char* name) {
  return reinterpret_cast<Fn*>(dlsym(library.get(), name));
}

std::string version_text(int cuda) { return std::to_string(cuda / 1000) + "." + std::to_string(cuda % 1000 / 10); }

// Why cuInit said no.
std::string start_trouble(int code) {
  switch (code) {
    case kNoDevice: return "The driver finds no GPU that this program may use.";
    case kMismatch: return "The driver's library and the kernel's module are of different versions (error 803); restart the machine.";
    case kOldDriver: return "The driver is too old for this program (error 35); install a newer one.";
    case kUnknown: return "The driver does not start (error 999); restart the machine, or load its kernel module.";
    default: break;
  }
  return "The driver does not start (error " + std::to_string(code) + "); it may not match the kernel, or the GPU is not visible here.";
}

std::string none_visible() {
  const char* visible = std::getenv("CUDA_VISIBLE_DEVICES");
  if (visible == nullptr) return "The driver knows no GPU.";
  if (*visible == '\0') return "CUDA_VISIBLE_DEVICES is empty, which hides every GPU; unset it.";
  return "CUDA_VISIBLE_DEVICES names no GPU that exists; unset it, or set it to 0.";
}

std::optional<double> power_limit_watts(const Library& driver, int device) {
  static const Library management(dlopen("libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL));
  const auto bus_id = find<int(char*, int, int)>(driver, "cuDeviceGetPCIBusId");
  if (management == nullptr || bus_id == nullptr) return std::nullopt;
  const auto init = find<int()>(management, "nvmlInit_v2");
  const auto handle_of = find<int(const char*, void**)>(management, "nvmlDeviceGetHandleByPciBusId_v2");
  const auto limit_of = find<int(void*, unsigned*)>(management, "nvmlDeviceGetEnforcedPowerLimit");
  std::array<char, 32> id{};
  void* handle = nullptr;
  unsigned milliwatts = 0;
  const bool told = init != nullptr && handle_of != nullptr && limit_of != nullptr && init() == 0 &&
                    bus_id(id.data(), static_cast<int>(id.size()) - 1, device) == 0 && handle_of(id.data(), &handle) == 0 &&
                    limit_of(handle, &milliwatts) == 0;
  return told ? std::optional(milliwatts * 1e-3) : std::nullopt;
}

CudaDeviceFacts device_facts(const Library& driver, int index) {
  CudaDeviceFacts facts;
  facts.name = "a device without a name";
  int device = 0;
  const auto get = find<GetFn>(driver, "cuDeviceGet");
  if (get == nullptr || get(&device, index) != 0) return facts;
  std::array<char, 256> name{};
  if (const auto name_of = find<NameFn>(driver, "cuDeviceGetName"); name_of && name_of(name.data(), 255, device) == 0) facts.name = name.data();
  std::size_t bytes = 0;
  if (const auto memory = find<MemoryFn>(driver, "cuDeviceTotalMem_v2"); memory && memory(&bytes, device) == 0)
    facts.memory_bytes = static_cast<double>(bytes);
  const auto attribute = [&](int which) {
    int value = 0;
    const auto ask = find<AttributeFn>(driver, "cuDeviceGetAttribute");
    return ask != nullptr && ask(&value, which, device) == 0 ? value : 0;
  };
  facts.major = attribute(kMajor);
  facts.minor = attribute(kMinor);
  facts.clock_hz = attribute(kClockKhz) * 1e3;
  facts.memory_clock_hz = attribute(kMemoryClockKhz) * 1e3;
  facts.power_limit_watts = power_limit_watts(driver, device);
  return facts;
}

}  // namespace

std::string CudaProbe::failure() const {
  for (const ProbeStep& step : steps) {
    if (!step.ok) return step.answer;
  }
  return {};
}

CudaProbe probe_cuda() {
  CudaProbe probe;
  const auto step = [&](std::string what, bool ok, std::string answer) {
    probe.steps.push_back({std::move(what), ok, std::move(answer)});
    return ok;
  };
  const Library driver(dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL));
  if (!step("driver library", driver != nullptr,
            driver ? "libcuda.so.1 was found." : "libcuda.so.1 was not found: this machine has no NVIDIA driver."))
    return probe;

  const auto init = find<InitFn>(driver, "cuInit");
  const int code = init == nullptr ? -1 : init(0);
  const bool hidden = code == kNoDevice && std::getenv("CUDA_VISIBLE_DEVICES") != nullptr;
  if (!step("driver start", code == 0, code == 0 ? "The driver starts." : hidden ? none_visible() : start_trouble(code))) return probe;

  int version = 0;
  const auto version_of = find<IntFn>(driver, "cuDriverGetVersion");
  const bool told = version_of != nullptr && version_of(&version) == 0;
  if (!step("driver version", told, told ? "The driver is for CUDA " + version_text(version) + "." : "The driver does not tell its version; install a newer one."))
    return probe;

  int count = 0;
  const auto count_of = find<IntFn>(driver, "cuDeviceGetCount");
  const bool counted = count_of != nullptr && count_of(&count) == 0 && count > 0;
  if (!step("devices", counted, counted ? "The driver knows " + std::to_string(count) + (count == 1 ? " GPU." : " GPUs.") : none_visible()))
    return probe;
  for (int i = 0; i < count; ++i) probe.devices.push_back(device_facts(driver, i));

  const LoadedGpuModule& loaded = gpu_module();
  if (!step("CUDA module", loaded.module != nullptr, loaded.module ? "The CUDA module is loaded." : loaded.why)) return probe;
  GpuVersions versions{};
  const bool answers = loaded.module->versions(&versions) == kGpuOk;
  const bool fits = answers && version / 1000 >= versions.runtime_cuda / 1000;
  const std::string wanted = version_text(versions.runtime_cuda), has = version_text(version);
  if (!step("module and driver", fits,
            fits      ? "The module was built with CUDA " + wanted + ", which this driver runs."
            : answers ? "The driver is too old: it runs CUDA " + has + " and the module was built with CUDA " + wanted + "; install a newer driver."
                      : std::string(loaded.module->last_error())))
    return probe;
  probe.module_works = true;
  step("cuBLASLt", versions.library > 0,
       versions.library > 0 ? std::string(versions.library_name) + " was found, version " + std::to_string(versions.library / 10000) + "." +
                                  std::to_string(versions.library / 100 % 100) + "." + std::to_string(versions.library % 100) + "."
                            : std::string(versions.library_name) + " was not found: only the lesson's own kernels can be measured.");
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
