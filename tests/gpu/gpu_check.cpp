// Every GPU kernel of the module at sizes around its tile, checked against float64, then timed at one large size.
//
//   gpu_check MODULE.so [RESULTS.json]
//
// Prints a table and, where asked for, JSON. Exit codes: 0 all right, 1 something was wrong, 2 wrong use or no GPU.
#include <dlfcn.h>

#include <cstdio>
#include <ctime>
#include <string>
#include <vector>

#include "engine/gpu/gpu_bench.h"

namespace {

using namespace lesson;

struct Row {
  std::string kernel, dtype, flags, problem;
  std::int64_t m, n, k;
  double flops_per_s = 0, error = 0, bound = 0, timed = 0;
};

std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out;
}

Row measure(const GpuModule& module, const GpuKernel& kernel, GemmShape shape, bool timed) {
  GpuRequest request;
  request.shape = shape;
  request.type = kernel.type;
  request.kernel = kernel.id;
  if (!timed) {
    request.repeats = 1;
    request.warm_up_ns = 0;
  }
  Row row{kernel.id, std::string(gpu_format(kernel.type).id), {}, {}, shape.m, shape.n, shape.k};
  row.timed = timed ? 1 : 0;
  const auto result = run_gpu_bench(request, module, [](double, std::string_view) { return true; });
  if (!result) {
    row.problem = result.error().message;
  } else if (*result) {
    row.flops_per_s = (*result)->flops_per_s;
    row.error = (*result)->error;
    row.bound = (*result)->error_bound;
    row.flags = (*result)->flags;
  }
  return row;
}

void print(const Row& row) {
  std::printf("%-32s %-9s %6lld x %6lld x %6lld  ", row.kernel.c_str(), row.dtype.c_str(), static_cast<long long>(row.m),
              static_cast<long long>(row.n), static_cast<long long>(row.k));
  if (!row.problem.empty()) {
    std::printf("WRONG  %s\n", row.problem.c_str());
  } else {
    std::printf("right, error %.1e of %.1e", row.error, row.bound);
    if (row.timed != 0) std::printf(", %.1f GFLOP/s", row.flops_per_s / 1e9);
    std::printf("\n");
  }
  std::fflush(stdout);
}

std::string today() {
  const std::time_t now = std::time(nullptr);
  char text[16] = "";
  std::strftime(text, sizeof text, "%Y-%m-%d", std::gmtime(&now));
  return text;
}

// One sentence; empty when device 0 can be measured.
std::string why_not(const GpuModule* module, GpuVersions& versions, GpuDevice& device) {
  if (module == nullptr) return "The module is of another version than this program: build both together.";
  if (module->versions(&versions) != kGpuOk) return module->last_error();
  if (versions.driver_cuda == 0) return "This machine has no NVIDIA driver, so there is no GPU to check.";
  if (versions.driver_cuda / 1000 < versions.runtime_cuda / 1000) {
    return "The driver is too old: it runs CUDA " + std::to_string(versions.driver_cuda / 1000) + " and the module was built with CUDA " +
           std::to_string(versions.runtime_cuda / 1000) + "; install a newer driver.";
  }
  return module->device(0, &device) == kGpuOk ? "" : module->last_error();
}

bool write_json(const char* file, const GpuDevice& device, const GpuVersions& versions, double copy_rate, const std::vector<Row>& rows) {
  std::FILE* out = std::fopen(file, "w");
  if (out == nullptr) return false;
  std::fprintf(out, "{\"schema\": 1, \"date\": \"%s\", \"device\": \"%s\", \"capability\": \"%d.%d\", \"clock_hz\": %.6g, \"memory_clock_hz\": %.6g, \"driver_cuda\": %d, \"runtime_cuda\": %d, \"cublaslt\": %d, \"copy_bytes_per_s\": %.6g, \"results\": [\n",
               today().c_str(), escaped(device.name).c_str(), device.major, device.minor, device.clock_khz * 1e3, device.memory_clock_khz * 1e3, versions.driver_cuda, versions.runtime_cuda, versions.library, copy_rate);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Row& r = rows[i];
    std::fprintf(out, "  {\"kernel\": \"%s\", \"dtype\": \"%s\", \"m\": %lld, \"n\": %lld, \"k\": %lld, \"timed\": %s, \"flops_per_s\": %.6g, \"error\": %.3g, \"error_bound\": %.3g, \"flags\": \"%s\", \"problem\": \"%s\"}%s\n",
                 r.kernel.c_str(), r.dtype.c_str(), static_cast<long long>(r.m), static_cast<long long>(r.n), static_cast<long long>(r.k), r.timed != 0 ? "true" : "false",
                 r.flops_per_s, r.error < 1e300 ? r.error : 1e300, r.bound, escaped(r.flags).c_str(), escaped(r.problem).c_str(), i + 1 < rows.size() ? "," : "");
  }
  std::fprintf(out, "]}\n");
  return std::fclose(out) == 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2 && argc != 3) {
    std::fprintf(stderr, "usage: gpu_check MODULE.so [RESULTS.json]\n");
    return 2;
  }
  void* const library = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    std::fprintf(stderr, "gpu_check: %s\n", dlerror());
    return 2;
  }
  const auto entry = reinterpret_cast<GpuModuleFn>(dlsym(library, kGpuModuleSymbol));
  const GpuModule* module = entry == nullptr ? nullptr : entry(kGpuAbi);
  GpuDevice device{};
  GpuVersions versions{};
  if (const std::string why = why_not(module, versions, device); !why.empty()) {
    std::fprintf(stderr, "gpu_check: %s\n", why.c_str());
    return 2;
  }
  double copy_rate = 0;
  if (module->copy_rate(0, &copy_rate) != kGpuOk) std::printf("copy rate: %s\n", module->last_error());
  std::printf("%s, compute capability %d.%d, %.1f GB, copies %.0f GB/s, CUDA %d on a driver for %d, cuBLASLt %d\n", device.name, device.major, device.minor,
              static_cast<double>(device.memory_bytes) / 1e9, copy_rate / 1e9, versions.runtime_cuda, versions.driver_cuda, versions.library);
  std::vector<Row> rows;
  int wrong = 0;
  for (const GpuKernel& kernel : gpu_kernels(*module)) {
    const int capability = device.major * 10 + device.minor;
    if (kernel.least_capability > capability || gpu_format(kernel.type).least_capability > capability) continue;
    // Around the tiles, and not square; multiples of 32 where a format wants them.
    const std::int64_t unit = gpu_format(kernel.type).multiple;
    for (const GemmShape& shape : {GemmShape{unit, unit, unit}, {96, 160, 64}, {127 / unit * unit, 129 / unit * unit + unit, 65 / unit * unit + unit}, {1024, 96, 2048}, {512, 512, 512}}) {
      if (shape.m < 1) continue;
      rows.push_back(measure(*module, kernel, shape, false));
      print(rows.back());
      wrong += rows.back().problem.empty() ? 0 : 1;
    }
    rows.push_back(measure(*module, kernel, {4096, 4096, 4096}, true));
    print(rows.back());
    wrong += rows.back().problem.empty() ? 0 : 1;
  }
  std::printf("%zu passed, %d failed, 0 skipped\n", rows.size() - static_cast<std::size_t>(wrong), wrong);
  if (argc == 3 && !write_json(argv[2], device, versions, copy_rate, rows)) {
    std::fprintf(stderr, "gpu_check: cannot write %s\n", argv[2]);
    return 1;
  }
  return wrong == 0 && !rows.empty() ? 0 : 1;
}
