#include "engine/calc/compute.h"

#include "engine/base/format.h"
#include "engine/base/language.h"
#include "engine/calc/explain.h"
#include "engine/calc/kv_cache.h"
#include "engine/calc/limits.h"

namespace lesson {
namespace {

constexpr std::string_view kRuleSource = "arXiv 2001.08361; arXiv 2203.15556";
constexpr std::string_view kNoModel = "pick a model: attention's work depends on its layers and heads";
constexpr std::string_view kNoContext = "give a context above 0 tokens: attention's work grows with it";

// The input after checking.
struct Work {
  const ComputeInput* input;
  double n;                           // parameters of the 6ND rule: all, or the active ones of experts
  bool active;                        // n is less than all parameters
  std::optional<double> multiplying;  // weights that multiply, when the shape is known
  double attention;                   // FLOPs a training token, 0 when unknown or without context
};

double as_double(std::int64_t value) { return static_cast<double>(value); }

Result<Work> check_input(const ComputeInput& input) {
  Work work{&input, input.active_params.value_or(input.params), input.active_params.has_value(), std::nullopt, 0};
  if (input.model) {
    const auto counts = count_params(*input.model);
    if (!counts) return std::unexpected(counts.error());
    const auto multiplying = multiplying_params(*input.model);
    if (!multiplying) return std::unexpected(multiplying.error());
    work.n = as_double(counts->active());
    work.active = counts->idle_experts > 0;
    work.multiplying = as_double(*multiplying);
    work.attention = attention_training_flops_per_token(*input.model, input.context_tokens, input.causal);
  }
  if (auto ok = check(kParamsLimit, work.n); !ok) return std::unexpected(ok.error());
  if (auto ok = check(kTokensLimit, input.tokens); !ok) return std::unexpected(ok.error());
  if (auto ok = check(kContextLimit, input.context_tokens); !ok) return std::unexpected(ok.error());
  if (!input.model && input.active_params && input.active_params > input.params) {
    return fail(ErrorCode::out_of_range,
                say("The active parameters cannot be more than all parameters: make them at most {}.",
                    format_short_count(input.params)));
  }
  return work;
}

std::string_view params_word(const Work& work) { return work.active ? "active parameters" : "parameters"; }

// ---- the rule ----------------------------------------------------------------------------------

Quantity training_quantity(const Work& work) {
  const double nd = work.n * work.input->tokens;
  return sum_of(
      "compute.training", "training work", Unit::flops,
      {{"forward", 2 * nd, Unit::flops}, {"backward", 4 * nd, Unit::flops}},
      {work.active ? "6 × active parameters × tokens" : "6 × parameters × tokens", "6 × " + format_math(work.n) + " × " + format_math(work.input->tokens),
       std::string(kRuleSource),
       "attention's own work, which grows with the context; the input table, which is only looked up, is counted"});
}

Quantity per_token_quantity(const Work& work, double factor, std::string name, std::string label) {
  return value_of(std::move(name), std::move(label), Unit::flops_per_token, factor * work.n,
                  {say("{} × {}", format_math(factor), tr(params_word(work))), format_math(factor) + " × " + format_math(work.n),
                   std::string(kRuleSource), "attention's own work, which grows with the context"});
}

Quantity tokens_per_param_quantity(const Work& work) {
  const double params = work.input->model ? work.n : work.input->params;
  return value_of("compute.tokens_per_param", "tokens per parameter", Unit::tokens_per_param,
                  work.input->tokens / params,
                  {work.active ? "tokens ÷ active parameters" : "tokens ÷ parameters", format_math(work.input->tokens) + " ÷ " + divisor(params),
                   "arXiv 2203.15556 finds about 20 best for a fixed budget", ""});
}

// ---- with attention ----------------------------------------------------------------------------

// Why the exact count is not available, empty when it is.
std::string_view missing(const Work& work) {
  if (!work.multiplying) return kNoModel;
  return work.input->context_tokens == 0 ? kNoContext : std::string_view{};
}

double exact_per_token(const Work& work) { return 6 * *work.multiplying + work.attention; }

std::string attention_words(const Work& work) {
  const ModelShape& s = *work.input->model;
  const std::string seen = format_math(seen_layer_tokens(s, work.input->context_tokens));
  const std::string half = work.input->causal ? " ÷ 2" : "";
  if (s.latent) {
    const double sizes = as_double(s.latent->nope_dim + s.latent->rope_dim + s.latent->v_dim);
    return "6 × " + format_math(as_double(s.heads)) + " × " + format_math(sizes) + " × " + seen + half;
  }
  return "12 × " + format_math(as_double(s.heads)) + " × " + format_math(as_double(s.head_dim)) + " × " + seen + half;
}

Derivation exact_derivation(const Work& work) {
  const bool latent = work.input->model && work.input->model->latent;
  Derivation derivation{
      latent ? "6 × weights that multiply + 6 × heads × (key sizes + value size) × (tokens seen, summed over layers)"
             : "6 × weights that multiply + 12 × heads × head size × (tokens seen, summed over layers)",
      "",
                        "arXiv 2204.02311, appendix B",
                        work.input->causal ? "norms, softmax and other small work"
                                           : "that causal attention needs only half of the scores"};
  if (missing(work).empty())
    derivation.substituted = "6 × " + format_math(*work.multiplying) + " + " + attention_words(work);
  return derivation;
}

Quantity exact_per_token_quantity(const Work& work) {
  const std::string name = "compute.exact_per_token", label = "training work per token, with attention";
  if (!missing(work).empty())
    return not_available(name, label, Unit::flops_per_token, std::string(missing(work)), exact_derivation(work));
  return sum_of(
      name, label, Unit::flops_per_token,
      {{"weights", 6 * *work.multiplying, Unit::flops_per_token}, {"attention", work.attention, Unit::flops_per_token}},
      exact_derivation(work));
}

Quantity exact_training_quantity(const Work& work) {
  const std::string name = "compute.exact_training", label = "training work, with attention";
  if (!missing(work).empty())
    return not_available(name, label, Unit::flops, std::string(missing(work)), exact_derivation(work));
  const double tokens = work.input->tokens;
  return sum_of(
      name, label, Unit::flops,
      {{"weights", 6 * *work.multiplying * tokens, Unit::flops}, {"attention", work.attention * tokens, Unit::flops}},
      {"work per token × tokens", format_math(exact_per_token(work)) + " × " + format_math(tokens),
       exact_derivation(work).source, exact_derivation(work).left_out});
}

Quantity attention_ratio_quantity(const Work& work) {
  const std::string name = "compute.attention_ratio", label = "attention adds";
  if (!missing(work).empty()) return not_available(name, label, Unit::ratio, std::string(missing(work)));
  return value_of(name, label, Unit::ratio, work.attention / (6 * *work.multiplying),
                  {"attention's work ÷ (6 × weights that multiply)",
                   attention_words(work) + " ÷ (6 × " + format_math(*work.multiplying) + ")",
                   exact_derivation(work).source, exact_derivation(work).left_out});
}

// ---- work really done --------------------------------------------------------------------------

// The model's own work: with attention where it is known.
double model_work(const Work& work) {
  return missing(work).empty() ? exact_per_token(work) * work.input->tokens
                               : training_flops(work.n, work.input->tokens);
}

// Repeated work over model work.
double repeated_ratio(const Work& work) {
  switch (work.input->recompute) {
    case Recompute::none:
      return 0;
    case Recompute::selective:
      return selective_recompute_ratio(work.input->context_tokens, as_double(work.input->model->hidden));
    case Recompute::full:
      return 1.0 / 3;
  }
  return 0;
}

Quantity hardware_quantity(const Work& work) {
  const std::string name = "compute.hardware", label = "work really done";
  const bool selective = work.input->recompute == Recompute::selective;
  if (selective && !missing(work).empty()) return not_available(name, label, Unit::flops, std::string(missing(work)));
  const double own = model_work(work), repeated = own * repeated_ratio(work);
  std::vector<Term> terms{{"the model's own", own, Unit::flops}};
  if (repeated > 0) terms.push_back({"repeated", repeated, Unit::flops});
  const std::string formula = selective ? "own work × (1 + s ÷ (18h + 3s)), s the context and h the hidden size"
                              : work.input->recompute == Recompute::full ? "own work × (1 + 1/3): one more forward pass"
                                                                         : "own work";
  Quantity hardware =
      sum_of(name, label, Unit::flops, std::move(terms),
             {formula, format_math(own) + " × " + format_significant(1 + repeated_ratio(work), 4), "arXiv 2205.05198",
              "what a real program repeats beyond that: measured on a 22B model, full +39 %, selective +7 %, selective "
              "with sequence parallelism +4 %; FlashAttention makes one score product again, so its backward pass is "
              "2.5 × its forward pass"});
  if (selective) {
    const double published =
        selective_recompute_ratio_published(work.input->context_tokens, as_double(work.input->model->hidden));
    hardware.caution =
        say("sources disagree: the published figures imply s ÷ 6h = {} more, counting the two repeated products gives {}",
            format_value(published, Unit::ratio), format_value(repeated_ratio(work), Unit::ratio));
  }
  return hardware;
}

Quantity hardware_ratio_quantity(const Work& work, const Quantity& hardware) {
  const std::string name = "compute.hardware_ratio", label = "work done over the model's own (HFU ÷ MFU)";
  if (!hardware.value) return not_available(name, label, Unit::none, hardware.reason);
  return value_of(name, label, Unit::none, 1 + repeated_ratio(work),
                  {"work really done ÷ the model's own work",
                   format_math(*hardware.value) + " ÷ " + divisor(model_work(work)), "arXiv 2204.02311", ""});
}

Quantity paper_quantity(const Work& work) {
  const std::string name = "compute.paper_training", label = "training work by the formula for GPT's block";
  const bool full = work.input->recompute == Recompute::full;
  Derivation derivation{full ? "96BLsh²(1 + s/6h + V/16Lh)" : "72BLsh²(1 + s/6h + V/12Lh)", "", "arXiv 2104.04473",
                        "gated MLPs, shared KV heads and experts: the formula is for a plain MLP of 4h"};
  if (!missing(work).empty()) return not_available(name, label, Unit::flops, std::string(missing(work)), derivation);
  const ModelShape& s = *work.input->model;
  const double sequences = work.input->tokens / work.input->context_tokens;
  derivation.substituted = "Bs = " + format_math(work.input->tokens) + ", L = " + format_math(as_double(s.layers)) +
                           ", h = " + format_math(as_double(s.hidden)) +
                           ", s = " + format_math(work.input->context_tokens) +
                           ", V = " + format_math(as_double(s.vocab));
  return value_of(name, label, Unit::flops,
                  gpt_iteration_flops(sequences, as_double(s.layers), work.input->context_tokens, as_double(s.hidden),
                                      as_double(s.vocab), full),
                  derivation);
}

Quantity lora_quantity(const Work& work) {
  const std::string name = "compute.lora_training", label = "LoRA training work";
  if (!work.input->lora) return not_available(name, label, Unit::flops, "choose LoRA to see it");
  if (!work.input->model)
    return not_available(name, label, Unit::flops, "pick a model: LoRA's size depends on its matrices");
  const auto lora = lora_params(*work.input->model, work.input->lora->rank, work.input->lora->targets);
  if (!lora) return not_available(name, label, Unit::flops, lora.error().message);
  const double n_lora = as_double(*lora), tokens = work.input->tokens;
  return sum_of(name, label, Unit::flops,
                {{"frozen weights", 4 * work.n * tokens, Unit::flops}, {"adapters", 6 * n_lora * tokens, Unit::flops}},
                {say("(4 × {} + 6 × adapter parameters) × tokens", tr(params_word(work))),
                 "(4 × " + format_math(work.n) + " + 6 × " + format_math(n_lora) + ") × " + format_math(tokens),
                 "frozen weights need no gradient of their own: arXiv 2106.09685; NVIDIA-NeMo/Automodel PR#786",
                 say("attention's own work; that pull request counts (1 + 1 + adapters ÷ parameters) ÷ 3 = {} of full training",
                     format_value(lora_work_ratio_published(n_lora, work.n), Unit::ratio))});
}

}  // namespace

double attention_training_flops_per_token(const ModelShape& s, double context_tokens, bool causal) {
  const double sizes =
      s.latent ? as_double(s.latent->nope_dim + s.latent->rope_dim + s.latent->v_dim) : 2 * as_double(s.head_dim);
  return 6 * as_double(s.heads) * sizes * seen_layer_tokens(s, context_tokens) * (causal ? 0.5 : 1);
}

double gpt_iteration_flops(double batch, double layers, double sequence, double hidden, double vocab,
                           bool full_recompute) {
  const double base = batch * layers * sequence * hidden * hidden;
  return full_recompute ? 96 * base * (1 + sequence / (6 * hidden) + vocab / (16 * layers * hidden))
                        : 72 * base * (1 + sequence / (6 * hidden) + vocab / (12 * layers * hidden));
}

double selective_recompute_ratio(double sequence, double hidden) { return sequence / (18 * hidden + 3 * sequence); }
double selective_recompute_ratio_published(double sequence, double hidden) { return sequence / (6 * hidden); }

double lora_work_ratio_published(double adapter_params, double params) { return (2 + adapter_params / params) / 3; }

double model_flops_utilization(double tokens_per_s, double flops_per_token, double gpus, double peak_flops_per_s) {
  return tokens_per_s * flops_per_token / (gpus * peak_flops_per_s);
}

std::vector<Quantity> Compute::all() const {
  return {training, inference_per_token, training_per_token, exact_per_token, exact_training,  attention_ratio,
          hardware, hardware_ratio,      paper_training,     lora_training,   tokens_per_param};
}

Result<Compute> compute(const ComputeInput& input) {
  const auto work = check_input(input);
  if (!work) return std::unexpected(work.error());
  Compute result;
  result.training = training_quantity(*work);
  result.inference_per_token = per_token_quantity(*work, 2, "compute.inference_per_token", "running, per token");
  result.training_per_token = per_token_quantity(*work, 6, "compute.training_per_token", "training, per token");
  result.exact_per_token = exact_per_token_quantity(*work);
  result.exact_training = exact_training_quantity(*work);
  result.attention_ratio = attention_ratio_quantity(*work);
  result.hardware = hardware_quantity(*work);
  result.hardware_ratio = hardware_ratio_quantity(*work, result.hardware);
  result.paper_training = paper_quantity(*work);
  result.lora_training = lora_quantity(*work);
  result.tokens_per_param = tokens_per_param_quantity(*work);
  return result;
}

}  // namespace lesson
