// compute: the work of training and running, and how fast a device answers.
#include <algorithm>

#include "engine/base/format.h"
#include "engine/calc/chinchilla.h"
#include "engine/calc/compute.h"
#include "engine/calc/explain.h"
#include "engine/calc/model.h"
#include "engine/calc/serving.h"
#include "engine/lesson/section_results.h"

namespace lesson {
namespace {

Result<ModelShape> shape_of(std::string_view model_id) {
  const auto model = find_model(model_id);
  if (!model) return std::unexpected(model.error());
  return (*model)->shape;
}

// ---- compute: training and running ------------------------------------------------------------

constexpr ResultRow<Compute> kTrainingRow[] = {{{"train_flops", "to train it", Unit::flops}, &Compute::training}};
constexpr ResultRow<Compute> kPerTokenRows[] = {
    {{"infer_flops_per_token", "to run it, per token", Unit::flops_per_token}, &Compute::inference_per_token},
    {{"tokens_per_param", "tokens per parameter", Unit::tokens_per_param}, &Compute::tokens_per_param},
};

ComputeInput compute_input(const ComputeInputs& in) {
  ComputeInput input;
  input.params = in.params;
  input.tokens = in.tokens;
  input.context_tokens = in.context;
  if (const auto model = find_model(in.model); in.model != "none" && model) {
    input.model = (*model)->shape;
    input.model_name = (*model)->name;
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

// Attention's own work in training, which 6ND leaves out.
Result<Quantity> attention_flops(const ComputeInput& input) {
  if (!input.model) return fail(ErrorCode::not_available, "it depends on the model's shape: pick a published model");
  if (input.context_tokens == 0)
    return fail(ErrorCode::not_available, "it grows with the context: set a context above 0");
  const double per_token = attention_training_flops_per_token(*input.model, input.context_tokens, input.causal);
  return value_of("", "", Unit::flops, per_token * input.tokens,
                  {"12 × layers × heads × head size × context × tokens",
                   format_value(per_token, Unit::flops_per_token) + " × " + format_math(input.tokens),
                   "arXiv 2204.02311, appendix B", "that a causal model may skip half of it"});
}

constexpr ResultRow<OptimalSplit> kRuleRows[] = {
    {{"chinchilla_params", "best parameters, 20 tokens each", Unit::params}, &OptimalSplit::params},
    {{"chinchilla_tokens", "best tokens, 20 per parameter", Unit::tokens}, &OptimalSplit::tokens},
};
constexpr ResultRow<OptimalSplit> kFitRows[] = {
    {{"chinchilla_params_fit", "best parameters, fitted curve", Unit::params}, &OptimalSplit::params},
    {{"chinchilla_tokens_fit", "best tokens, fitted curve", Unit::tokens}, &OptimalSplit::tokens},
};

void add_chinchilla(ResultList& list, const Result<Compute>& work) {
  Result<Chinchilla> split =
      work ? chinchilla(work->training.value.value_or(0)) : Result<Chinchilla>(std::unexpected(work.error()));
  const auto one = [&](OptimalSplit Chinchilla::*field) {
    return split ? Result<OptimalSplit>((*split).*field) : std::unexpected(split.error());
  };
  list.add_all(one(&Chinchilla::rule), kRuleRows);
  list.add_all(one(&Chinchilla::corrected), kFitRows);
}

// ---- compute: serving -------------------------------------------------------------------------

constexpr ResultRow<Serving> kServingRows[] = {
    {{"prefill_time", "to read the prompt", Unit::seconds}, &Serving::prefill},
    {{"decode_time", "to write one token", Unit::seconds}, &Serving::decode_step},
    {{"decode_speed", "writing speed, all together", Unit::tokens_per_s}, &Serving::tokens_per_s},
    {{"decode_intensity", "intensity of writing", Unit::flops_per_byte}, &Serving::intensity},
    {{"ridge", "intensity the device needs", Unit::flops_per_byte}, &Serving::ridge},
};

Result<Serving> serve(const ComputeInputs& in) {
  ServingInput input;
  const auto shape = shape_of(in.serve_model);
  if (!shape) return std::unexpected(shape.error());
  const auto format = find_number_format(in.serve_dtype);
  if (!format) return std::unexpected(format.error());
  input.model = *shape;
  input.model_name = (*find_model(in.serve_model))->name;
  input.gpu = in.serve_gpu;
  input.dtype = in.serve_dtype;
  input.compute_dtype = (*format)->peak.empty() ? "bf16" : in.serve_dtype;
  input.batch = in.serve_batch;
  input.context_tokens = in.serve_context;
  input.prompt_tokens = std::max(1.0, in.serve_context);
  return serving(input);
}

}  // namespace

std::vector<Quantity> compute_results(const Inputs& inputs, const Measurements&) {
  const ComputeInput input = compute_input(inputs.compute);
  const Result<Compute> work = compute(input);
  ResultList list("compute");
  list.add_all(work, kTrainingRow);
  list.add({"forward_flops", "forward", Unit::flops}, part_of_training(work, "forward", "2"));
  list.add({"backward_flops", "backward", Unit::flops}, part_of_training(work, "backward", "4"));
  list.add_all(work, kPerTokenRows);
  list.add({"attention_flops", "attention's own work", Unit::flops}, attention_flops(input));
  add_chinchilla(list, work);
  list.add_all(serve(inputs.compute), kServingRows);
  return list.take();
}

}  // namespace lesson
