// devices: what this machine has, what PyTorch would say about it, and the catalogue.
#include <fmt/format.h>

#include <algorithm>

#include "app/bench_json.h"
#include "app/cli/commands.h"
#include "app/cli/output.h"
#include "app/cuda_probe.h"
#include "app/gpu_module_native.h"
#include "app/measure_native.h"
#include "engine/base/format.h"
#include "engine/bench/cpu_facts.h"
#include "engine/bench/host_facts.h"
#include "engine/catalog/catalog.h"

namespace lesson::cli {
namespace {

struct Calls {
  JsonOption json;
  bool catalogue = false;
  std::string device = "auto";
};

constexpr GemmType kPeakTypes[] = {GemmType::fp64, GemmType::fp32, GemmType::bf16, GemmType::fp16, GemmType::int8};

std::string ghz(double hz) { return format_fixed(hz / 1e9, 2) + " GHz"; }

std::string cpu_text(const HostFacts& host, const CpuFacts& cpu) {
  std::string text = fmt::format("This machine\n  CPU        {}\n", host.cpu);
  text += fmt::format("  cores      {} in {} socket{}, {} thread{} a core; this program may use {}{}\n", cpu.cores, cpu.sockets,
                      cpu.sockets == 1 ? "" : "s", cpu.threads_per_core, cpu.threads_per_core == 1 ? "" : "s", host.threads_available,
                      host.threads_note.empty() ? "" : " (" + host.threads_note + ")");
  text += fmt::format("  vectors    {}\n", host.isa.empty() ? "none" : fmt::format("{}", fmt::join(host.isa, ", ")));
  text += fmt::format("  frequency  {}{}{}\n", cpu.clock_hz ? ghz(*cpu.clock_hz) + " now, on one busy core" : "not measured",
                      cpu.max_clock_hz ? ", " + ghz(*cpu.max_clock_hz) + " at most" : "",
                      cpu.governor.empty() ? "; the governor cannot be read here" : "; governor " + cpu.governor);
  text += fmt::format("  timer      steps of {} ns\n  peak       of one core, by the data sheet\n", host.clock_step_ns);
  for (const GemmType type : kPeakTypes) {
    const CpuPeak peak = cpu_peak_here(type);
    text += fmt::format("    {:<6}{}\n", type_id(type),
                        peak.flops_per_s ? fmt::format("{} ({})", format_value(*peak.flops_per_s, Unit::flops_per_s), peak.source)
                                         : "n/a: " + peak.source);
  }
  return text;
}

std::string gpu_text(const CudaProbe& cuda) {
  std::string text = "\nNVIDIA GPU\n";
  for (const ProbeStep& step : cuda.steps) text += fmt::format("  {:<18}{:<5}{}\n", step.what, step.ok ? "yes" : "no", step.answer);
  for (std::size_t i = 0; i < cuda.devices.size(); ++i) {
    const CudaDeviceFacts& device = cuda.devices[i];
    text += fmt::format("  cuda:{:<13}{}, compute capability {}.{}, {}{}{}{}\n", i, device.name, device.major, device.minor,
                        format_value(device.memory_bytes, Unit::bytes), device.clock_hz > 0 ? ", " + ghz(device.clock_hz) : "",
                        device.memory_clock_hz > 0 ? ", memory at " + ghz(device.memory_clock_hz) : "",
                        device.power_limit_watts ? fmt::format(", {:.0f} W", *device.power_limit_watts) : "");
    double bytes_per_s = 0;
    if (cuda.available() && gpu_module().module->copy_rate(static_cast<int>(i), &bytes_per_s) == kGpuOk)
      text += fmt::format("{:20}copies its own memory at {:.0f} GB/s, read and written together\n", "", bytes_per_s / 1e9);
  }
  return text;
}

std::string machine_text(const HostFacts& host, const CudaProbe& cuda, const ProbeStep& apple) {
  std::string text = cpu_text(host, cpu_facts()) + gpu_text(cuda);
  text += fmt::format(
      "\nWhat PyTorch would answer here\n  torch.cuda.is_available()          {}\n  torch.backends.mps.is_available()  "
      "{}\n",
      cuda.driver_works() ? "True" : "False", apple.ok ? "True" : "False");
  if (!apple.ok) text += "  " + apple.answer + "\n";
  if (!cuda.driver_works() && !apple.ok)
    text += "  Hosted notebooks such as Colab and Kaggle lend a GPU for free, for some hours.\n";
  return text;
}

std::string cell(const std::optional<double>& value, double unit) {
  return value ? format_significant(*value / unit, 4) : "";
}

std::string catalogue_text() {
  std::vector<std::vector<std::string>> rows{{"id", "GB", "GB/s", "fp32", "bf16", "fp8", "W"}};
  for (const Device& device : devices()) {
    const bool marked = !device.uncertain.empty();
    rows.push_back({std::string(device.id) + (marked ? " *" : ""), cell(device.memory_bytes, 1e9),
                    cell(device.bandwidth_bytes_per_s, 1e9), cell(device.dense_flops_per_s.fp32, 1e12),
                    cell(device.dense_flops_per_s.bf16, 1e12), cell(device.dense_flops_per_s.fp8, 1e12),
                    cell(device.power_watts, 1)});
  }
  return "\nThe catalogue; speeds in 10¹² FLOP/s, dense\n" + table_text(rows) +
         "  * sources dispute a number of this row; --json has the notes\n";
}

Json number_or_null(const std::optional<double>& value) { return value ? Json(*value) : Json(nullptr); }


Json device_json(const Device& device) {
  const DensePeaks& peaks = device.dense_flops_per_s;
  return {{"id", device.id},
          {"name", device.name},
          {"vendor", device.vendor},
          {"year", device.year ? Json(*device.year) : Json(nullptr)},
          {"memory_bytes", number_or_null(device.memory_bytes)},
          {"bandwidth_bytes_per_s", number_or_null(device.bandwidth_bytes_per_s)},
          {"dense_flops_per_s",
           {{"fp32", number_or_null(peaks.fp32)},
            {"tf32", number_or_null(peaks.tf32)},
            {"bf16", number_or_null(peaks.bf16)},
            {"fp16", number_or_null(peaks.fp16)},
            {"fp8", number_or_null(peaks.fp8)},
            {"int8", number_or_null(peaks.int8)},
            {"fp4", number_or_null(peaks.fp4)}}},
          {"power_watts", number_or_null(device.power_watts)},
          {"uncertain", std::vector<std::string>(device.uncertain.begin(), device.uncertain.end())},
          {"notes", device.notes},
          {"source", device.source}};
}

Json cpu_json(const CpuFacts& cpu) {
  Json peaks = Json::object();
  for (const GemmType type : kPeakTypes) {
    const CpuPeak peak = cpu_peak_here(type);
    peaks[std::string(type_id(type))] = {{"flops_per_s_per_core", number_or_null(peak.flops_per_s)}, {"source", peak.source}};
  }
  return {{"name", "cpu"},
          {"vendor", cpu.vendor},
          {"family", cpu.family},
          {"model_number", cpu.model_number},
          {"cores", cpu.cores},
          {"sockets", cpu.sockets},
          {"threads_per_core", cpu.threads_per_core},
          {"clock_hz", number_or_null(cpu.clock_hz)},
          {"max_clock_hz", number_or_null(cpu.max_clock_hz)},
          {"governor", cpu.governor.empty() ? Json(nullptr) : Json(cpu.governor)},
          {"peaks", std::move(peaks)}};
}

Json probe_json(const CudaProbe& cuda, const ProbeStep& apple) {
  Json steps = Json::array();
  for (const ProbeStep& step : cuda.steps)
    steps.push_back({{"step", step.what}, {"ok", step.ok}, {"answer", step.answer}});
  Json devices = Json::array();
  for (const CudaDeviceFacts& device : cuda.devices)
    devices.push_back({{"name", device.name},
                       {"compute_capability", fmt::format("{}.{}", device.major, device.minor)},
                       {"memory_bytes", device.memory_bytes},
                       {"clock_hz", device.clock_hz},
                       {"memory_clock_hz", device.memory_clock_hz},
                       {"power_limit_watts", number_or_null(device.power_limit_watts)}});
  return {{"name", "gpu"},
          {"cuda", {{"available", cuda.driver_works()}, {"measurable", cuda.available()}, {"devices", std::move(devices)}, {"steps", std::move(steps)}}},
          {"mps", {{"available", apple.ok}, {"answer", apple.answer}}}};
}

int run_command(const Calls& calls) {
  const HostFacts& host = host_facts();
  const CudaProbe cuda = probe_cuda();
  const ProbeStep apple = probe_apple_gpu();
  Output output;
  output.command = "devices";
  output.inputs = {{"catalogue", calls.catalogue}, {"device", calls.device}};
  output.host = to_json(host);
  output.results.push_back(cpu_json(cpu_facts()));
  output.results.push_back(probe_json(cuda, apple));
  output.text = machine_text(host, cuda, apple);
  if (calls.catalogue) {
    output.text += catalogue_text();
    for (const Device& device : devices()) output.results.push_back(device_json(device));
  }
  const int code = print(output, calls.json);
  // What was asked for by name must be there; looking around never fails.
  const std::string wanted = calls.device == "cuda" ? "cuda:0" : calls.device;
  const std::vector<std::string> here = measuring_devices();
  if (wanted == "auto" || wanted == "all" || std::ranges::find(here, wanted) != here.end()) return code;
  return complain(why_no_device(wanted));
}

}  // namespace

Command devices_command(CLI::App& app) {
  CLI::App* command = app.add_subcommand("devices", "What this machine has, and the catalogue of devices");
  const auto calls = std::make_shared<Calls>();
  command->add_flag("--catalogue", calls->catalogue, "List every device of the catalogue too");
  command->add_option("--device", calls->device, "cpu, cuda, cuda:1: fails when it is missing [default auto]")->type_name("ID");
  add_json_option(*command, calls->json);
  return {command, [calls] { return run_command(*calls); }};
}

}  // namespace lesson::cli
