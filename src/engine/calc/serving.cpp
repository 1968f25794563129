#include "engine/calc/serving.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/base/format.h"
#include "engine/base/language.h"
#include "engine/calc/compute.h"
#include "engine/calc/explain.h"
#include "engine/calc/kv_cache.h"
#include "engine/calc/limits.h"

namespace lesson {
namespace {

constexpr std::string_view kSource = "jax-ml/scaling-book, inference.md";
constexpr std::string_view kLeftOut =
    "that measured speed reaches 65 to 85 % of this, and what several GPUs lose by talking to each other";

// The input after checking, with what the formulas need.
struct Machine {
  double params, active_params;
  double weight_bytes;  // all weights
  double read_bytes;    // weights that one decode step reads
  double cache_bytes;   // of one sequence; 0 when the shape is unknown
  std::string cache_caution;
  std::optional<double> peak, bandwidth;  // of all GPUs together
  std::string no_peak, no_bandwidth, caution, device_name;
};

Result<void> check_numbers(const ServingInput& input) {
  const std::pair<const Limit*, double> checks[] = {{&kParamsLimit, input.params},
                                                    {&kGpusLimit, input.gpus},
                                                    {&kContextLimit, input.context_tokens},
                                                    {&kContextLimit, input.prompt_tokens},
                                                    {&kBatchLimit, input.batch},
                                                    {&kUtilizationLimit, input.utilization},
                                                    {&kSpeedLimit, input.measured_flops_per_s.value_or(1)}};
  for (const auto& [limit, value] : checks) {
    if (auto ok = check(*limit, value); !ok) return ok;
  }
  if (input.kv_bytes_per_sequence && !(*input.kv_bytes_per_sequence >= 0 && *input.kv_bytes_per_sequence <= 1e15)) {
    return fail(ErrorCode::out_of_range,
                "The cache of one sequence must be from 0 to 10¹⁵ bytes: give bytes like 819e6.");
  }
  return {};
}

// Share of the routed experts that B tokens visit between them when each chooses k of E evenly and by itself.
double visited_share(const ExpertShape& experts, double batch) {
  const double one = static_cast<double>(experts.active_experts) / static_cast<double>(experts.experts);
  return 1 - std::pow(1 - one, batch);
}

Result<void> add_model(Machine& machine, const ServingInput& input, const NumberFormat& weights,
                       const NumberFormat& cache) {
  machine.params = machine.active_params = input.params;
  double idle_params = 0;
  if (input.model) {
    const auto counts = count_params(*input.model);
    if (!counts) return std::unexpected(counts.error());
    machine.params = static_cast<double>(counts->total());
    machine.active_params = static_cast<double>(counts->active());
    if (input.model->experts)
      idle_params = static_cast<double>(counts->experts) * (1 - visited_share(*input.model->experts, input.batch));
    machine.cache_bytes = kv_values(*input.model, input.context_tokens, 1) * cache.bytes_per_value();
  } else if (input.context_tokens > 0 && !input.kv_bytes_per_sequence) {
    machine.cache_caution = "the attention cache is not in this: pick a model, it depends on the layers and heads";
  }
  if (input.kv_bytes_per_sequence) machine.cache_bytes = *input.kv_bytes_per_sequence;
  machine.weight_bytes = machine.params * weights.bytes_per_value();
  machine.read_bytes = (machine.params - idle_params) * weights.bytes_per_value();
  return {};
}

Result<Machine> make_machine(const ServingInput& input) {
  if (auto ok = check_numbers(input); !ok) return std::unexpected(ok.error());
  const auto weights = find_number_format(input.dtype), cache = find_number_format(input.kv_dtype),
             products = find_number_format(input.compute_dtype);
  for (const auto* format : {&weights, &cache, &products}) {
    if (!*format) return std::unexpected(format->error());
  }
  const auto device = find_device(input.gpu);
  if (!device) return std::unexpected(device.error());
  Machine machine{};
  if (auto ok = add_model(machine, input, **weights, **cache); !ok) return std::unexpected(ok.error());
  const Peak peak = dense_peak(**device, **products);
  machine.device_name = std::string((*device)->name);
  if (peak.flops_per_s) machine.peak = *peak.flops_per_s * input.gpus;
  if ((*device)->bandwidth_bytes_per_s) machine.bandwidth = *(*device)->bandwidth_bytes_per_s * input.gpus;
  machine.no_peak = peak.reason;
  machine.no_bandwidth = say("{} has no published memory bandwidth", tr(machine.device_name));
  machine.caution = peak.caution;
  if (machine.caution.empty() && is_uncertain(**device, "bandwidth_gbs")) {
    machine.caution = say("sources disagree about this device's bandwidth ({})", tr((*device)->notes));
  }
  return machine;
}

double decode_flops(const Machine& m, double batch) { return inference_flops_per_token(m.active_params) * batch; }
double step_bytes(const Machine& m, double batch) { return m.read_bytes + batch * m.cache_bytes; }

// Why a quantity that needs both is n/a; empty when both are there.
std::string missing(const Machine& m) { return !m.peak ? m.no_peak : !m.bandwidth ? m.no_bandwidth : std::string(); }

double decode_seconds(const Machine& m, double batch) {
  return batch * m.cache_bytes / *m.bandwidth + std::max(decode_flops(m, batch) / *m.peak, m.read_bytes / *m.bandwidth);
}

// ---- quantities --------------------------------------------------------------------------------

Quantity with_caution(Quantity quantity, const std::string& caution) {
  quantity.caution = caution;
  return quantity;
}

void set_decode(Serving& result, const ServingInput& input, const Machine& m) {
  const std::string step = "serve.decode_step", all = "serve.tokens_per_s", each = "serve.tokens_per_s_each";
  const std::string step_label = "one more token for every sequence", all_label = "tokens per second, all sequences",
                    each_label = "tokens per second, each";
  if (const std::string reason = missing(m); !reason.empty()) {
    result.decode_step = not_available(step, step_label, Unit::seconds, reason);
    result.tokens_per_s = not_available(all, all_label, Unit::tokens_per_s, reason);
    result.tokens_per_s_each = not_available(each, each_label, Unit::tokens_per_s, reason);
    return;
  }
  const double cache_s = input.batch * m.cache_bytes / *m.bandwidth;
  const double compute_s = decode_flops(m, input.batch) / *m.peak, weights_s = m.read_bytes / *m.bandwidth;
  const bool computing = compute_s > weights_s;
  const std::string caution = m.cache_caution.empty() ? m.caution : m.cache_caution;
  const auto time = [](double s) { return format_value(s, Unit::seconds); };
  result.decode_step = with_caution(
      sum_of(step, step_label, Unit::seconds,
             {{"reading the cache", cache_s, Unit::seconds},
              {computing ? "multiplying" : "reading the weights", std::max(compute_s, weights_s), Unit::seconds}},
             {"sequences × cache ÷ bandwidth + max(2 × sequences × parameters ÷ peak, weights ÷ bandwidth)",
              time(cache_s) + " + max(" + time(compute_s) + ", " + time(weights_s) + ")", std::string(kSource),
              std::string(kLeftOut)}),
      caution);
  const double step_s = *result.decode_step.value;
  result.tokens_per_s =
      with_caution(value_of(all, all_label, Unit::tokens_per_s, input.batch / step_s,
                            {"sequences ÷ time of a step", format_math(input.batch) + " ÷ " + time(step_s),
                             std::string(kSource), std::string(kLeftOut)}),
                   caution);
  result.tokens_per_s_each =
      with_caution(value_of(each, each_label, Unit::tokens_per_s, 1 / step_s,
                            {"1 ÷ time of a step", "1 ÷ " + time(step_s), std::string(kSource), std::string(kLeftOut)}),
                   caution);
}

Quantity prefill_quantity(const ServingInput& input, const Machine& m) {
  const std::string name = "serve.prefill",
                    label = say("reading a prompt of {} tokens", format_grouped(input.prompt_tokens));
  if (!m.peak) return not_available(name, label, Unit::seconds, m.no_peak);
  const double speed = *m.peak * input.utilization, tokens = input.prompt_tokens;
  // A training token's attention is three forward passes' worth.
  const double attention_flops =
      input.model ? attention_training_flops_per_token(*input.model, tokens, input.causal) / 3 * tokens : 0;
  std::vector<Term> terms{{"weights", inference_flops_per_token(m.active_params) * tokens / speed, Unit::seconds}};
  if (attention_flops > 0) terms.push_back({"attention", attention_flops / speed, Unit::seconds});
  return with_caution(
      sum_of(name, label, Unit::seconds, std::move(terms),
             {input.causal ? "(2 × parameters × tokens + 4 × layers × heads × head size × tokens² ÷ 2) ÷ (peak × utilization)"
                           : "(2 × parameters × tokens + 4 × layers × heads × head size × tokens²) ÷ (peak × utilization)",
              "(" + format_math(inference_flops_per_token(m.active_params) * tokens) + " + " +
                  format_math(attention_flops) + ") ÷ (" + format_math(*m.peak) + " × " +
                  format_value(input.utilization, Unit::ratio) + ")",
              std::string(kSource),
              input.model ? "reading the weights from memory, which matters for short prompts"
                          : "attention's own work: pick a model"}),
      m.caution);
}

Quantity intensity_quantity(const ServingInput& input, const Machine& m) {
  const double flops = decode_flops(m, input.batch), bytes = step_bytes(m, input.batch);
  return with_caution(
      value_of("serve.intensity", "work per byte of a decode step", Unit::flops_per_byte, flops / bytes,
               {"2 × sequences × parameters ÷ (weights + sequences × cache)",
                format_math(flops) + " ÷ " + divisor(bytes), std::string(kSource), "attention's own work"}),
      m.cache_caution);
}

void set_roofline(Serving& result, const Machine& m) {
  const std::string ridge = "serve.ridge", batch = "serve.compute_bound_batch", attainable = "serve.attainable";
  const std::string ridge_label = "work per byte where arithmetic becomes the limit",
                    batch_label = "sequences where arithmetic becomes the limit",
                    attainable_label = "attainable in a decode step";
  if (const std::string reason = missing(m); !reason.empty()) {
    result.ridge = not_available(ridge, ridge_label, Unit::flops_per_byte, reason);
    result.compute_bound_batch = not_available(batch, batch_label, Unit::none, reason);
    result.attainable = not_available(attainable, attainable_label, Unit::flops_per_s, reason);
    return;
  }
  const std::string peak = format_value(*m.peak, Unit::flops_per_s),
                    bandwidth = format_value(*m.bandwidth, Unit::bytes_per_s);
  result.ridge =
      with_caution(value_of(ridge, ridge_label, Unit::flops_per_byte, *m.peak / *m.bandwidth,
                            {"peak ÷ bandwidth", peak + " ÷ " + bandwidth, "jax-ml/scaling-book, roofline.md", ""}),
                   m.caution);
  const double sequences = m.weight_bytes / *m.bandwidth * *m.peak / inference_flops_per_token(m.active_params);
  result.compute_bound_batch =
      with_caution(value_of(batch, batch_label, Unit::none, sequences,
                            {"weights ÷ bandwidth × peak ÷ (2 × parameters)",
                             format_value(m.weight_bytes, Unit::bytes) + " ÷ " + bandwidth + " × " + peak + " ÷ (2 × " +
                                 format_math(m.active_params) + ")",
                             std::string(kSource), "the attention cache, which keeps long contexts limited by memory"}),
                   m.caution);
  const double intensity = *result.intensity.value;
  result.attainable = with_caution(
      value_of(attainable, attainable_label, Unit::flops_per_s,
               attainable_flops_per_s(*m.peak, *m.bandwidth, intensity),
               {"min(peak, work per byte × bandwidth)",
                "min(" + peak + ", " + format_value(intensity, Unit::flops_per_byte) + " × " + bandwidth + ")",
                "jax-ml/scaling-book, roofline.md", std::string(kLeftOut)}),
      m.caution);
}

}  // namespace

std::vector<Quantity> Serving::all() const {
  return {decode_step, tokens_per_s, tokens_per_s_each, prefill, intensity, ridge, compute_bound_batch, attainable};
}

Result<Serving> serving(const ServingInput& input) {
  const auto machine = make_machine(input);
  if (!machine) return std::unexpected(machine.error());
  Serving result;
  set_decode(result, input, *machine);
  result.prefill = prefill_quantity(input, *machine);
  result.intensity = intensity_quantity(input, *machine);
  set_roofline(result, *machine);
  return result;
}

std::optional<double> decode_tokens_per_s(const ServingInput& input) {
  const auto machine = make_machine(input);
  if (!machine || !machine->peak || !machine->bandwidth) return std::nullopt;
  return input.batch / decode_seconds(*machine, input.batch);
}

std::optional<double> batch_that_fits(const ServingInput& input) {
  const auto machine = make_machine(input);
  const auto device = find_device(input.gpu);
  if (!machine || !device || !(*device)->memory_bytes || !(machine->cache_bytes > 0)) return std::nullopt;
  const double room = *(*device)->memory_bytes * input.gpus - machine->weight_bytes;
  return room > 0 ? std::floor(room / machine->cache_bytes) : 0;
}

Result<std::vector<Roof>> roofs(const ServingInput& input) {
  const auto machine = make_machine(input);
  if (!machine) return std::unexpected(machine.error());
  std::vector<Roof> list;
  if (machine->peak) list.push_back({machine->device_name, *machine->peak, machine->bandwidth});
  if (input.measured_flops_per_s) list.push_back({"measured here", *input.measured_flops_per_s, std::nullopt});
  return list;
}

}  // namespace lesson
