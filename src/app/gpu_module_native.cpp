#include "app/gpu_module_native.h"

#include <dlfcn.h>

#include <filesystem>

namespace lesson {
namespace {

namespace fs = std::filesystem;

constexpr const char* kFile = "liblesson_cuda.so";

LoadedGpuModule load() {
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error).parent_path();
  for (const fs::path& folder : {program, program / ".." / "lib" / "lesson"}) {
    const fs::path file = folder / kFile;
    if (!fs::is_regular_file(file, error)) continue;
    void* const library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);  // never closed
    if (library == nullptr)
      return {nullptr, std::string("The CUDA module cannot be loaded (") + dlerror() + "); build it again on this machine."};
    const auto entry = reinterpret_cast<GpuModuleFn>(dlsym(library, kGpuModuleSymbol));
    const GpuModule* module = entry == nullptr ? nullptr : entry(kGpuAbi);
    if (module != nullptr) return {module, {}};
    return {nullptr, "The CUDA module is of another version than this program; build both together."};
  }
  return {nullptr, std::string("The CUDA module (") + kFile + ") is not beside this program; build it where CUDA's nvcc is installed."};
}

}  // namespace

const LoadedGpuModule& gpu_module() {
  static const LoadedGpuModule loaded = load();
  return loaded;
}

}  // namespace lesson
