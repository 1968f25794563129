// What must hold for every input, tried on many random ones. Seeds are fixed, so a failure repeats.
#include <doctest/doctest.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "engine/base/format.h"
#include "engine/calc/chinchilla.h"
#include "engine/calc/compute.h"
#include "engine/calc/kv_cache.h"
#include "engine/calc/limits.h"
#include "engine/calc/matmul.h"
#include "engine/calc/precision.h"
#include "engine/calc/run_memory.h"
#include "engine/calc/runs.h"
#include "engine/calc/serving.h"
#include "engine/calc/time_cost.h"
#include "engine/calc/train_memory.h"
#include "expect.h"

using namespace lesson;
using lesson::test::agrees_relative;
using lesson::test::got;
using lesson::test::number;

namespace {

class Random {
 public:
  explicit Random(unsigned seed) : engine_(seed) {}
  double share() { return std::uniform_real_distribution<double>(0, 1)(engine_); }
  bool coin() { return share() < 0.5; }
  // Anywhere in the limit, most often spread over its decades, sometimes at an end.
  double in(const Limit& limit) {
    const double kind = share();
    if (kind < 0.05) return limit.low;
    if (kind < 0.1) return limit.high;
    const double low = std::max(limit.low, 1e-3);
    const double value = std::clamp(low * std::pow(limit.high / low, share()), limit.low, limit.high);
    return limit.whole ? std::floor(value) : value;
  }
  template <class List>
  const auto& one_of(const List& list) {
    return list[static_cast<std::size_t>(share() * 0.999999 * static_cast<double>(list.size()))];
  }
  std::string format() { return std::string(one_of(number_formats()).id); }
  std::string device() { return std::string(one_of(devices()).id); }
  std::optional<ModelShape> maybe_model() { return coin() ? std::optional(one_of(models()).shape) : std::nullopt; }
  std::optional<LoraPlan> maybe_lora() {
    if (coin()) return std::nullopt;
    return LoraPlan{in(kRankLimit), one_of(lora_targets()).targets, coin()};
  }

 private:
  std::mt19937_64 engine_;
};

// The word alone: "inf", but not "infinity".
bool holds_word(const std::string& text, const std::string& word) {
  const auto is_letter = [&](std::size_t i) {
    return i < text.size() && std::isalpha(static_cast<unsigned char>(text[i]));
  };
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) {
    if (!(at > 0 && is_letter(at - 1)) && !is_letter(at + word.size())) return true;
  }
  return false;
}

// Finite, not negative, explained, and an absent value says why. No text shows NaN or infinity.
void check_sound(const std::vector<Quantity>& quantities) {
  for (const Quantity& quantity : quantities) {
    const bool sound =
        quantity.value ? std::isfinite(*quantity.value) && *quantity.value >= 0 : !quantity.reason.empty();
    if (!sound) FAIL_CHECK(quantity.name << " is not sound");
    for (const Term& term : quantity.terms) {
      if (!(std::isfinite(term.value) && term.value >= 0)) FAIL_CHECK(quantity.name << ", " << term.name);
    }
    for (const std::string& text :
         {format_quantity(quantity), quantity.substituted, quantity.formula, quantity.left_out, quantity.caution}) {
      if (holds_word(text, "nan") || holds_word(text, "inf")) FAIL_CHECK(quantity.name << " shows " << text);
    }
    if (quantity.name.empty() || quantity.label.empty())
      FAIL_CHECK("a quantity without a name or label: " << quantity.name);
    if (quantity.value && quantity.source.empty()) FAIL_CHECK(quantity.name << " has no source");
    if (quantity.terms.size() > 1) {
      double sum = 0;
      for (const Term& term : quantity.terms) sum += term.value;
      agrees_relative(sum, *quantity.value, 1e-12, quantity.name);
    }
  }
}

// The quantities of a result, or the sentence of an error that the inputs are allowed to give.
template <class T>
void check_result(const Result<T>& result) {
  if (result) {
    check_sound(result->all());
  } else if (result.error().message.empty() || result.error().message.back() != '.') {
    FAIL_CHECK("an error without a sentence: " << result.error().message);
  }
}

constexpr int kTries = 2000;

}  // namespace

TEST_CASE("property: memory to run is sound for every input") {
  Random random(1);
  for (int i = 0; i < kTries; ++i) {
    RunMemoryInput input;
    input.params = random.in(kParamsLimit);
    input.model = random.maybe_model();
    input.dtype = random.format();
    input.kv_dtype = random.format();
    input.context_tokens = random.in(kContextLimit);
    input.batch = random.in(kBatchLimit);
    input.overhead_ratio = random.in(kOverheadLimit);
    const auto memory = run_memory(input);
    CHECK(memory.has_value());
    check_result(memory);
    check_result(fit_on_device(input, random.one_of(devices())));
  }
}

