// The rows of the table in params.h, and the lists its choices come from.
#include <algorithm>
#include <array>

#include "engine/calc/shape_text.h"
#include "engine/calc/train_memory.h"
#include "engine/catalog/catalog.h"
#include "engine/lesson/params.h"
#include "engine/numeric/format_table.h"

namespace lesson {
namespace {

template <auto Section, auto Field>
Slot at(Inputs& inputs) {
  return &(inputs.*Section.*Field);
}

// ---- choices ----------------------------------------------------------------------------------

using Choices = std::vector<Choice>;

Choices all_formats(const Environment&) {
  Choices list;
  for (const NumberFormat& format : number_formats()) {
    list.push_back({std::string(format.id), std::string(format.name)});
  }
  return list;
}

// Formats that the benchmark multiplies in.
Choices product_formats(const Environment& environment) {
  constexpr std::array<std::string_view, 6> kIds{"fp64", "fp32", "bf16", "fp16", "int8", "q4_0"};
  Choices list = all_formats(environment);
  std::erase_if(list, [&](const Choice& choice) { return std::ranges::find(kIds, choice.id) == kIds.end(); });
  return list;
}

Choices kernel_choices(const Environment& environment) {
  Choices list{{"best", "the fastest here"}};
  list.insert(list.end(), environment.kernels.begin(), environment.kernels.end());
  return list;
}

Choices model_choices(const Environment&) {
  Choices list{{"none", "a number I type"}};
  list.push_back({std::string(kOwnModel), "my own config.json"});
  for (const Model& model : models()) list.push_back({std::string(model.id), std::string(model.name)});
  return list;
}

Choices published_model_choices(const Environment& environment) {
  Choices list = model_choices(environment);
  list.erase(list.begin());
  return list;
}

Choices device_choices(const Environment&) {
  Choices list;
  for (const Device& device : devices()) list.push_back({std::string(device.id), std::string(device.name)});
  return list;
}

// Devices that a published run used, in catalogue order.
Choices run_device_choices(const Environment&) {
  Choices list{{"all", "all devices"}};
  for (const Device& device : devices()) {
    if (std::ranges::any_of(runs(), [&](const Run& run) { return run.gpu_id == device.id; })) {
      list.push_back({std::string(device.id), std::string(device.name)});
    }
  }
  return list;
}

// Any of the calculators' own tables: rows with an id and a label.
template <auto Table>
Choices rows_of(const Environment&) {
  Choices list;
  for (const auto& row : Table()) list.push_back({std::string(row.id), std::string(row.label)});
  return list;
}

Choices shardings(const Environment&) {
  return {{"zero0", "none: every GPU holds all"},
          {"zero1", "ZeRO-1: optimizer"},
          {"zero2", "ZeRO-2: and gradients"},
          {"zero3", "ZeRO-3 / FSDP: and weights"}};
}

Choices methods(const Environment&) {
  return {{"full", "all weights"}, {"lora", "LoRA"}, {"qlora", "QLoRA"}};
}

Choices compute_methods(const Environment&) { return {{"full", "all weights"}, {"lora", "LoRA"}}; }

Choices run_orders(const Environment&) {
  return {{"ratio", "predicted ÷ reported"},
          {"hours", "reported GPU-hours"},
          {"flops", "work"},
          {"utilization", "implied utilization"},
          {"name", "name"}};
}

// The reader's own model: the text of its shape, as short as it can be.
Result<std::string> read_config(std::string_view text) {
  if (text == kNoConfig) return std::string(text);
  const auto shape = parse_shape(text);
  if (!shape) return std::unexpected(shape.error());
  return shape_text(*shape);
}

Choices on_off(const Environment&) { return {{"on", "on"}, {"off", "off"}}; }

Choices byte_units(const Environment&) { return {{"gb", "GB"}, {"gib", "GiB"}}; }

// ---- rows -------------------------------------------------------------------------------------

constexpr double kMaxParams = 1e13;
constexpr double kMaxTokens = 1e15;
constexpr double kMaxContext = 1e7;
constexpr double kMaxBatch = 65536;
constexpr double kMaxGpus = 1e6;

using enum ParamKind;
using enum ParamScale;

// clang-format off
const ParamSpec kTable[] = {
    {.key = "cost.n", .label = "Size n", .help = "Rows and columns of the two square matrices that are multiplied.",
     .unit = Unit::none, .kind = integer, .min = 1, .max = 4096, .slider_min = 64, .scale = log2, .step = 8,
     .slot = at<&Inputs::cost, &CostInputs::n>},
    {.key = "cost.dtype", .label = "Number format",
     .help = "The format in which the matrices are stored and multiplied.",
     .unit = Unit::none, .kind = choice, .choices = product_formats, .slot = at<&Inputs::cost, &CostInputs::dtype>},
    {.key = "cost.kernel", .label = "Implementation",
     .help = "The program that multiplies; each one adds an idea to the one before.",
     .unit = Unit::none, .kind = choice, .choices = kernel_choices, .slot = at<&Inputs::cost, &CostInputs::kernel>},
    {.key = "cost.threads", .label = "Threads", .help = "How many processor threads share the work.",
     .unit = Unit::none, .kind = integer, .min = 1, .max = 256, .step = 1,
     .slot = at<&Inputs::cost, &CostInputs::threads>},
    {.key = "cost.repeats", .label = "Repeats", .help = "Timed samples for each size; the median is shown.",
     .unit = Unit::none, .kind = integer, .min = 1, .max = 50, .step = 1, .advanced = true,
     .slot = at<&Inputs::cost, &CostInputs::repeats>},

    {.key = "precision.dtype", .label = "Number format", .help = "The format whose bits and limits are shown.",
     .unit = Unit::none, .kind = choice, .choices = all_formats,
     .slot = at<&Inputs::precision, &PrecisionInputs::dtype>},
    {.key = "precision.value", .label = "Your number",
     .help = "A number to store in this format, to see what becomes of it.",
     .unit = Unit::none, .kind = real, .min = -1e40, .max = 1e40, .slider_min = -10, .slider_max = 10, .step = 0.01,
     .slot = at<&Inputs::precision, &PrecisionInputs::value>},
    {.key = "precision.n", .label = "Product size", .help = "Size of the matrix product that compares the formats.",
     .unit = Unit::none, .kind = integer, .min = 64, .max = 1024, .scale = log2, .step = 8, .advanced = true,
     .slot = at<&Inputs::precision, &PrecisionInputs::n>},

    {.key = "run-memory.model", .label = "Model", .help = "A published model, or a parameter count that you type.",
     .unit = Unit::none, .kind = choice, .choices = model_choices,
     .slot = at<&Inputs::run_memory, &RunMemoryInputs::model>},
    {.key = "run-memory.params", .label = "Parameters",
     .help = "How many numbers the model has learned, if no model is picked.",
     .unit = Unit::params, .kind = integer, .min = 1e3, .max = kMaxParams, .scale = log,
     .slot = at<&Inputs::run_memory, &RunMemoryInputs::params>},
    {.key = "run-memory.dtype", .label = "Number format", .help = "The format in which the weights are stored.",
     .unit = Unit::none, .kind = choice, .choices = all_formats,
     .slot = at<&Inputs::run_memory, &RunMemoryInputs::dtype>},
    {.key = "run-memory.context", .label = "Context",
     .help = "Tokens of each conversation that the attention cache remembers.",
     .unit = Unit::tokens, .kind = integer, .min = 1, .max = kMaxContext, .slider_min = 128, .scale = log,
     .allow_zero = true, .slot = at<&Inputs::run_memory, &RunMemoryInputs::context>},
    {.key = "run-memory.batch", .label = "Batch", .help = "Conversations that are answered at the same time.",
     .unit = Unit::none, .kind = integer, .min = 1, .max = kMaxBatch, .slider_max = 1024, .scale = log2, .step = 1,
     .slot = at<&Inputs::run_memory, &RunMemoryInputs::batch>},
    {.key = "run-memory.kv-dtype", .label = "Cache format", .help = "The number format of the attention cache.",
     .unit = Unit::none, .kind = choice, .advanced = true, .choices = all_formats,
     .slot = at<&Inputs::run_memory, &RunMemoryInputs::kv_dtype>},
    {.key = "run-memory.overhead", .label = "Overhead",
     .help = "Extra room for the framework and activations, as a share of the weights; an assumption, off by default.",
     .unit = Unit::ratio, .kind = real, .min = 0, .max = 1, .step = 0.01, .advanced = true,
     .slot = at<&Inputs::run_memory, &RunMemoryInputs::overhead_ratio>},
    {.key = "run-memory.gpu", .label = "Device",
     .help = "The device whose memory decides how many are needed, and which context and batch fit.",
     .unit = Unit::none, .kind = choice, .advanced = true, .choices = device_choices,
     .slot = at<&Inputs::run_memory, &RunMemoryInputs::gpu>},

    {.key = "train-memory.model", .label = "Model", .help = "A published model, or a parameter count that you type.",
     .unit = Unit::none, .kind = choice, .choices = model_choices,
     .slot = at<&Inputs::train_memory, &TrainMemoryInputs::model>},
    {.key = "train-memory.params", .label = "Parameters",
     .help = "How many numbers the model has learned, if no model is picked.",
     .unit = Unit::params, .kind = integer, .min = 1e3, .max = kMaxParams, .scale = log,
     .slot = at<&Inputs::train_memory, &TrainMemoryInputs::params>},
    {.key = "train-memory.convention", .label = "Convention",
     .help = "What is kept for each parameter; all of these counts are published.",
     .unit = Unit::none, .kind = choice, .advanced = true, .choices = rows_of<train_conventions>,
     .slot = at<&Inputs::train_memory, &TrainMemoryInputs::convention>},
    {.key = "train-memory.optimizer", .label = "Optimizer",
     .help = "The rule that turns gradients into updates, and what it has to remember.",
     .unit = Unit::none, .kind = choice, .choices = rows_of<optimizers>,
     .slot = at<&Inputs::train_memory, &TrainMemoryInputs::optimizer>},
    {.key = "train-memory.gpus", .label = "GPUs",
     .help = "GPUs that train together, each with its own part of the batch.",
     .unit = Unit::gpus, .kind = integer, .min = 1, .max = 131072, .slider_max = 1024, .scale = log2, .step = 1,
     .slot = at<&Inputs::train_memory, &TrainMemoryInputs::gpus>},
    {.key = "train-memory.sharding", .label = "Sharding",
     .help = "What the GPUs divide among them instead of each holding a copy.",
     .unit = Unit::none, .kind = choice, .choices = shardings,
     .slot = at<&Inputs::train_memory, &TrainMemoryInputs::sharding>},
    {.key = "train-memory.method", .label = "Method",
     .help = "Train all weights, or only small added matrices (LoRA, QLoRA).",
     .unit = Unit::none, .kind = choice, .advanced = true, .choices = methods,
     .slot = at<&Inputs::train_memory, &TrainMemoryInputs::method>},
    {.key = "train-memory.rank", .label = "LoRA rank", .help = "Width of the small matrices that LoRA adds.",
     .unit = Unit::none, .kind = integer, .min = 1, .max = 1024, .scale = log2, .step = 1, .advanced = true,
     .slot = at<&Inputs::train_memory, &TrainMemoryInputs::rank>},
    {.key = "train-memory.targets", .label = "LoRA targets", .help = "The matrices that LoRA adds to.",
     .unit = Unit::none, .kind = choice, .advanced = true, .choices = rows_of<lora_targets>,
     .slot = at<&Inputs::train_memory, &TrainMemoryInputs::targets>},
    {.key = "train-memory.context", .label = "Sequence length",
     .help = "Tokens in one training sequence; 0 leaves activations out.",
     .unit = Unit::tokens, .kind = integer, .min = 1, .max = kMaxContext, .slider_min = 128, .slider_max = 1048576,
     .scale = log, .allow_zero = true, .advanced = true, .slot = at<&Inputs::train_memory, &TrainMemoryInputs::context>},
    {.key = "train-memory.batch", .label = "Batch", .help = "Sequences that one GPU works on at the same time.",
     .unit = Unit::none, .kind = integer, .min = 1, .max = kMaxBatch, .slider_max = 1024, .scale = log2, .step = 1,
     .advanced = true, .slot = at<&Inputs::train_memory, &TrainMemoryInputs::batch>},
    {.key = "train-memory.recompute", .label = "Recompute",
     .help = "Forget activations and compute them again when they are needed.",
     .unit = Unit::none, .kind = choice, .advanced = true, .choices = rows_of<recompute_kinds>,
     .slot = at<&Inputs::train_memory, &TrainMemoryInputs::recompute>},
    {.key = "train-memory.flash", .label = "FlashAttention",
     .help = "Compute attention in blocks, so that its score matrix is never stored.",
     .unit = Unit::none, .kind = choice, .advanced = true, .choices = on_off,
     .slot = at<&Inputs::train_memory, &TrainMemoryInputs::flash>},
    {.key = "train-memory.tensor", .label = "Tensor parallel",
     .help = "GPUs that split every matrix between them; the GPUs must be a multiple of tensor × pipeline.",
     .unit = Unit::none, .kind = integer, .min = 1, .max = 512, .scale = log2, .step = 1, .advanced = true,
     .slot = at<&Inputs::train_memory, &TrainMemoryInputs::tensor>},
    {.key = "train-memory.pipeline", .label = "Pipeline",
     .help = "Groups of GPUs that each hold some of the layers and pass the work on.",
     .unit = Unit::none, .kind = integer, .min = 1, .max = 512, .scale = log2, .step = 1, .advanced = true,
     .slot = at<&Inputs::train_memory, &TrainMemoryInputs::pipeline>},
    {.key = "train-memory.interleave", .label = "Interleave",
     .help = "Pieces of the model that each group of the pipeline holds; more of them wait less and store more.",
     .unit = Unit::none, .kind = integer, .min = 1, .max = 32, .step = 1, .advanced = true,
     .slot = at<&Inputs::train_memory, &TrainMemoryInputs::interleave>},
    {.key = "train-memory.sequence", .label = "Sequence split",
     .help = "Sequence parallel: the GPUs that split the matrices also split what lies between them.",
     .unit = Unit::none, .kind = choice, .advanced = true, .choices = on_off,
     .slot = at<&Inputs::train_memory, &TrainMemoryInputs::sequence>},
    {.key = "train-memory.gpu", .label = "Device", .help = "The device whose memory decides how many are needed.",
     .unit = Unit::none, .kind = choice, .advanced = true, .choices = device_choices,
     .slot = at<&Inputs::train_memory, &TrainMemoryInputs::gpu>},
    {.key = "train-memory.update", .label = "Tiny update",
     .help = "A small step that is added to 1.0 in bfloat16, to see whether it survives.",
     .unit = Unit::none, .kind = real, .min = 1e-8, .max = 1, .scale = log,
     .slot = at<&Inputs::train_memory, &TrainMemoryInputs::update>},

    {.key = "compute.model", .label = "Model", .help = "A published model, or a parameter count that you type.",
     .unit = Unit::none, .kind = choice, .choices = model_choices,
     .slot = at<&Inputs::compute, &ComputeInputs::model>},
    {.key = "compute.params", .label = "Parameters",
     .help = "How many numbers the model learns, if no model is picked.",
     .unit = Unit::params, .kind = integer, .min = 1, .max = kMaxParams, .slider_min = 1e3, .scale = log,
     .slot = at<&Inputs::compute, &ComputeInputs::params>},
    {.key = "compute.tokens", .label = "Tokens", .help = "Pieces of text that the model is trained on.",
     .unit = Unit::tokens, .kind = integer, .min = 1, .max = kMaxTokens, .slider_min = 100, .scale = log,
     .slot = at<&Inputs::compute, &ComputeInputs::tokens>},
    {.key = "compute.context", .label = "Context",
     .help = "Tokens that attention looks back on; 0 leaves its own work out.",
     .unit = Unit::tokens, .kind = integer, .min = 1, .max = kMaxContext, .slider_min = 128, .scale = log,
     .allow_zero = true, .advanced = true, .slot = at<&Inputs::compute, &ComputeInputs::context>},
    {.key = "compute.active", .label = "Active",
     .help = "Parameters that one token uses, for a mixture of experts without a picked model; 0 means all.",
     .unit = Unit::params, .kind = integer, .min = 1, .max = kMaxParams, .slider_min = 1e3, .scale = log,
     .allow_zero = true, .advanced = true, .slot = at<&Inputs::compute, &ComputeInputs::active>},
    {.key = "compute.causal", .label = "Causal",
     .help = "Count only the half of attention's work that a causal model must do.",
     .unit = Unit::none, .kind = choice, .advanced = true, .choices = on_off,
     .slot = at<&Inputs::compute, &ComputeInputs::causal>},
    {.key = "compute.recompute", .label = "Recompute",
     .help = "Work that is done twice because its results were not kept; it counts for HFU, not for MFU.",
     .unit = Unit::none, .kind = choice, .advanced = true, .choices = rows_of<recompute_kinds>,
     .slot = at<&Inputs::compute, &ComputeInputs::recompute>},
    {.key = "compute.method", .label = "Method", .help = "Train all weights, or only small added matrices (LoRA).",
     .unit = Unit::none, .kind = choice, .advanced = true, .choices = compute_methods,
     .slot = at<&Inputs::compute, &ComputeInputs::method>},
    {.key = "compute.rank", .label = "LoRA rank", .help = "Width of the small matrices that LoRA adds.",
     .unit = Unit::none, .kind = integer, .min = 1, .max = 1024, .scale = log2, .step = 1, .advanced = true,
     .slot = at<&Inputs::compute, &ComputeInputs::rank>},
    {.key = "compute.targets", .label = "LoRA targets", .help = "The matrices that LoRA adds to.",
     .unit = Unit::none, .kind = choice, .advanced = true, .choices = rows_of<lora_targets>,
     .slot = at<&Inputs::compute, &ComputeInputs::targets>},
    {.key = "compute.serve-model", .label = "Model", .help = "The model that answers.",
     .unit = Unit::none, .kind = choice, .choices = published_model_choices,
     .slot = at<&Inputs::compute, &ComputeInputs::serve_model>},
    {.key = "compute.serve-gpu", .label = "Device", .help = "The device that runs it.",
     .unit = Unit::none, .kind = choice, .choices = device_choices,
     .slot = at<&Inputs::compute, &ComputeInputs::serve_gpu>},
    {.key = "compute.serve-dtype", .label = "Number format",
     .help = "The format in which the weights are stored.",
     .unit = Unit::none, .kind = choice, .choices = all_formats,
     .slot = at<&Inputs::compute, &ComputeInputs::serve_dtype>},
    {.key = "compute.serve-batch", .label = "Batch", .help = "Conversations that are answered at the same time.",
     .unit = Unit::none, .kind = integer, .min = 1, .max = kMaxBatch, .slider_max = 1024, .scale = log2, .step = 1,
     .slot = at<&Inputs::compute, &ComputeInputs::serve_batch>},
    {.key = "compute.serve-context", .label = "Context", .help = "Tokens of each conversation so far.",
     .unit = Unit::tokens, .kind = integer, .min = 1, .max = kMaxContext, .slider_min = 128, .scale = log,
     .allow_zero = true, .slot = at<&Inputs::compute, &ComputeInputs::serve_context>},

    {.key = "compute.serve-prompt", .label = "Prompt", .help = "Tokens that are read before the first word is written.",
     .unit = Unit::tokens, .kind = integer, .min = 1, .max = kMaxContext, .slider_min = 100, .slider_max = 1e6,
     .scale = log, .advanced = true, .slot = at<&Inputs::compute, &ComputeInputs::serve_prompt>},
    {.key = "compute.serve-kv-dtype", .label = "Cache format", .help = "The number format of the attention cache.",
     .unit = Unit::none, .kind = choice, .advanced = true, .choices = all_formats,
     .slot = at<&Inputs::compute, &ComputeInputs::serve_kv_dtype>},
    {.key = "compute.serve-gpus", .label = "Devices",
     .help = "Devices that work on it together; what they lose by talking to each other is left out.",
     .unit = Unit::gpus, .kind = integer, .min = 1, .max = 1024, .scale = log2, .step = 1, .advanced = true,
     .slot = at<&Inputs::compute, &ComputeInputs::serve_gpus>},
    {.key = "compute.serve-utilization", .label = "Utilization",
     .help = "The share of the peak speed that reading a prompt reaches.",
     .unit = Unit::ratio, .kind = real, .min = 0.01, .max = 1, .step = 0.01, .advanced = true,
     .slot = at<&Inputs::compute, &ComputeInputs::serve_utilization_ratio>},

    {.key = "time-cost.params", .label = "Parameters", .help = "How many numbers the model learns.",
     .unit = Unit::params, .kind = integer, .min = 1, .max = kMaxParams, .slider_min = 1e6, .scale = log,
     .slot = at<&Inputs::time_cost, &TimeCostInputs::params>},
    {.key = "time-cost.tokens", .label = "Tokens", .help = "Pieces of text that the model is trained on.",
     .unit = Unit::tokens, .kind = integer, .min = 1, .max = kMaxTokens, .slider_min = 1e6, .scale = log,
     .slot = at<&Inputs::time_cost, &TimeCostInputs::tokens>},
    {.key = "time-cost.gpu", .label = "Device", .help = "The device that trains; petaflop is a round 10¹⁵ FLOP/s.",
     .unit = Unit::none, .kind = choice, .choices = device_choices,
     .slot = at<&Inputs::time_cost, &TimeCostInputs::gpu>},
    {.key = "time-cost.dtype", .label = "Number format",
     .help = "The format of the products, which decides the device's peak speed.",
     .unit = Unit::none, .kind = choice, .advanced = true, .choices = all_formats,
     .slot = at<&Inputs::time_cost, &TimeCostInputs::dtype>},
    {.key = "time-cost.utilization", .label = "Utilization",
     .help = "The share of the peak speed that real training reaches.",
     .unit = Unit::ratio, .kind = real, .min = 0.01, .max = 1, .step = 0.01,
     .slot = at<&Inputs::time_cost, &TimeCostInputs::utilization_ratio>},
    {.key = "time-cost.gpus", .label = "GPUs",
     .help = "GPUs that share the work; more of them shorten the wait, not the bill.",
     .unit = Unit::gpus, .kind = integer, .min = 1, .max = kMaxGpus, .slider_max = 65536, .scale = log2, .step = 1,
     .slot = at<&Inputs::time_cost, &TimeCostInputs::gpus>},
    {.key = "time-cost.price", .label = "Price",
     .help = "Dollars for one GPU for one hour; 3 was looked up in May 2026, and prices move: look yours up.",
     .unit = Unit::usd_per_gpu_hour, .kind = real, .min = 0, .max = 1000, .slider_max = 20, .step = 0.05,
     .slot = at<&Inputs::time_cost, &TimeCostInputs::price_usd>},
    {.key = "time-cost.power", .label = "Power", .help = "Watts that one GPU draws while it works; 0 takes the device's own.",
     .unit = Unit::watts, .kind = real, .min = 1, .max = 100000, .slider_min = 10, .slider_max = 2000, .step = 10,
     .allow_zero = true, .advanced = true, .slot = at<&Inputs::time_cost, &TimeCostInputs::power_w>},
    {.key = "time-cost.pue", .label = "PUE", .help = "Energy of the whole building divided by that of its computers.",
     .unit = Unit::none, .kind = real, .min = 1, .max = 3, .step = 0.01, .advanced = true,
     .slot = at<&Inputs::time_cost, &TimeCostInputs::pue>},
    {.key = "time-cost.carbon", .label = "Carbon",
     .help = "Kilograms of CO₂ for one kilowatt-hour of the electricity used.",
     .unit = Unit::kg_per_kwh, .kind = real, .min = 0, .max = 2, .step = 0.005, .advanced = true,
     .slot = at<&Inputs::time_cost, &TimeCostInputs::carbon_kg_per_kwh>},

    {.key = "runs.utilization", .label = "Utilization",
     .help = "The share of the peak speed that the prediction assumes.",
     .unit = Unit::ratio, .kind = real, .min = 0.01, .max = 1, .step = 0.01,
     .slot = at<&Inputs::runs, &RunsInputs::utilization_ratio>},
    {.key = "runs.gpu", .label = "Device", .help = "Show only the published runs that used this device.",
     .unit = Unit::none, .kind = choice, .choices = run_device_choices, .slot = at<&Inputs::runs, &RunsInputs::gpu>},
    {.key = "runs.sort", .label = "Order", .help = "How the table of the published runs is sorted.",
     .unit = Unit::none, .kind = choice, .advanced = true, .choices = run_orders,
     .slot = at<&Inputs::runs, &RunsInputs::sort>},

    {.key = "hardware.gpu", .label = "Device", .help = "The device that this machine is held against.",
     .unit = Unit::none, .kind = choice, .choices = device_choices,
     .slot = at<&Inputs::hardware, &HardwareInputs::gpu>},
    {.key = "hardware.dtype", .label = "Number format", .help = "The format whose peak speed is compared.",
     .unit = Unit::none, .kind = choice, .choices = all_formats,
     .slot = at<&Inputs::hardware, &HardwareInputs::dtype>},

    {.key = "page.units", .label = "Bytes in",
     .help = "GB counts in 10⁹ bytes, GiB in 2³⁰ bytes; the switch changes every number.",
     .unit = Unit::none, .kind = choice, .choices = byte_units, .slot = at<&Inputs::page, &PageInputs::units>},
    {.key = "page.config", .label = "Own model",
     .help = "The sizes of your own model, made from its config.json; used where the model is your own.",
     .unit = Unit::none, .kind = text, .read = read_config, .slot = at<&Inputs::page, &PageInputs::config>},
};
// clang-format on

}  // namespace

std::span<const ParamSpec> params() { return kTable; }

}  // namespace lesson
