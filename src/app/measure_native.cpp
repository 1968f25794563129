#include "app/measure_native.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>

#include "app/cuda_probe.h"
#include "app/gpu_module_native.h"
#include "engine/base/format.h"
#include "engine/bench/cpu_facts.h"
#include "engine/catalog/catalog.h"
#include "engine/gpu/gpu_bench.h"

namespace lesson {
namespace {

constexpr std::int64_t kSliceNs = 50'000'000;
constexpr GemmType kTypes[] = {GemmType::fp64, GemmType::fp32, GemmType::bf16,
                               GemmType::fp16, GemmType::int8, GemmType::q4_0};

int index_of(std::string_view device) { return std::atoi(std::string(device.substr(device.find(':') + 1)).c_str()); }

// Drivers' names of devices, and the catalogue's row with their dense peaks. Of others the peak is not known.
constexpr std::pair<std::string_view, std::string_view> kDriverNames[] = {
    {"Tesla P100-SXM2-16GB", "p100-sxm2-16gb"},
    {"Tesla V100-SXM2-16GB", "v100-sxm2-16gb"},
    {"Tesla V100-SXM2-32GB", "v100-sxm2-32gb"},
    {"Tesla T4", "t4"},
    {"NVIDIA A100-SXM4-40GB", "a100-sxm4-40gb"},
    {"NVIDIA A100-SXM4-80GB", "a100-sxm4-80gb"},
    {"NVIDIA A100 80GB PCIe", "a100-pcie-80gb"},
    {"NVIDIA A10", "a10"},
    {"NVIDIA A10G", "a10g"},
    {"NVIDIA RTX A6000", "rtx-a6000"},
    {"NVIDIA A40", "a40"},
    {"NVIDIA L4", "l4"},
    {"NVIDIA L40S", "l40s"},
    {"NVIDIA GeForce RTX 3060", "rtx-3060-12gb"},
    {"NVIDIA GeForce RTX 3090", "rtx-3090"},
    {"NVIDIA GeForce RTX 4090", "rtx-4090"},
    {"NVIDIA GeForce RTX 5090", "rtx-5090"},
    {"NVIDIA RTX 6000 Ada Generation", "rtx-6000-ada"},
    {"NVIDIA RTX PRO 6000 Blackwell Workstation Edition", "rtx-pro-6000-blackwell-ws"},
    {"NVIDIA H100 80GB HBM3", "h100-sxm5-80gb"},
    {"NVIDIA H100 PCIe", "h100-pcie-80gb"},
    {"NVIDIA H100 NVL", "h100-nvl-94gb"},
    {"NVIDIA H200", "h200-sxm"},
    {"NVIDIA H800", "h800-sxm"},
    {"NVIDIA B200", "b200-sxm"},
};

void add_data_sheet(BenchResult& result) {
  const auto row = std::ranges::find(kDriverNames, result.device_name, &std::pair<std::string_view, std::string_view>::first);
  const auto format = find_number_format(result.dtype);
  if (row == std::end(kDriverNames) || !format) {
    result.theory_source = "the dense peak of " + result.device_name + " is not in the catalogue";
    return;
  }
  const auto device = find_device(row->second);
  if (!device) return;
  const Peak peak = dense_peak(**device, **format);
  result.theory_flops_per_s = peak.flops_per_s;
  result.theory_source = peak.flops_per_s ? "dense peak of " + std::string((*device)->name) + ", " + std::string((*device)->source) : peak.reason;
}

}  // namespace

std::string size_text(const GemmShape& shape) {
  std::string text = std::to_string(shape.m) + " × " + std::to_string(shape.n);
  if (shape.m != shape.n || shape.n != shape.k) text += " × " + std::to_string(shape.k);
  return text;
}

Result<std::optional<BenchResult>> Measurer::run_cpu(const MeasureJob& job, const GoOn& go_on) {
  const Result<GemmType> type = find_gemm_type(job.dtype);
  if (!type) return std::unexpected(type.error());
  if (job.zeros)
    return fail(ErrorCode::not_available, "Zeros are for GPUs, whose clock depends on power; leave --data out.");
  BenchRequest request;
  request.shape = job.shape;
  request.type = *type;
  request.kernel = job.kernel;
  request.threads = job.threads;
  request.repeats = job.repeats;
  request.measure_ns = std::llround(job.seconds * 1e9);
  auto run = BenchRun::start(request, workspace_);
  if (!run) return std::unexpected(run.error());
  for (bool done = false; !done;) {
    const auto progress = run->step(kSliceNs);
    if (!progress) return std::unexpected(progress.error());
    done = progress->done;
    if (!go_on(progress->fraction, phase_name(progress->phase))) return std::nullopt;
  }
  auto result = run->finish(false);
  if (!result) return std::unexpected(result.error());
  const CpuPeak peak = cpu_peak_here(*type);
  if (peak.flops_per_s) result->theory_flops_per_s = *peak.flops_per_s * result->threads;
  result->theory_source = peak.source;
  return std::optional(std::move(*result));
}

namespace {

Result<std::optional<BenchResult>> run_gpu(const MeasureJob& job, const GoOn& go_on) {
  const std::vector<std::string> here = measuring_devices();
  if (std::ranges::find(here, job.device) == here.end()) return std::unexpected(why_no_device(job.device));
  const GpuFormat* format = find_gpu_format(job.dtype);
  if (format == nullptr)
    return fail(ErrorCode::not_available, "A GPU has no products in " + quoted(job.dtype) + "; choose fp32, for example.");
  GpuRequest request;
  request.device = index_of(job.device);
  request.shape = job.shape;
  request.type = format->type;
  request.kernel = job.kernel;
  request.repeats = job.repeats;
  request.measure_ns = std::llround(job.seconds * 1e9);
  request.zeros = job.zeros;
  auto result = run_gpu_bench(request, *gpu_module().module, go_on);
  if (result && *result) add_data_sheet(**result);
  return result;
}

}  // namespace

Result<std::optional<BenchResult>> Measurer::run(const MeasureJob& job, const GoOn& go_on) {
  return job.device == "cpu" ? run_cpu(job, go_on) : run_gpu(job, go_on);
}

std::optional<std::vector<TunedBest>> Measurer::tune(const GoOn& go_on) {
  TuneRun run(workspace_);
  for (Progress progress; !progress.done;) {
    progress = run.step(kSliceNs);
    if (!go_on(progress.fraction, "every implementation, one after the other")) return std::nullopt;
  }
  return run.finish();
}

Error why_no_device(std::string_view device) {
  if (device.starts_with("cuda:")) {
    const CudaProbe probe = probe_cuda();
    if (!probe.available()) return {ErrorCode::not_available, probe.failure()};
  }
  return {ErrorCode::unknown_name, "There is no device " + quoted(device) + " here; lesson devices lists them."};
}

std::vector<std::string> measuring_devices() {
  std::vector<std::string> ids{"cpu"};
  const CudaProbe probe = probe_cuda();
  for (std::size_t i = 0; probe.available() && i < probe.devices.size(); ++i) ids.push_back("cuda:" + std::to_string(i));
  return ids;
}

std::vector<std::string> formats_of(std::string_view device) {
  std::vector<std::string> ids;
  if (device == "cpu") {
    for (const GemmType type : kTypes) {
      if (best_kernel(type, {512, 512, 512})) ids.emplace_back(type_id(type));
    }
    return ids;
  }
  GpuDevice facts{};
  const GpuModule* module = gpu_module().module;
  if (module == nullptr || module->device(index_of(device), &facts) != kGpuOk) return ids;
  for (const GpuFormat& format : gpu_formats()) {
    if (!kernels_of(device, format.id).empty() && facts.major * 10 + facts.minor >= format.least_capability) ids.emplace_back(format.id);
  }
  return ids;
}

std::vector<std::string> kernels_of(std::string_view device, std::string_view dtype) {
  std::vector<std::string> ids;
  if (device == "cpu") {
    for (const Kernel& kernel : kernels()) {
      if (type_id(kernel.desc->type) == dtype && runs_here(kernel)) ids.emplace_back(kernel.id);
    }
    return ids;
  }
  const GpuFormat* format = find_gpu_format(dtype);
  GpuDevice facts{};
  const GpuModule* module = gpu_module().module;
  if (format == nullptr || module == nullptr || module->device(index_of(device), &facts) != kGpuOk) return ids;
  for (const GpuKernel& kernel : gpu_kernels(*module)) {
    if (kernel.type == format->type && kernel.least_capability <= facts.major * 10 + facts.minor) ids.push_back(kernel.id);
  }
  return ids;
}

}  // namespace lesson