TEST_CASE("property: memory to train is sound for every input") {
  Random random(2);
  int trained = 0;
  for (int i = 0; i < kTries; ++i) {
    TrainMemoryInput input;
    input.params = random.in(kParamsLimit);
    input.model = random.maybe_model();
    input.convention = std::string(random.one_of(train_conventions()).id);
    input.optimizer = std::string(random.one_of(optimizers()).id);
    input.tensor_parallel = std::floor(1 + 8 * random.share());
    input.pipeline_parallel = std::floor(1 + 8 * random.share());
    input.interleave = std::floor(1 + 4 * random.share());
    input.gpus = input.tensor_parallel * input.pipeline_parallel * std::floor(1 + 100 * random.share());
    input.zero_stage = random.in(kZeroLimit);
    input.lora = random.maybe_lora();
    input.context_tokens = random.in(kContextLimit);
    input.micro_batch = random.in(kBatchLimit);
    input.recompute = random.one_of(recompute_kinds()).recompute;
    input.flash = random.coin();
    input.sequence_parallel = random.coin();
    input.gpu = random.device();
    const auto memory = train_memory(input);
    trained += memory.has_value();
    check_result(memory);
    if (!memory) continue;
    CHECK(number(memory->states_per_gpu) <= number(memory->states) * (1 + 1e-12));
  }
  CHECK(trained > kTries / 2);
}

TEST_CASE("property: work, time, cost and the best split are sound for every input") {
  Random random(3);
  for (int i = 0; i < kTries; ++i) {
    ComputeInput work;
    work.params = random.in(kParamsLimit);
    work.tokens = random.in(kTokensLimit);
    work.model = random.maybe_model();
    work.context_tokens = random.in(kContextLimit);
    work.causal = random.coin();
    work.recompute = random.one_of(recompute_kinds()).recompute;
    work.lora = random.maybe_lora();
    check_result(compute(work));
    check_result(chinchilla(random.in(kFlopsLimit)));
    const auto losses = predicted_loss(work.params, work.tokens);
    CHECK(losses.has_value());
    if (losses) check_sound(*losses);

    TimeCostInput time;
    time.params = work.params;
    time.tokens = work.tokens;
    time.gpu = random.device();
    time.dtype = random.format();
    time.utilization = random.in(kUtilizationLimit);
    time.gpus = random.in(kGpusLimit);
    time.price_usd_per_gpu_hour = random.in(kPriceLimit);
    time.power_watts = random.coin() ? std::optional(random.in(kPowerLimit)) : std::nullopt;
    time.pue = random.in(kPueLimit);
    time.carbon_kg_per_kwh = random.in(kCarbonLimit);
    if (random.coin()) time.measured_flops_per_s = random.in(kSpeedLimit);
    if (random.coin()) time.flops = random.in(kFlopsLimit);
    const auto cost = time_cost(time);
    CHECK(cost.has_value());
    check_result(cost);
  }
}

TEST_CASE("property: serving, products and formats are sound for every input") {
  Random random(4);
  for (int i = 0; i < kTries; ++i) {
    ServingInput input;
    input.params = random.in(kParamsLimit);
    input.model = random.maybe_model();
    input.dtype = random.format();
    input.kv_dtype = random.format();
    input.compute_dtype = random.format();
    input.gpu = random.device();
    input.gpus = random.in(kGpusLimit);
    input.context_tokens = random.in(kContextLimit);
    input.prompt_tokens = random.in(kContextLimit);
    input.batch = random.in(kBatchLimit);
    input.utilization = random.in(kUtilizationLimit);
    input.causal = random.coin();
    const auto serve = serving(input);
    CHECK(serve.has_value());
    check_result(serve);
    CHECK(roofs(input).has_value());

    MatmulInput product{random.in(kMatmulSizeLimit), random.in(kMatmulSizeLimit), random.in(kMatmulSizeLimit),
                        random.format()};
    check_result(matmul_cost(product));
    check_sound({got(matmul_time_bound(product, random.one_of(devices())))});
    check_sound(
        {got(machines_per_gpu(random.in(kSpeedLimit), random.one_of(devices()), random.one_of(number_formats())))});

    const double typed = (random.coin() ? -1 : 1) * std::pow(10.0, 600 * random.share() - 300);
    const Precision facts = got(precision({random.format(), typed}));
    if (typed >= 0) check_sound(facts.all());
  }
}

TEST_CASE("property: published runs are sound at every utilization") {
  Random random(5);
  for (int i = 0; i < 20; ++i) {
    const double utilization = random.in(kUtilizationLimit);
    for (const PublishedRun& run : got(published_runs(utilization))) check_sound(run.all());
    for (const LessonJob& job : got(lesson_jobs(utilization))) check_sound(job.all());
  }
}

