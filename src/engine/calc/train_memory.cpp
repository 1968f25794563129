#include "engine/calc/train_memory.h"

#include <array>
#include <cmath>
#include <utility>

#include "engine/base/format.h"
#include "engine/base/language.h"
#include "engine/calc/activations.h"
#include "engine/calc/explain.h"
#include "engine/calc/limits.h"

namespace lesson {
namespace {

template <class Row>
Result<const Row*> find_row(std::span<const Row> rows, std::string_view id, std::string_view sentence) {
  std::string known;
  for (const Row& row : rows) {
    if (row.id == id) return &row;
    known += (known.empty() ? "" : ", ") + std::string(row.id);
  }
  return fail(ErrorCode::unknown_name,
              say(sentence, quoted(id), known));
}

// The input after checking.
struct Plan {
  const TrainMemoryInput* input;
  const TrainConvention* convention;
  const OptimizerKind* optimizer;
  const Device* device;
  double params;         // all
  double trained;        // those with gradients and optimizer state: all, or the LoRA matrices
  double frozen;         // the rest
  double frozen_bytes;   // of one frozen parameter
  double model_split;    // tensor × pipeline
  double data_parallel;  // N_d
};

Result<void> check_numbers(const TrainMemoryInput& input) {
  const std::pair<const Limit*, double> checks[] = {{&kParamsLimit, input.params},
                                                    {&kGpusLimit, input.gpus},
                                                    {&kZeroLimit, input.zero_stage},
                                                    {&kParallelLimit, input.tensor_parallel},
                                                    {&kParallelLimit, input.pipeline_parallel},
                                                    {&kParallelLimit, input.interleave},
                                                    {&kContextLimit, input.context_tokens},
                                                    {&kBatchLimit, input.micro_batch}};
  for (const auto& [limit, value] : checks) {
    if (auto ok = check(*limit, value); !ok) return ok;
  }
  return {};
}

Result<void> add_lora(Plan& plan) {
  const TrainMemoryInput& input = *plan.input;
  if (!input.model) {
    return fail(ErrorCode::not_available, "LoRA's size depends on the model's matrices: pick a model.");
  }
  const auto trained = lora_params(*input.model, input.lora->rank, input.lora->targets);
  if (!trained) return std::unexpected(trained.error());
  plan.trained = static_cast<double>(*trained);
  plan.frozen = plan.params;
  plan.frozen_bytes = plan.convention->weights_bytes;
  if (input.lora->quantized) {
    const auto format = find_number_format("nf4_dq");
    if (!format) return std::unexpected(format.error());
    plan.frozen_bytes = (*format)->bytes_per_value();
  }
  return {};
}

Result<Plan> make_plan(const TrainMemoryInput& input) {
  if (auto ok = check_numbers(input); !ok) return std::unexpected(ok.error());
  const auto convention = find_train_convention(input.convention);
  if (!convention) return std::unexpected(convention.error());
  const auto optimizer = find_optimizer(input.optimizer);
  if (!optimizer) return std::unexpected(optimizer.error());
  const auto device = find_device(input.gpu);
  if (!device) return std::unexpected(device.error());
  Plan plan{&input,
            *convention,
            *optimizer,
            *device,
            input.params,
            input.params,
            0,
            0,
            input.tensor_parallel * input.pipeline_parallel,
            1};
  if (input.model) {
    const auto counts = count_params(*input.model);
    if (!counts) return std::unexpected(counts.error());
    plan.params = plan.trained = static_cast<double>(counts->total());
  }
  if (std::fmod(input.gpus, plan.model_split) != 0) {
    return fail(ErrorCode::out_of_range,
                say("{} GPUs cannot be split into groups of {} × {}: make the number of GPUs a multiple of {}.",
                    format_grouped(input.gpus), format_grouped(input.tensor_parallel),
                    format_grouped(input.pipeline_parallel), format_grouped(plan.model_split)));
  }
  plan.data_parallel = input.gpus / plan.model_split;
  if (input.lora) {
    if (auto ok = add_lora(plan); !ok) return std::unexpected(ok.error());
  }
  return plan;
}

// ---- states ------------------------------------------------------------------------------------

struct StatePart {
  std::string name;
  double bytes;      // one copy, of the whole model
  int sharded_from;  // first ZeRO stage that splits it
};

std::vector<StatePart> state_parts(const Plan& plan) {
  const TrainConvention& c = *plan.convention;
  const std::string of = plan.frozen > 0 ? "adapter " : "";
  std::vector<StatePart> parts;
  const auto add = [&](std::string name, double bytes, int sharded_from) {
    if (bytes > 0) parts.push_back({std::move(name), bytes, sharded_from});
  };
  add("frozen weights", plan.frozen * plan.frozen_bytes, 3);
  add(of + "weights", plan.trained * c.weights_bytes, 3);
  add(of + "gradients", plan.trained * c.gradients_bytes, 2);
  add(of + "master copy", plan.trained * c.master_bytes, 1);
  add(of + "optimizer", plan.trained * plan.optimizer->state_bytes, 1);
  return parts;
}

std::vector<Term> terms_of(const std::vector<StatePart>& parts) {
  std::vector<Term> terms;
  for (const StatePart& part : parts) terms.push_back({part.name, part.bytes, Unit::bytes});
  return terms;
}

std::vector<Term> sharded_terms(const Plan& plan, const std::vector<StatePart>& parts) {
  std::vector<Term> terms;
  for (const StatePart& part : parts) {
    const bool sharded = plan.input->zero_stage >= part.sharded_from;
    terms.push_back({part.name, part.bytes / plan.model_split / (sharded ? plan.data_parallel : 1), Unit::bytes});
  }
  return terms;
}

double trained_bytes(const Plan& plan) {
  const TrainConvention& c = *plan.convention;
  return c.weights_bytes + c.gradients_bytes + c.master_bytes + plan.optimizer->state_bytes;
}

std::string sources(const Plan& plan) {
  return say("{}; optimizer: {}", tr(plan.convention->source), tr(plan.optimizer->source));
}

Quantity bytes_per_param_quantity(const Plan& plan) {
  const TrainConvention& c = *plan.convention;
  std::vector<Term> terms;
  const auto add = [&](std::string name, double bytes) {
    if (bytes > 0) terms.push_back({std::move(name), bytes, Unit::bytes_per_param});
  };
  add("weights", c.weights_bytes);
  add("gradients", c.gradients_bytes);
  add("master copy", c.master_bytes);
  add("optimizer", plan.optimizer->state_bytes);
  const std::string substituted = format_math(c.weights_bytes) + " + " + std::string(c.gradients_words) + " + " +
                                  format_math(c.master_bytes) + " + " + format_math(plan.optimizer->state_bytes);
  return sum_of("train-memory.bytes_per_param", "for each trained parameter", Unit::bytes_per_param, std::move(terms),
                {"weights + gradients + master copy + optimizer", substituted, sources(plan),
                 say("activations; the optimizer keeps {}", tr(plan.optimizer->what))});
}

Quantity states_quantity(const Plan& plan, const std::vector<StatePart>& parts) {
  std::string formula = "parameters × bytes per parameter";
  std::string substituted = say("{} × {} bytes", format_math(plan.trained), format_math(trained_bytes(plan)));
  if (plan.frozen > 0) {
    formula = "frozen parameters × their bytes + adapter parameters × bytes per trained parameter";
    substituted = format_math(plan.frozen) + " × " + format_math(plan.frozen_bytes) + " + " + substituted;
  }
  Quantity states =
      sum_of("train-memory.states", "weights, gradients and optimizer", Unit::bytes, terms_of(parts),
             {formula, substituted, sources(plan), "activations, and memory the software loses to fragments"});
  if (plan.frozen > 0 && plan.input->lora->quantized)
    states.left_out = "activations, and memory the software loses to fragments; embeddings usually stay in 16 bits and are "
                      "counted as quantized";
  return states;
}

Quantity per_gpu_states_quantity(const Plan& plan, const std::vector<StatePart>& parts) {
  const double stage = plan.input->zero_stage;
  const std::string_view split = stage == 0   ? "÷ {}; nothing is also split over {}"
                                 : stage == 1 ? "÷ {}; master copy and optimizer are also split over {}"
                                 : stage == 2 ? "÷ {}; those and the gradients are also split over {}"
                                              : "÷ {}; everything is also split over {}";
  return sum_of(
      "train-memory.states_per_gpu", "of that on one GPU", Unit::bytes, sharded_terms(plan, parts),
      {"each part ÷ (tensor × pipeline), and ÷ data-parallel GPUs where it is sharded",
       say(split, divisor(plan.model_split), format_math(plan.data_parallel)),
       "arXiv 1910.02054", "buffers for sending, and layers that do not split evenly"});
}

// DeepSpeed counts 18 bytes and, for ZeRO 3, the largest layer, which is whole on each GPU while it works.
Quantity deepspeed_quantity(const Plan& plan) {
  const std::string name = "train-memory.deepspeed", label = "of that on one GPU, by DeepSpeed's estimator";
  const TrainMemoryInput& input = *plan.input;
  const auto none = [&](std::string reason) { return not_available(name, label, Unit::bytes, std::move(reason)); };
  if (input.zero_stage < 2) return none("the estimator is for ZeRO 2 and 3");
  if (input.lora) return none("the estimator is for training all weights");
  const double params = plan.params / plan.model_split, sharded = 18 * params / plan.data_parallel;
  const bool gathers = input.zero_stage >= 3;
  double whole = 2 * params;
  if (gathers) {
    if (!input.model) return none("pick a model: ZeRO 3 holds its largest layer whole");
    const auto largest = largest_matrix(*input.model);
    if (!largest) return none(largest.error().message);
    whole = 4 * static_cast<double>(*largest) / input.tensor_parallel;
  }
  return sum_of(name, label, Unit::bytes,
                {{gathers ? "largest layer" : "weights", whole, Unit::bytes}, {"sharded", sharded, Unit::bytes}},
                {gathers ? "4 × largest layer + 18 × parameters ÷ GPUs" : "2 × parameters + 18 × parameters ÷ GPUs",
                 (gathers ? "4 × " + format_math(whole / 4) : "2 × " + format_math(params)) + " + 18 × " +
                     format_math(params) + " ÷ " + divisor(plan.data_parallel),
                 "deepspeed.runtime.zero, estimate_zero2 and estimate_zero3; states: arXiv 1910.02054",
                 "activations; the factor 1.5 for buffers, which the estimator applies to the host's memory"});
}

Quantity communication_quantity(const Plan& plan) {
  const double factor = zero_communication_factor(plan.input->zero_stage);
  const double gathered =
      plan.input->zero_stage >= 3 ? 2 * (plan.frozen + plan.trained) + plan.trained : factor * plan.trained;
  const double bytes = plan.data_parallel > 1 ? gathered / plan.model_split * 2 : 0;
  const std::string_view what = tr(plan.frozen > 0 ? "adapter parameters" : "parameters");
  return value_of("train-memory.communication", "exchanged by each GPU in a step", Unit::bytes, bytes,
                  {plan.data_parallel > 1 ? say("{} × {} on the GPU × 2 bytes", format_math(factor), what)
                                          : "one copy, nothing to exchange",
                   plan.data_parallel > 1 ? say("{} × 2 bytes", format_math(gathered / plan.model_split)) : "0",
                   "arXiv 1910.02054", "what tensor and pipeline parallelism exchange"});
}

// ---- everything --------------------------------------------------------------------------------

Quantity activations_quantity(const TrainMemoryInput& input) {
  const std::string name = "train-memory.activations", label = "activations on one GPU";
  if (input.context_tokens == 0) {
    return value_of(name, label, Unit::bytes, 0,
                    {"layers × bytes of one layer + what lies outside the layers",
                     std::string(tr("a context of 0 tokens leaves them out")), "arXiv 2205.05198", ""});
  }
  if (!input.model)
    return not_available(name, label, Unit::bytes, "pick a model: activations depend on its layers and sizes");
  return activations(*input.model, input);
}

Quantity with_activations(std::string name, std::string label, const Quantity& states, const Quantity& activations) {
  std::vector<Term> terms = states.terms;
  const double bytes = activations.value.value_or(0);
  if (bytes > 0) terms.push_back({"activations", bytes, Unit::bytes});
  Quantity sum = sum_of(std::move(name), std::move(label), Unit::bytes, std::move(terms),
                        {bytes > 0 ? "states + activations" : states.formula,
                         bytes > 0 ? format_value(*states.value, Unit::bytes) + " + " + format_value(bytes, Unit::bytes)
                                   : states.substituted,
                         std::string(tr(states.source)) + (bytes > 0 ? "; " + std::string(tr(activations.source)) : ""),
                         bytes > 0 ? "memory the software loses to fragments" : states.left_out});
  if (!activations.value) {
    sum.label = say("{}, before activations", tr(sum.label));
    sum.caution = say("activations are not in this: {}", tr(activations.reason));
  }
  return sum;
}

Quantity gpus_needed_quantity(const Quantity& total, const Device& device) {
  const std::string name = "train-memory.gpus_needed", label = say("{} needed", tr(device.name));
  if (!device.memory_bytes) {
    return not_available(name, label, Unit::gpus, say("{} has no memory size in the catalogue", tr(device.name)));
  }
  Quantity needed =
      value_of(name, label, Unit::gpus, std::ceil(*total.value / *device.memory_bytes),
               {"memory to train ÷ memory of one device, rounded up",
                format_value(*total.value, Unit::bytes) + " ÷ " + format_value(*device.memory_bytes, Unit::bytes),
                std::string(device.source), "what splitting a model costs"});
  needed.caution = total.caution;
  return needed;
}

Quantity lora_quantity(const Plan& plan) {
  return value_of("train-memory.lora_params", "trained parameters", Unit::params, plan.trained,
                  {"rank × sum over the chosen matrices of (rows + columns)",
                   format_math(plan.input->lora->rank) + " × " + format_math(plan.trained / plan.input->lora->rank),
                   "arXiv 2106.09685", "embeddings and the output head, which stay as they are"});
}

}  // namespace

std::span<const TrainConvention> train_conventions() {
  static constexpr std::array<TrainConvention, 5> kConventions{{
      {"16", "16: mixed precision, bfloat16 gradients", 2, 2, 4, "2", "arXiv 1910.02054"},
      {"18", "18: mixed precision, float32 gradients", 2, 4, 4, "4",
       "Hugging Face training-anatomy page; EleutherAI transformer-math"},
      {"20", "20: mixed precision, gradients in both", 2, 6, 4, "(2 + 4)", "arXiv 2201.11990 (MT-NLG)"},
      {"12", "12: float32 weights, gradients not stored", 4, 0, 0, "0", "AI-Hypercomputer/maxtext #606"},
      {"fp32", "16: everything in float32", 4, 4, 0, "4", "definition"},
  }};
  return kConventions;
}

std::span<const OptimizerKind> optimizers() {
  static constexpr std::array<OptimizerKind, 7> kOptimizers{{
      {"adamw", "AdamW", 8, "two averages, 4 bytes each", "arXiv 1910.02054"},
      {"adamw-8bit", "8-bit AdamW", 2, "two averages, 1 byte each", "arXiv 2110.02861"},
      {"sgd-momentum", "SGD with momentum", 4, "one average of 4 bytes", "definition"},
      {"sgd", "plain SGD", 0, "nothing", "definition"},
      {"adafactor", "Adafactor, no momentum", 0, "a row and a column of averages for each matrix, too little to count",
       "arXiv 1804.04235"},
      {"lion", "Lion", 4, "one average of 4 bytes", "EleutherAI cookbook optimizer table"},
      {"muon", "Muon", 4,
       "one average of 4 bytes for matrices; what is no matrix is trained by AdamW and counted the same here",
       "EleutherAI cookbook optimizer table"},
  }};
  return kOptimizers;
}

std::span<const RecomputeInfo> recompute_kinds() {
  static constexpr std::array<RecomputeInfo, 3> kKinds{{
      {Recompute::none, "none", "nothing: all activations are kept"},
      {Recompute::selective, "selective", "selective: attention scores are made again"},
      {Recompute::full, "full", "full: only the input of each layer is kept"},
  }};
  return kKinds;
}

Result<const TrainConvention*> find_train_convention(std::string_view id) {
  return find_row(train_conventions(), id, "There is no training convention {}: choose one of {}.");
}
Result<const OptimizerKind*> find_optimizer(std::string_view id) { return find_row(optimizers(), id, "There is no optimizer {}: choose one of {}."); }
Result<Recompute> find_recompute(std::string_view id) {
  const auto row = find_row(recompute_kinds(), id, "There is no recomputation {}: choose one of {}.");
  if (!row) return std::unexpected(row.error());
  return (*row)->recompute;
}

double zero_communication_factor(double stage) { return stage >= 3 ? 3 : 2; }

std::vector<Quantity> TrainMemory::all() const {
  std::vector<Quantity> list{bytes_per_param, states,  states_per_gpu, deepspeed,     activations,
                             total,           per_gpu, all_gpus,       communication, gpus_needed};
  if (lora_params) list.push_back(*lora_params);
  return list;
}

Result<TrainMemory> train_memory(const TrainMemoryInput& input) {
  const auto plan = make_plan(input);
  if (!plan) return std::unexpected(plan.error());
  const std::vector<StatePart> parts = state_parts(*plan);
  TrainMemoryInput whole = input;  // as if one device held everything
  whole.tensor_parallel = whole.pipeline_parallel = whole.interleave = 1;
  whole.sequence_parallel = false;

  TrainMemory memory;
  memory.bytes_per_param = bytes_per_param_quantity(*plan);
  memory.states = states_quantity(*plan, parts);
  memory.states_per_gpu = per_gpu_states_quantity(*plan, parts);
  memory.deepspeed = deepspeed_quantity(*plan);
  memory.activations = activations_quantity(input);
  memory.total = with_activations("train-memory.total", "memory to train", memory.states, activations_quantity(whole));
  memory.per_gpu =
      with_activations("train-memory.per_gpu", "memory on one GPU", memory.states_per_gpu, memory.activations);
  memory.all_gpus = value_of(
      "train-memory.all_gpus", "on all GPUs together", Unit::bytes, *memory.per_gpu.value * input.gpus,
      {"memory on one GPU × GPUs", format_value(*memory.per_gpu.value, Unit::bytes) + " × " + format_math(input.gpus),
       memory.per_gpu.source, memory.per_gpu.left_out});
  memory.communication = communication_quantity(*plan);
  memory.gpus_needed = gpus_needed_quantity(memory.total, *plan->device);
  if (input.lora) memory.lora_params = lora_quantity(*plan);
  return memory;
}

}  // namespace lesson
