// run-memory and train-memory.
#include <algorithm>

#include "engine/base/format.h"
#include "engine/calc/explain.h"
#include "engine/calc/run_memory.h"
#include "engine/calc/train_memory.h"
#include "engine/lesson/section_results.h"
#include "engine/numeric/convert.h"

namespace lesson {
namespace {

constexpr std::string_view kCard = "h100-sxm5-80gb";  // the 80 GB card of the lesson

Quantity typed_params(double params) {
  return value_of("", "", Unit::params, params,
                  {"the number that was typed", format_grouped(params), "your input", ""});
}

// The model's own count, or the number that was typed.
Result<Quantity> params_of_choice(std::string_view model_id, double params) {
  if (model_id == "none") return typed_params(params);
  const auto model = find_model(model_id);
  if (!model) return std::unexpected(model.error());
  const auto size = model_size((*model)->shape);
  if (!size) return std::unexpected(size.error());
  return size->total;
}

// Fills params, model and model_name of any calculator's input; an unknown model is left out.
template <class Input>
void choose_model(Input& input, std::string_view model_id, double params) {
  input.params = params;
  const auto model = find_model(model_id);
  if (model_id == "none" || !model) return;
  input.model = (*model)->shape;
  input.model_name = (*model)->name;
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

constexpr ResultRow<DeviceFit> kFitRows[] = {
    {{"devices_80gb", "80 GB GPUs needed", Unit::gpus}, &DeviceFit::gpus_needed},
    {{"longest_context_80gb", "longest context on one 80 GB GPU", Unit::tokens}, &DeviceFit::longest_context},
};

// ---- to train ---------------------------------------------------------------------------------

constexpr ResultRow<TrainMemory> kTrainRows[] = {
    {{"bytes_per_param", "bytes per parameter", Unit::bytes_per_param}, &TrainMemory::bytes_per_param},
    {{"states", "states, before activations", Unit::bytes}, &TrainMemory::states},
    {{"activations", "activations", Unit::bytes}, &TrainMemory::activations},
    {{"total", "to train it", Unit::bytes}, &TrainMemory::total},
    {{"per_gpu", "on each GPU", Unit::bytes}, &TrainMemory::per_gpu},
    {{"devices_80gb", "80 GB GPUs needed", Unit::gpus}, &TrainMemory::gpus_needed},
    {{"communication", "sent and received each step", Unit::bytes}, &TrainMemory::communication},
};

Result<TrainMemoryInput> train_input(const TrainMemoryInputs& in) {
  TrainMemoryInput input;
  choose_model(input, in.model, in.params);
  input.convention = in.convention;
  input.optimizer = in.optimizer;
  input.gpus = in.gpus;
  input.zero_stage = in.sharding.back() - '0';
  input.context_tokens = in.context;
  input.micro_batch = in.batch;
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
    derivation.formula = "parameters × bytes of " + term.name;
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
  RunMemoryInput input;
  choose_model(input, in.model, in.params);
  input.dtype = in.dtype;
  input.kv_dtype = in.kv_dtype;
  input.context_tokens = in.context;
  input.batch = in.batch;
  input.overhead_ratio = in.overhead_ratio;

  ResultList list("run-memory");
  list.add({"params", "parameters", Unit::params}, params_of_choice(in.model, in.params));
  list.add_all(run_memory(input), kRunRows);
  const auto card = find_device(kCard);
  list.add_all(card ? fit_on_device(input, **card) : Result<DeviceFit>(std::unexpected(card.error())), kFitRows);
  return list.take();
}

std::vector<Quantity> train_memory_results(const Inputs& inputs, const Measurements&) {
  const TrainMemoryInputs& in = inputs.train_memory;
  const auto input = train_input(in);
  const Result<TrainMemory> memory = input ? train_memory(*input) : Result<TrainMemory>(std::unexpected(input.error()));

  ResultList list("train-memory");
  list.add({"params", "parameters", Unit::params}, params_of_choice(in.model, in.params));
  list.add({"weights", "weights", Unit::bytes}, part_of_states(memory, "weights"));
  list.add({"gradients", "gradients", Unit::bytes}, part_of_states(memory, "gradients"));
  list.add({"master", "master copy", Unit::bytes}, part_of_states(memory, "master copy"));
  list.add({"optimizer", "optimizer", Unit::bytes}, part_of_states(memory, "optimizer"));
  list.add_all(memory, kTrainRows);
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