TEST_CASE("property: memory is linear in parameters and in bytes") {
  Random random(6);
  for (int i = 0; i < kTries; ++i) {
    const double params = std::floor(random.in({"", 1, 1e14, true, ""}));
    RunMemoryInput one, ten;
    one.params = params;
    ten.params = 10 * params;
    one.dtype = ten.dtype = random.format();
    agrees_relative(number(got(run_memory(ten)).total), 10 * number(got(run_memory(one)).total), 1e-12);
    const NumberFormat& a = random.one_of(number_formats());
    const NumberFormat& b = random.one_of(number_formats());
    RunMemoryInput in_a = one, in_b = one;
    in_a.dtype = std::string(a.id);
    in_b.dtype = std::string(b.id);
    agrees_relative(number(got(run_memory(in_a)).weights) / a.bits_per_value,
                    number(got(run_memory(in_b)).weights) / b.bits_per_value, 1e-12);
    TrainMemoryInput train, train_ten;
    train.params = params;
    train_ten.params = 10 * params;
    train.convention = train_ten.convention = std::string(random.one_of(train_conventions()).id);
    agrees_relative(number(got(train_memory(train_ten)).total), 10 * number(got(train_memory(train)).total), 1e-12);
  }
}

TEST_CASE("property: ZeRO-3 on one GPU equals no sharding, and more sharding never needs more") {
  Random random(7);
  for (int i = 0; i < kTries; ++i) {
    TrainMemoryInput input;
    input.params = random.in(kParamsLimit);
    input.convention = std::string(random.one_of(train_conventions()).id);
    input.optimizer = std::string(random.one_of(optimizers()).id);
    input.zero_stage = 3;
    const double zero3 = number(got(train_memory(input)).states_per_gpu);
    input.zero_stage = 0;
    agrees_relative(zero3, number(got(train_memory(input)).states_per_gpu), 1e-12);
    input.gpus = std::floor(1 + 1000 * random.share());
    double before = number(got(train_memory(input)).states_per_gpu);
    for (int stage = 1; stage <= 3; ++stage) {
      input.zero_stage = stage;
      const double now = number(got(train_memory(input)).states_per_gpu);
      CHECK(now <= before * (1 + 1e-12));
      before = now;
    }
    agrees_relative(before * input.gpus, zero3, 1e-12);  // ZeRO-3: all GPUs together hold one copy
  }
}

TEST_CASE("property: the cache is linear in context up to the window, and in the batch always") {
  Random random(8);
  for (int i = 0; i < kTries; ++i) {
    const ModelShape& shape = random.one_of(models()).shape;
    const bool windowed = shape.span != AttentionSpan::full;
    const double limit = windowed ? static_cast<double>(shape.window) : 1e7;
    const double context = std::floor(1 + random.share() * (limit - 1)), batch = random.in(kBatchLimit);
    agrees_relative(kv_values(shape, context, batch), kv_values_per_token(shape) * context * batch, 1e-12);
    agrees_relative(kv_values(shape, context, batch), kv_values(shape, context, 1) * batch, 1e-12);
    if (windowed) CHECK(kv_values(shape, 2 * limit, 1) < kv_values_without_windows(shape, 2 * limit, 1));
    CHECK(kv_values(shape, context + 1, 1) >= kv_values(shape, context, 1));
  }
}

TEST_CASE("property: GPU-hours do not depend on the number of GPUs") {
  Random random(9);
  for (int i = 0; i < kTries; ++i) {
    TimeCostInput input;
    input.params = random.in(kParamsLimit);
    input.tokens = random.in(kTokensLimit);
    const TimeCost one = got(time_cost(input));
    input.gpus = random.in(kGpusLimit);
    const TimeCost many = got(time_cost(input));
    CHECK(number(many.gpu_hours) == number(one.gpu_hours));
    CHECK(number(many.cost) == number(one.cost));
    agrees_relative(number(many.wall_clock) * input.gpus, number(one.wall_clock), 1e-12);
  }
}

TEST_CASE("property: active parameters are at most all of them, in work and in memory") {
  for (const Model& model : models()) {
    ComputeInput work;
    work.model = model.shape;
    CHECK(number(got(compute(work)).inference_per_token) <= 2 * static_cast<double>(model.params));
    const ParamCounts counts = got(count_params(model.shape));
    CHECK(counts.active() <= counts.total());
  }
}

TEST_CASE("property: names of quantities are unique and begin with their section") {
  std::vector<Quantity> all;
  const auto add = [&](std::vector<Quantity> list) { all.insert(all.end(), list.begin(), list.end()); };
  TrainMemoryInput train;
  train.model = got(find_model("llama-3-8b"))->shape;
  train.lora = LoraPlan{};
  add(got(matmul_cost({})).all());
  add(got(precision({})).all());
  add(got(run_memory({})).all());
  add(got(train_memory(train)).all());
  add(got(compute(ComputeInput{})).all());
  add(got(chinchilla(1e21)).all());
  add(got(predicted_loss(7e9, 2e12)));
  add(got(time_cost(TimeCostInput{})).all());
  add(got(serving(ServingInput{})).all());
  for (const LessonJob& job : got(lesson_jobs())) add(job.all());
  for (const PublishedRun& run : got(published_runs())) add(run.all());
  for (std::size_t i = 0; i < all.size(); ++i) {
    CHECK(all[i].name.find('.') != std::string::npos);
    for (std::size_t j = 0; j < i; ++j) {
      if (all[i].name == all[j].name) FAIL_CHECK(all[i].name << " is used twice");
    }
  }
}
