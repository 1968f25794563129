#include "engine/calc/run_memory.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/base/format.h"
#include "engine/base/language.h"
#include "engine/calc/explain.h"
#include "engine/calc/kv_cache.h"
#include "engine/calc/limits.h"
#include "engine/calc/model.h"

namespace lesson {
namespace {

constexpr std::string_view kNoModel = "pick a model: the cache depends on its layers and heads";

// The input after checking: formats looked up, parameters known.
struct Checked {
  double params;
  const NumberFormat* weights;
  const NumberFormat* cache;
};

Result<Checked> check_input(const RunMemoryInput& input) {
  Checked checked{input.params, nullptr, nullptr};
  if (input.model) {
    const auto counts = count_params(*input.model);
    if (!counts) return std::unexpected(counts.error());
    checked.params = static_cast<double>(counts->total());
  }
  for (const auto& [limit, value] :
       {std::pair{&kParamsLimit, checked.params}, std::pair{&kContextLimit, input.context_tokens},
        std::pair{&kBatchLimit, input.batch}, std::pair{&kOverheadLimit, input.overhead_ratio}}) {
    if (auto ok = check(*limit, value); !ok) return std::unexpected(ok.error());
  }
  const auto weights = find_number_format(input.dtype);
  if (!weights) return std::unexpected(weights.error());
  const auto cache = find_number_format(input.kv_dtype);
  if (!cache) return std::unexpected(cache.error());
  checked.weights = *weights;
  checked.cache = *cache;
  return checked;
}

Quantity weights_quantity(const RunMemoryInput& input, const Checked& checked) {
  const NumberFormat& format = *checked.weights;
  const bool whole_bytes = std::fmod(format.bits_per_value, 8) == 0;
  const std::string each =
      whole_bytes ? say("{} bytes", format_math(format.bytes_per_value())) : say("{} bits ÷ 8", format_math(format.bits_per_value));
  Quantity quantity =
      value_of("run-memory.weights", "weights", Unit::bytes, checked.params * format.bytes_per_value(),
               {"parameters × bytes per parameter", format_math(checked.params) + " × " + each,
                std::string(tr(format.name)) + ": " + std::string(tr(format.layout)) + "; " + std::string(tr(format.source)),
                "parts of a model that are kept in a wider format, such as its norms"});
  if (!input.model_name.empty()) quantity.label = say("weights of {}", tr(input.model_name));
  return quantity;
}

Quantity per_token_quantity(const RunMemoryInput& input, const NumberFormat& cache) {
  const std::string name = "run-memory.kv_per_token", label = "cache for one more token";
  if (!input.model) return not_available(name, label, Unit::bytes_per_token, std::string(kNoModel));
  const double values = kv_values_per_token(*input.model);
  return value_of(name, label, Unit::bytes_per_token, values * cache.bytes_per_value(),
                  {"numbers per token × bytes per number",
                   say("{} × {} bytes", format_math(values), format_math(cache.bytes_per_value())),
                   "jax-ml/scaling-book, inference.md",
                   input.model->span == AttentionSpan::full ? "" : "that a window, once full, grows no further"});
}

Quantity unwindowed_quantity(const RunMemoryInput& input, const NumberFormat& cache) {
  const std::string name = "run-memory.kv_unwindowed", label = "cache if every layer saw everything";
  if (!input.model) return not_available(name, label, Unit::bytes, std::string(kNoModel));
  if (windowed_layers(*input.model) == 0)
    return not_available(name, label, Unit::bytes, "every layer of this model sees everything");
  const double values = kv_values_without_windows(*input.model, input.context_tokens, input.batch);
  return value_of(name, label, Unit::bytes, values * cache.bytes_per_value(),
                  {"numbers per token × tokens × sequences × bytes per number",
                   say("{} × {} × {} × {} bytes", format_math(kv_values_per_token(*input.model)),
                       format_math(input.context_tokens), format_math(input.batch), format_math(cache.bytes_per_value())),
                   "jax-ml/scaling-book, inference.md",
                   say("that {} of {} layers keep only a window of {} tokens",
                       format_math(static_cast<double>(windowed_layers(*input.model))),
                       format_math(static_cast<double>(input.model->layers)),
                       format_math(static_cast<double>(input.model->window)))});
}

Result<Quantity> cache_quantity(const RunMemoryInput& input, const NumberFormat& cache) {
  if (input.model) return kv_cache(*input.model, cache, input.context_tokens, input.batch, "run-memory.kv_cache");
  if (input.context_tokens == 0) {
    return value_of(
        "run-memory.kv_cache", "attention (KV) cache", Unit::bytes, 0,
        {"cache for one token × tokens × sequences", std::string(tr("no context, no cache")), "jax-ml/scaling-book, inference.md", ""});
  }
  return not_available("run-memory.kv_cache", "attention (KV) cache", Unit::bytes, std::string(kNoModel));
}

Quantity overhead_quantity(const RunMemoryInput& input, double weights_bytes) {
  return value_of("run-memory.overhead", "everything else, assumed", Unit::bytes, weights_bytes * input.overhead_ratio,
                  {"share × weights",
                   format_value(input.overhead_ratio, Unit::ratio) + " × " + format_value(weights_bytes, Unit::bytes),
                   "an assumption; the usual rule is 20 % (EleutherAI, quoted by accelerate's documentation)",
                   "nothing is measured: activations and the program's own memory depend on the software"});
}

// The quantity's own amount, 0 where it is not known.
double known(const Quantity& quantity) { return quantity.value.value_or(0); }

Quantity total_quantity(const RunMemory& memory) {
  std::vector<Term> terms{{"weights", known(memory.weights), Unit::bytes}};
  std::string formula(tr("weights")), substituted = format_value(known(memory.weights), Unit::bytes);
  for (const Quantity* part : {&memory.kv_cache, &memory.overhead}) {
    if (known(*part) == 0) continue;
    const std::string name = part == &memory.kv_cache ? "attention cache" : "everything else";
    terms.push_back({name, known(*part), Unit::bytes});
    formula += " + " + std::string(tr(name));
    substituted += " + " + format_value(known(*part), Unit::bytes);
  }
  Quantity total =
      sum_of("run-memory.total", "memory to run", Unit::bytes, std::move(terms),
             {formula, substituted, "definition",
              known(memory.overhead) > 0 ? "" : "activations and the program's own memory: no overhead is assumed"});
  if (!memory.kv_cache.value) {
    total.label = "memory to run, without the attention cache";
    total.caution = say("the attention cache is not in this: {}", tr(memory.kv_cache.reason));
  }
  return total;
}

// ---- fitting -----------------------------------------------------------------------------------

// Memory that is left on the device for the cache, in numbers the cache stores.
double room_for_cache(const RunMemory& memory, const NumberFormat& cache, double capacity_bytes) {
  return (capacity_bytes - known(memory.weights) - known(memory.overhead)) / cache.bytes_per_value();
}

// Largest whole x in [0, limit] for which values(x) <= room; values grows with x. Absent: not even 0 fits.
template <class Values>
std::optional<double> largest_that_fits(double limit, double room, Values values) {
  if (!(values(0) <= room)) return std::nullopt;
  double fits = 0, too_many = limit + 1;
  while (too_many - fits > 1) {
    const double middle = std::floor((fits + too_many) / 2);
    (values(middle) <= room ? fits : too_many) = middle;
  }
  return fits;
}

// What the largest number that fits is found from; `room` in numbers that the cache stores.
// What is left for the cache, and what the largest whole number that fits takes of it.
std::string fit_words(double room, double taken, const NumberFormat& cache, const std::string& amount) {
  const auto bytes = [&](double values) { return format_value(values * cache.bytes_per_value(), Unit::bytes); };
  return say("{} for {}, of {} left", bytes(taken), amount, bytes(room));
}

Quantity longest_context_quantity(const RunMemoryInput& input, double room, const NumberFormat& cache,
                                  std::string_view device) {
  const std::string name = "run-memory.longest_context", label = say("longest context on one {}", tr(device));
  if (!input.model) return not_available(name, label, Unit::tokens, std::string(kNoModel));
  const ModelShape& shape = *input.model;
  const auto taken = [&](double tokens) { return kv_values(shape, tokens, input.batch); };
  const auto longest = largest_that_fits(kContextLimit.high, room, taken);
  if (!longest) return not_available(name, label, Unit::tokens, "the weights alone do not fit");
  if (*longest >= kContextLimit.high) {
    return not_available(name, label, Unit::tokens,
                         "any length fits: every layer keeps only a window, or the device is very large");
  }
  return value_of(name, label, Unit::tokens, *longest,
                  {windowed_layers(shape) > 0 ? "the most tokens whose cache fits in device memory − weights − everything else, "
                                                "where windows stop growing once full"
                                              : "the most tokens whose cache fits in device memory − weights − everything else",
                   fit_words(room, taken(*longest), cache, say("{} tokens", format_grouped(*longest))), "definition",
                   "what the model was trained for: many models work only up to a shorter context"});
}

Quantity largest_batch_quantity(const RunMemoryInput& input, double room, const NumberFormat& cache,
                                std::string_view device) {
  const std::string name = "run-memory.largest_batch", label = say("largest batch on one {}", tr(device));
  if (!input.model) return not_available(name, label, Unit::none, std::string(kNoModel));
  const ModelShape& shape = *input.model;
  if (room < 0) return not_available(name, label, Unit::none, "the weights alone do not fit");
  if (input.context_tokens == 0)
    return not_available(name, label, Unit::none, "with a context of 0 there is no cache, so any batch fits");
  const auto taken = [&](double batch) { return kv_values(shape, input.context_tokens, batch); };
  const double largest = largest_that_fits(kBatchLimit.high, room, taken).value_or(0);
  return value_of(name, label, Unit::none, largest,
                  {"(device memory − weights − everything else) ÷ cache of one sequence, rounded down",
                   fit_words(room, taken(largest), cache, say("{} sequences", format_grouped(largest))), "definition",
                   "activations, which grow with the batch too"});
}

DeviceFit fit(const RunMemoryInput& input, const NumberFormat& cache, const RunMemory& memory, const Device& device) {
  DeviceFit result;
  result.device = &device;
  const std::string needed_label = say("{} needed", tr(device.name));
  if (!device.memory_bytes) {
    const std::string reason = say("{} has no memory size in the catalogue", tr(device.name));
    result.gpus_needed = not_available("run-memory.gpus_needed", needed_label, Unit::gpus, reason);
    result.longest_context = not_available("run-memory.longest_context", "longest context", Unit::tokens, reason);
    result.largest_batch = not_available("run-memory.largest_batch", "largest batch", Unit::none, reason);
    return result;
  }
  const double total = known(memory.total), capacity = *device.memory_bytes;
  const std::string caution = is_uncertain(device, "memory_gb")
                                  ? say("sources disagree about this device's memory ({})", tr(device.notes))
                                  : "";
  result.fits = total <= capacity;
  result.gpus_needed =
      value_of("run-memory.gpus_needed", needed_label, Unit::gpus, std::ceil(total / capacity),
               {"memory to run ÷ memory of one device, rounded up",
                format_value(total, Unit::bytes) + " ÷ " + format_value(capacity, Unit::bytes),
                std::string(device.source), "what splitting a model costs, and memory the driver keeps for itself"});
  const double room = room_for_cache(memory, cache, capacity);
  result.longest_context = longest_context_quantity(input, room, cache, device.name);
  result.largest_batch = largest_batch_quantity(input, room, cache, device.name);
  for (Quantity* quantity : {&result.gpus_needed, &result.longest_context, &result.largest_batch})
    quantity->caution = caution;
  if (!memory.kv_cache.value) result.gpus_needed.caution = memory.total.caution;
  return result;
}

}  // namespace

std::vector<Quantity> RunMemory::all() const {
  return {weights, kv_cache, kv_per_token, kv_unwindowed, overhead, total};
}

Result<RunMemory> run_memory(const RunMemoryInput& input) {
  const auto checked = check_input(input);
  if (!checked) return std::unexpected(checked.error());
  auto cache = cache_quantity(input, *checked->cache);
  if (!cache) return std::unexpected(cache.error());
  RunMemory memory;
  memory.weights = weights_quantity(input, *checked);
  memory.kv_cache = std::move(*cache);
  memory.kv_per_token = per_token_quantity(input, *checked->cache);
  memory.kv_unwindowed = unwindowed_quantity(input, *checked->cache);
  memory.overhead = overhead_quantity(input, known(memory.weights));
  memory.total = total_quantity(memory);
  return memory;
}

Result<DeviceFit> fit_on_device(const RunMemoryInput& input, const Device& device) {
  const auto checked = check_input(input);
  if (!checked) return std::unexpected(checked.error());
  const auto memory = run_memory(input);
  if (!memory) return std::unexpected(memory.error());
  return fit(input, *checked->cache, *memory, device);
}

}  // namespace lesson
