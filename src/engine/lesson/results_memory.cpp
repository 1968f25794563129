// run-memory and train-memory.
#include <algorithm>

#include "engine/base/format.h"
#include "engine/base/language.h"
#include "engine/calc/explain.h"
#include "engine/calc/run_memory.h"
#include "engine/calc/train_memory.h"
#include "engine/lesson/model_choice.h"
#include "engine/lesson/section_results.h"
#include "engine/numeric/convert.h"

namespace lesson {
namespace {

constexpr std::string_view kCard = "h100-sxm5-80gb";  // the 80 GB card of the lesson

Quantity typed_params(double params) {
  return value_of("", "", Unit::params, params,
                  {"the number that was typed", format_grouped(params), "your input", ""});
}

// The model's own counts, or the number that was typed.
Result<ModelSize> size_of_choice(const PageInputs& page, std::string_view model_id, double params) {
  const auto model = chosen_model(page, model_id);
  if (!model) return std::unexpected(model.error());
  if (!*model) return ModelSize{typed_params(params), typed_params(params)};
  return model_size((*model)->shape);
}

constexpr ResultRow<ModelSize> kSizeRows[] = {
    {{"params", "parameters", Unit::params}, &ModelSize::total},
    {{"active_params", "used for one token", Unit::params}, &ModelSize::active},
};

// Fills params, model and model_name of any calculator's input.
template <class Input>
Result<void> choose_model(Input& input, const PageInputs& page, std::string_view model_id, double params) {
  input.params = params;
  const auto model = chosen_model(page, model_id);
  if (!model) return std::unexpected(model.error());
  if (!*model) return {};
  input.model = (*model)->shape;
  input.model_name = (*model)->name;
  return {};
}

// ---- to run -----------------------------------------------------------------------------------

constexpr ResultRow<RunMemory> kRunRows[] = {
    {{"weights", "weights", Unit::bytes}, &RunMemory::weights},
    {{"kv_cache", "attention cache", Unit::bytes}, &RunMemory::kv_cache},
    {{"kv_per_token", "cache per token", Unit::bytes_per_token}, &RunMemory::kv_per_token},
    {{"kv_unwindowed", "cache without windows", Unit::bytes}, &RunMemory::kv_unwindowed},
    {{"overhead", "overhead", Unit::bytes}, &RunMemory::overhead},
    {{"total", "to run it", Unit::bytes}, &RunMemory::total},
};

constexpr ResultRow<DeviceFit> kCardRows[] = {
    {{"devices_80gb", "80 GB GPUs needed", Unit::gpus}, &DeviceFit::gpus_needed},
};
constexpr ResultRow<DeviceFit> kFitRows[] = {
    {{"devices_needed", "devices needed", Unit::gpus, true}, &DeviceFit::gpus_needed},
    {{"longest_context", "longest context on one", Unit::tokens, true}, &DeviceFit::longest_context},
    {{"largest_batch", "largest batch on one", Unit::none, true}, &DeviceFit::largest_batch},
};

// From small to large: what a reader may have, and what a company has. Their memory comes from the catalogue.
constexpr std::string_view kFitDevices[] = {"laptop",         "rtx-4090", "rtx-5090",
                                            "a100-sxm4-80gb", "h200-sxm", "b300-sxm"};

Result<DeviceFit> fit_on(const Result<RunMemoryInput>& input, std::string_view gpu) {
  if (!input) return std::unexpected(input.error());
  const auto device = find_device(gpu);
  if (!device) return std::unexpected(device.error());
  return fit_on_device(*input, **device);
}

Result<RunMemoryInput> run_input(const Inputs& inputs) {
  const RunMemoryInputs& in = inputs.run_memory;
  RunMemoryInput input;
  if (auto ok = choose_model(input, inputs.page, in.model, in.params); !ok) return std::unexpected(ok.error());
  input.dtype = in.dtype;
  input.kv_dtype = in.kv_dtype;
  input.context_tokens = in.context;
  input.batch = in.batch;
  input.overhead_ratio = in.overhead_ratio;
  return input;
}

// ---- to train ---------------------------------------------------------------------------------

constexpr ResultRow<TrainMemory> kTrainRows[] = {
    {{"bytes_per_param", "bytes per parameter", Unit::bytes_per_param}, &TrainMemory::bytes_per_param},
    {{"states", "states, before activations", Unit::bytes}, &TrainMemory::states},
    {{"activations", "activations on each GPU", Unit::bytes}, &TrainMemory::activations},
    {{"total", "to train it", Unit::bytes}, &TrainMemory::total},
    {{"states_per_gpu", "states on each GPU", Unit::bytes}, &TrainMemory::states_per_gpu},
    {{"deepspeed", "states on each GPU, by DeepSpeed's estimator", Unit::bytes}, &TrainMemory::deepspeed},
    {{"per_gpu", "on each GPU", Unit::bytes}, &TrainMemory::per_gpu},
    {{"all_gpus", "on all GPUs together", Unit::bytes}, &TrainMemory::all_gpus},
    {{"devices_needed", "devices needed", Unit::gpus, true}, &TrainMemory::gpus_needed},
    {{"communication", "sent and received each step", Unit::bytes}, &TrainMemory::communication},
};

constexpr ResultRow<TrainMemory> kTrainCardRows[] = {
    {{"devices_80gb", "80 GB GPUs needed", Unit::gpus}, &TrainMemory::gpus_needed},
};

Result<TrainMemoryInput> train_input(const Inputs& inputs) {
  const TrainMemoryInputs& in = inputs.train_memory;
  TrainMemoryInput input;
  if (auto ok = choose_model(input, inputs.page, in.model, in.params); !ok) return std::unexpected(ok.error());
  input.convention = in.convention;
  input.optimizer = in.optimizer;
  input.gpus = in.gpus;
  input.zero_stage = in.sharding.back() - '0';
  input.context_tokens = in.context;
  input.micro_batch = in.batch;
  input.tensor_parallel = in.tensor;
  input.pipeline_parallel = in.pipeline;
  input.interleave = in.interleave;
  input.sequence_parallel = in.sequence == "on";
  input.gpu = in.gpu;
  input.flash = in.flash == "on";
  const auto recompute = find_recompute(in.recompute);
  if (!recompute) return std::unexpected(recompute.error());
  input.recompute = *recompute;
  if (in.method != "full") {
    const auto targets = find_lora_targets(in.targets);
    if (!targets) return std::unexpected(targets.error());
    input.lora = LoraPlan{in.rank, *targets, in.method == "qlora"};
  }
  return input;
}

// Where the part is bytes per trained parameter, its own product; with frozen weights, the whole sum it is a part of.
Derivation part_derivation(const TrainMemory& memory, std::string_view part, double bytes) {
  const Quantity& states = memory.states;
  Derivation derivation{states.formula, states.substituted, states.source, states.left_out};
  for (const Term& term : memory.bytes_per_param.terms) {
    if (memory.lora_params || term.name != part || !(term.value > 0)) continue;
    derivation.formula = say("parameters × bytes of {}", tr(term.name));
    derivation.substituted = format_math(bytes / term.value) + " × " + format_math(term.value);
  }
  return derivation;
}

// One term of the states as a result of its own; LoRA has frozen and trained weights, which are added.
Result<Quantity> part_of_states(const Result<TrainMemory>& memory, std::string_view part) {
  if (!memory) return std::unexpected(memory.error());
  if (!memory->states.value) return fail(ErrorCode::not_available, memory->states.reason);
  double bytes = 0;
  for (const Term& term : memory->states.terms) {
    if (term.name.contains(part)) bytes += term.value;
  }
  return value_of("", "", Unit::bytes, bytes, part_derivation(*memory, part, bytes));
}

// What 1.0 + update becomes in bfloat16.
Result<Quantity> stored_update(double update) {
  const auto format = find_number_format("bf16");
  if (!format) return std::unexpected(format.error());
  const auto sum = convert_number(**format, 1 + update);
  if (!sum) return std::unexpected(sum.error());
  if (!sum->stored) return fail(ErrorCode::not_available, sum->note);
  return value_of(
      "", "", Unit::none, *sum->stored,
      {"1 + update, rounded to bfloat16", "1 + " + format_math(update) + " = " + format_significant(1 + update, 10),
       std::string((*format)->source), "the float32 master copy, which keeps the update"});
}

}  // namespace

std::vector<Quantity> run_memory_results(const Inputs& inputs, const Measurements&) {
  const RunMemoryInputs& in = inputs.run_memory;
  const Result<RunMemoryInput> input = run_input(inputs);
  ResultList list("run-memory");
  list.add_all(size_of_choice(inputs.page, in.model, in.params), kSizeRows);
  list.add_all(input ? run_memory(*input) : Result<RunMemory>(std::unexpected(input.error())), kRunRows);
  list.add_all(fit_on(input, kCard), kCardRows);
  list.add_all(fit_on(input, in.gpu), kFitRows);
  for (const std::string_view id : kFitDevices) {
    const std::string name = std::string(kFitPrefix) + std::string(id);
    const ResultRow<DeviceFit> row[] = {{{name, "devices needed", Unit::gpus, true}, &DeviceFit::gpus_needed}};
    list.add_all(fit_on(input, id), row);
  }
  return list.take();
}

std::vector<Quantity> train_memory_results(const Inputs& inputs, const Measurements&) {
  const TrainMemoryInputs& in = inputs.train_memory;
  Result<TrainMemoryInput> input = train_input(inputs);
  const auto memory_of = [&] {
    return input ? train_memory(*input) : Result<TrainMemory>(std::unexpected(input.error()));
  };
  const Result<TrainMemory> memory = memory_of();

  ResultList list("train-memory");
  list.add_all(size_of_choice(inputs.page, in.model, in.params), kSizeRows);
  list.add({"weights", "weights", Unit::bytes}, part_of_states(memory, "weights"));
  list.add({"gradients", "gradients", Unit::bytes}, part_of_states(memory, "gradients"));
  list.add({"master", "master copy", Unit::bytes}, part_of_states(memory, "master copy"));
  list.add({"optimizer", "optimizer", Unit::bytes}, part_of_states(memory, "optimizer"));
  list.add_all(memory, kTrainRows);
  if (input) input->gpu = kCard;
  list.add_all(memory_of(), kTrainCardRows);
  constexpr ResultName kLora{"lora_params", "parameters that LoRA trains", Unit::params};
  if (memory && memory->lora_params) {
    list.add(kLora, *memory->lora_params);
  } else {
    list.missing(kLora, memory ? "all weights are trained: pick LoRA or QLoRA" : memory.error().message);
  }
  list.add({"update_stored", "1 + update in bfloat16", Unit::none}, stored_update(in.update));
  return list.take();
}

}  // namespace lesson
