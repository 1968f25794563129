// compute: the work of training and running, and how fast a device answers.
#include <cmath>
#include <iterator>

#include "engine/base/format.h"
#include "engine/base/language.h"
#include "engine/calc/chinchilla.h"
#include "engine/calc/compute.h"
#include "engine/calc/explain.h"
#include "engine/calc/model.h"
#include "engine/lesson/model_choice.h"
#include "engine/lesson/section_results.h"
#include "engine/lesson/serving_input.h"

namespace lesson {
namespace {

// ---- compute: training and running ------------------------------------------------------------

constexpr ResultRow<Compute> kTrainingRow[] = {{{"train_flops", "to train it", Unit::flops}, &Compute::training}};
constexpr ResultRow<Compute> kPerTokenRows[] = {
    {{"train_flops_per_token", "to train it, per token", Unit::flops_per_token}, &Compute::training_per_token},
    {{"infer_flops_per_token", "to run it, per token", Unit::flops_per_token}, &Compute::inference_per_token},
    {{"tokens_per_param", "tokens per parameter", Unit::tokens_per_param}, &Compute::tokens_per_param},
};
constexpr ResultRow<Compute> kBendRows[] = {
    {{"attention_ratio", "attention adds", Unit::ratio}, &Compute::attention_ratio},
    {{"exact_per_token", "with attention, per token", Unit::flops_per_token}, &Compute::exact_per_token},
    {{"exact_flops", "to train it, with attention", Unit::flops}, &Compute::exact_training},
    {{"paper_flops", "by the formula for GPT's block", Unit::flops}, &Compute::paper_training},
    {{"hardware_flops", "work done, with what is repeated", Unit::flops}, &Compute::hardware},
    {{"hardware_ratio", "HFU ÷ MFU", Unit::none}, &Compute::hardware_ratio},
    {{"lora_flops", "to train LoRA", Unit::flops}, &Compute::lora_training},
};

Result<ComputeInput> compute_input(const Inputs& inputs) {
  const ComputeInputs& in = inputs.compute;
  ComputeInput input;
  input.params = in.params;
  input.tokens = in.tokens;
  input.context_tokens = in.context;
  input.causal = in.causal == "on";
  if (in.active > 0) input.active_params = in.active;
  const auto model = chosen_model(inputs.page, in.model);
  if (!model) return std::unexpected(model.error());
  if (*model) {
    input.model = (*model)->shape;
    input.model_name = (*model)->name;
  }
  const auto recompute = find_recompute(in.recompute);
  if (!recompute) return std::unexpected(recompute.error());
  input.recompute = *recompute;
  if (in.method == "lora") {
    const auto targets = find_lora_targets(in.targets);
    if (!targets) return std::unexpected(targets.error());
    input.lora = LoraPlan{in.rank, *targets, false};
  }
  return input;
}

// One term of the training work: forward is 2 of the 6 in 6ND, backward 4.
Result<Quantity> part_of_training(const Result<Compute>& work, std::string_view part, std::string_view factor) {
  if (!work) return std::unexpected(work.error());
  const Quantity& whole = work->training;
  const auto with_factor = [&](const std::string& text) {
    return text.starts_with("6 ") ? std::string(factor) + text.substr(1) : text;
  };
  for (const Term& term : whole.terms) {
    if (!term.name.starts_with(part)) continue;
    return value_of("", "", term.unit, term.value,
                    {with_factor(whole.formula), with_factor(whole.substituted), whole.source, whole.left_out});
  }
  return fail(ErrorCode::not_available, whole.reason);
}

// What stands after the first " + ": attention's part of "6 × weights that multiply + 12 × heads × ...".
std::string second_part(const std::string& sum) {
  const std::size_t plus = sum.find(" + ");
  return plus == std::string::npos ? sum : sum.substr(plus + 3);
}

// Attention's own work in training, which 6ND leaves out.
Result<Quantity> attention_flops(const Result<Compute>& work, double tokens) {
  if (!work) return std::unexpected(work.error());
  const Quantity& each = work->exact_per_token;
  if (!each.value) return fail(ErrorCode::not_available, each.reason);
  return value_of("", "", Unit::flops, each.terms.back().value * tokens,
                  {say("{} × tokens", second_part(std::string(tr(each.formula)))), second_part(each.substituted) + " × " + format_math(tokens),
                   each.source, each.left_out});
}

constexpr ResultRow<OptimalSplit> kRuleRows[] = {
    {{"chinchilla_params", "best parameters, 20 tokens each", Unit::params}, &OptimalSplit::params},
    {{"chinchilla_tokens", "best tokens, 20 per parameter", Unit::tokens}, &OptimalSplit::tokens},
};
constexpr ResultRow<OptimalSplit> kFitRows[] = {
    {{"chinchilla_params_fit", "best parameters, fitted curve", Unit::params}, &OptimalSplit::params},
    {{"chinchilla_tokens_fit", "best tokens, fitted curve", Unit::tokens}, &OptimalSplit::tokens},
};

constexpr ResultRow<OptimalSplit> kOriginalRows[] = {
    {{"chinchilla_params_original", "best parameters, the paper's fit", Unit::params}, &OptimalSplit::params},
    {{"chinchilla_tokens_original", "best tokens, the paper's fit", Unit::tokens}, &OptimalSplit::tokens},
};

// What the fits expect of this model on this much text.
void add_losses(ResultList& list, const Result<Compute>& work, double tokens) {
  const auto losses = work ? predicted_loss(std::round(work->training.value.value_or(6 * tokens) / 6 / tokens), tokens)
                           : Result<std::vector<Quantity>>(std::unexpected(work.error()));
  constexpr ResultName kNames[] = {{"loss_original", "loss, by the paper's fit", Unit::none},
                                   {"loss_fit", "loss, by the corrected fit", Unit::none}};
  for (std::size_t i = 0; i < std::size(kNames); ++i)
    list.add(kNames[i], losses ? Result<Quantity>((*losses)[i]) : std::unexpected(losses.error()));
}

void add_chinchilla(ResultList& list, const Result<Compute>& work) {
  Result<Chinchilla> split =
      work ? chinchilla(work->training.value.value_or(0)) : Result<Chinchilla>(std::unexpected(work.error()));
  const auto one = [&](OptimalSplit Chinchilla::*field) {
    return split ? Result<OptimalSplit>((*split).*field) : std::unexpected(split.error());
  };
  list.add_all(one(&Chinchilla::rule), kRuleRows);
  list.add_all(one(&Chinchilla::corrected), kFitRows);
  list.add_all(one(&Chinchilla::original), kOriginalRows);
}

// ---- compute: serving -------------------------------------------------------------------------

constexpr ResultRow<Serving> kServingRows[] = {
    {{"prefill_time", "to read the prompt", Unit::seconds}, &Serving::prefill},
    {{"decode_time", "to write one token", Unit::seconds}, &Serving::decode_step},
    {{"decode_speed", "writing speed, all together", Unit::tokens_per_s}, &Serving::tokens_per_s},
    {{"decode_speed_each", "writing speed, each conversation", Unit::tokens_per_s}, &Serving::tokens_per_s_each},
    {{"decode_intensity", "intensity of writing", Unit::flops_per_byte}, &Serving::intensity},
    {{"ridge", "intensity the device needs", Unit::flops_per_byte}, &Serving::ridge},
    {{"compute_bound_batch", "batch where arithmetic limits", Unit::none}, &Serving::compute_bound_batch},
    {{"attainable", "attainable while writing", Unit::flops_per_s}, &Serving::attainable},
};

}  // namespace

Result<ServingInput> serving_input(const Inputs& inputs) {
  const ComputeInputs& in = inputs.compute;
  const auto model = chosen_model(inputs.page, in.serve_model);
  if (!model) return std::unexpected(model.error());
  const auto format = find_number_format(in.serve_dtype);
  if (!format) return std::unexpected(format.error());
  ServingInput input;
  if (*model) {
    input.model = (*model)->shape;
    input.model_name = (*model)->name;
  }
  input.gpu = in.serve_gpu;
  input.gpus = in.serve_gpus;
  input.dtype = in.serve_dtype;
  input.kv_dtype = in.serve_kv_dtype;
  input.compute_dtype = (*format)->peak.empty() ? "bf16" : in.serve_dtype;
  input.batch = in.serve_batch;
  input.context_tokens = in.serve_context;
  input.prompt_tokens = in.serve_prompt;
  input.utilization = in.serve_utilization_ratio;
  return input;
}

std::vector<Quantity> compute_results(const Inputs& inputs, const Measurements& measured) {
  const Result<ComputeInput> input = compute_input(inputs);
  const Result<Compute> work = input ? compute(*input) : Result<Compute>(std::unexpected(input.error()));
  ResultList list("compute");
  list.add_all(work, kTrainingRow);
  list.add({"forward_flops", "forward", Unit::flops}, part_of_training(work, "forward", "2"));
  list.add({"backward_flops", "backward", Unit::flops}, part_of_training(work, "backward", "4"));
  list.add_all(work, kPerTokenRows);
  list.add({"attention_flops", "attention's own work", Unit::flops}, attention_flops(work, inputs.compute.tokens));
  list.add_all(work, kBendRows);
  add_chinchilla(list, work);
  add_losses(list, work, inputs.compute.tokens);
  const Result<ServingInput> serve = serving_input(inputs);
  list.add_all(serve ? serving(*serve) : Result<Serving>(std::unexpected(serve.error())), kServingRows);
  constexpr ResultName kHere{"here_roof", "this machine's roof, measured", Unit::flops_per_s};
  if (const BenchResult* fastest = measured.best("fp32")) {
    list.add(kHere, value_of("", "", Unit::flops_per_s, fastest->flops_per_s,
                             {"FLOPs ÷ median time",
                              say("the fastest float32 product measured here: n = {}",
                                  format_grouped(static_cast<double>(fastest->n))),
                              "measured on this machine", "other kernels and sizes, and the speed of its memory"}));
  } else {
    list.missing(kHere, kNotMeasured);
  }
  return list.take();
}

}  // namespace lesson
