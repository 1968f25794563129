// One product measured on a GPU, by the rules of bench.h: same numbers, same statistics, every configuration checked
// against float64. Works with any module of the ABI; the unit tests give it one that runs on the host.
//
//   fill A and B on the host; sums of a sample of rows in float64; each candidate: multiply, check the sample, time a few
//   calls; the fastest right one: warm up until three medians agree and the clocks had a second, then measure.
// Does not: know CUDA, load the module, allocate device memory.
#pragma once

#include <functional>
#include <span>
#include <vector>
#include <optional>
#include <string>
#include <string_view>

#include "engine/bench/bench.h"
#include "engine/gpu/module_abi.h"

namespace lesson {

struct GpuRequest {
  int device = 0;
  GemmShape shape{4096, 4096, 4096};
  GpuType type = GpuType::fp32;
  std::string kernel;  // an id of the module, or "best": the last of its ladder for this type
  int repeats = 5;
  std::int64_t measure_ns = 0;
  std::int64_t warm_up_ns = 1'000'000'000;  // at least; clocks swing for some seconds
  bool zeros = false;
};

// A number format of products on a GPU: how it is stored, what its sums are kept in, what it needs.
struct GpuFormat {
  GpuType type;
  std::string_view id, accumulate;  // ids of the number formats
  int least_capability;             // 89 = 8.9: the first devices with this arithmetic
  int multiple;                     // m, n and k must be multiples of it
  double sum_roundoff;              // half a step near 1 of what the sums are kept in, at worst; 0 = exact
};
const GpuFormat& gpu_format(GpuType type);
const GpuFormat* find_gpu_format(std::string_view id);  // null: no product in it
std::span<const GpuFormat> gpu_formats();

// Error::not_available with a sentence where the device cannot, out_of_range where the sizes do not fit the format.
Result<void> check_gpu_request(const GpuRequest& request, const GpuDevice& device);

// Operands as they are stored: rows without gaps, B by columns where `transposed`. Zeros where asked for.
void gpu_fill(GpuType type, std::uint64_t seed, std::int64_t rows, std::int64_t cols, bool transposed, bool zeros, void* out);
double gpu_stored_number(GpuType type, std::uint64_t seed, std::int64_t row, std::int64_t col);  // exactly what is stored, as float64

// The ladder of a type, slowest first.
struct GpuKernel {
  std::string id, idea;
  GpuType type;
  bool transposed_b;
  int least_capability;
};
std::vector<GpuKernel> gpu_kernels(const GpuModule& module);

// Nothing when go_on said false.
Result<std::optional<BenchResult>> run_gpu_bench(const GpuRequest& request, const GpuModule& module,
                                                 const std::function<bool(double fraction, std::string_view phase)>& go_on);

}  // namespace lesson
