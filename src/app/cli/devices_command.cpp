// devices: what this machine has, what PyTorch would say about it, and the catalogue.
#include <fmt/format.h>

#include "app/bench_json.h"
#include "app/cli/commands.h"
#include "app/cli/output.h"
#include "app/cuda_probe.h"
#include "engine/bench/host_facts.h"
#include "engine/catalog/catalog.h"

namespace lesson::cli {
namespace {

struct Calls {
  JsonOption json;
  bool catalogue = false;
};

std::string joined_with_spaces(const std::vector<std::string>& words) {
  return fmt::format("{}", fmt::join(words, " "));
}

std::string machine_text(const HostFacts& host, const CudaProbe& cuda, const ProbeStep& apple) {
  std::string text = fmt::format(
      "This machine\n  CPU      {}, {} {}, vectors: {}\n  threads  {}{}\n  clock    steps of {} ns\n", host.cpu,
      host.cores, host.cores == 1 ? "core" : "cores", host.isa.empty() ? "none" : joined_with_spaces(host.isa),
      host.threads_available, host.threads_note.empty() ? "" : " (" + host.threads_note + ")", host.clock_step_ns);
  text += "\nNVIDIA GPU\n";
  for (const ProbeStep& step : cuda.steps)
    text += fmt::format("  {:<16}{:<5}{}\n", step.what, step.ok ? "yes" : "no", step.answer);
  for (const std::string& name : cuda.names) text += "  found           " + name + "\n";
  text += fmt::format(
      "\nWhat PyTorch would answer here\n  torch.cuda.is_available()          {}\n  torch.backends.mps.is_available()  "
      "{}\n",
      cuda.available() ? "True" : "False", apple.ok ? "True" : "False");
  if (!apple.ok) text += "  " + apple.answer + "\n";
  if (!cuda.available() && !apple.ok)
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

Json probe_json(const CudaProbe& cuda, const ProbeStep& apple) {
  Json steps = Json::array();
  for (const ProbeStep& step : cuda.steps)
    steps.push_back({{"step", step.what}, {"ok", step.ok}, {"answer", step.answer}});
  return {{"name", "gpu"},
          {"cuda", {{"available", cuda.available()}, {"devices", cuda.names}, {"steps", std::move(steps)}}},
          {"mps", {{"available", apple.ok}, {"answer", apple.answer}}}};
}

int run_command(const Calls& calls) {
  const HostFacts& host = host_facts();
  const CudaProbe cuda = probe_cuda();
  const ProbeStep apple = probe_apple_gpu();
  Output output;
  output.command = "devices";
  output.inputs["catalogue"] = calls.catalogue;
  output.host = to_json(host);
  output.results.push_back(probe_json(cuda, apple));
  output.text = machine_text(host, cuda, apple);
  if (calls.catalogue) {
    output.text += catalogue_text();
    for (const Device& device : devices()) output.results.push_back(device_json(device));
  }
  return print(output, calls.json);
}

}  // namespace

Command devices_command(CLI::App& app) {
  CLI::App* command = app.add_subcommand("devices", "What this machine has, and the catalogue of devices");
  const auto calls = std::make_shared<Calls>();
  command->add_flag("--catalogue", calls->catalogue, "List every device of the catalogue too");
  add_json_option(*command, calls->json);
  return {command, [calls] { return run_command(*calls); }};
}

}  // namespace lesson::cli
