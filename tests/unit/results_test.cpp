#include "engine/lesson/results.h"

#include <doctest/doctest.h>

#include <cmath>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "engine/base/format.h"
#include "random_state.h"

using namespace lesson;

namespace {

BenchResult measurement(double n, double ms, std::string kernel = "fast") {
  BenchResult result;
  result.kernel = std::move(kernel);
  result.dtype = "fp32";
  result.m = result.n = result.k = static_cast<std::int64_t>(n);
  result.samples = 5;
  result.calls_per_sample = 10;
  result.median_ns = ms * 1e6;
  result.flops_per_s = 2 * n * n * n / (ms * 1e-3);
  result.verified = true;
  return result;
}

Quantity evaluated(const std::string& reference, const Measurements& measured = {}) {
  const Result<Quantity> quantity = evaluate_reference(reference, measured);
  REQUIRE_MESSAGE(quantity.has_value(), reference << ": " << (quantity ? "" : quantity.error().message));
  return *quantity;
}

}  // namespace

// The figures of the lesson, as prose quotes them.
TEST_CASE("results: every figure of the lesson") {
  struct Figure {
    const char* reference;
    double value;
    const char* text;
  };
  for (const Figure& f : {
           Figure{"cost.flops?n=128", 4194304, "4,194,304 FLOPs"},
           Figure{"cost.flops?n=256", 33554432, "33,554,432 FLOPs"},
           Figure{"cost.flops?n=512", 268435456, "268,435,456 FLOPs"},
           Figure{"precision.bytes_per_value?dtype=fp32", 4, "4 bytes"},
           Figure{"precision.bytes_per_value?dtype=bf16", 2, "2 bytes"},
           Figure{"precision.bytes_per_value?dtype=int8", 1, "1 byte"},
           Figure{"precision.bytes_per_value?dtype=int4", 0.5, "0.5 bytes"},
           Figure{"precision.largest?dtype=fp16", 65504, "65,504"},
           Figure{"run-memory.weights?params=7e9&dtype=fp32", 28e9, "28.0 GB"},
           Figure{"run-memory.weights?params=7e9&dtype=bf16", 14e9, "14.0 GB"},
           Figure{"run-memory.weights?params=7e9&dtype=int8", 7e9, "7.0 GB"},
           Figure{"run-memory.weights?params=7e9&dtype=int4", 3.5e9, "3.5 GB"},
           Figure{"run-memory.weights?params=7e9&dtype=q4_0", 3.9375e9, "3.94 GB"},
           Figure{"run-memory.weights?params=13e9&dtype=int8", 13e9, "13.0 GB"},
           Figure{"run-memory.total", 14e9, "14.0 GB"},
           Figure{"run-memory.kv_per_token?model=llama-3-8b", 131072, nullptr},
           Figure{"run-memory.kv_cache?model=llama-3-8b&context=131072", 17179869184, nullptr},
           Figure{"train-memory.bytes_per_param", 16, "16 bytes"},
           Figure{"train-memory.total", 112e9, "112.0 GB"},
           Figure{"train-memory.total?params=3e9", 48e9, "48.0 GB"},
           Figure{"train-memory.weights", 14e9, "14.0 GB"},
           Figure{"train-memory.gradients", 14e9, "14.0 GB"},
           Figure{"train-memory.master", 28e9, "28.0 GB"},
           Figure{"train-memory.optimizer", 56e9, "56.0 GB"},
           Figure{"train-memory.devices_80gb", 2, "2 GPUs"},
           Figure{"train-memory.per_gpu?gpus=8&sharding=zero3", 14e9, "14.0 GB"},
           Figure{"train-memory.update_stored?update=0.001", 1, "1"},
           Figure{"compute.train_flops", 3e6, "3,000,000 FLOPs"},
           Figure{"compute.forward_flops", 1e6, nullptr},
           Figure{"compute.backward_flops", 2e6, nullptr},
           Figure{"compute.infer_flops_per_token?params=7e9", 14e9, nullptr},
           Figure{"time-cost.flops", 1.8e18, "1.8e+18 FLOPs"},
           Figure{"time-cost.seconds", 3600, "3,600 seconds"},
           Figure{"time-cost.gpu_hours", 1, "1.0 GPU-hour"},
           Figure{"time-cost.cost", 3, "$3.00"},
           Figure{"time-cost.wall_clock?gpus=8", 450, nullptr},
           Figure{"time-cost.energy", 0.77, "0.77 kWh"},
           Figure{"runs.gpt3_flops", 3.15e23, "3.15e+23 FLOPs"},
           Figure{"runs.gpt3_a100_hours", 701121.79, "701,122 GPU-hours"},
           Figure{"runs.gpt3_h100_hours", 221183.01, "221,183 GPU-hours"},
           Figure{"runs.b7_flops", 8.4e22, nullptr},
           Figure{"runs.b7_a100_hours", 186965.8, "186,966 GPU-hours"},
           Figure{"runs.b7_h100_hours", 58982.1, "58,982 GPU-hours"},
           Figure{"runs.finetune_flops", 2.1e18, "2.1e+18 FLOPs"},
           Figure{"runs.finetune_a100_hours", 4.674, nullptr},
           Figure{"runs.finetune_h100_hours", 1.4746, nullptr},
           Figure{"runs.published_count", 49, "49"},
           Figure{"runs.published_median_ratio", 0.76, "0.76"},
           Figure{"runs.published_within_1_33", 25, "25"},
           Figure{"runs.published_within_2", 43, "43"},
           Figure{"hardware.gpu_peak?gpu=a100-sxm4-80gb", 312e12, "312 TFLOP/s"},
           Figure{"hardware.gpu_peak", 989e12, "989 TFLOP/s"},
       }) {
    CAPTURE(f.reference);
    const Quantity quantity = evaluated(f.reference);
    REQUIRE(quantity.value.has_value());
    CHECK(*quantity.value == doctest::Approx(f.value).epsilon(0.005));
    if (f.text != nullptr) CHECK(format_quantity(quantity) == f.text);
    CHECK_FALSE(quantity.formula.empty());
    CHECK_FALSE(quantity.source.empty());
  }
}

TEST_CASE("results: every promised name is there, once") {
  const char* const promised =
      "cost.flops cost.min_traffic cost.intensity cost.time cost.speed cost.peak_ratio cost.tabs_per_gpu "
      "cost.predicted_double cost.first_call "
      "precision.bits precision.bytes_per_value precision.largest precision.step_near_1 precision.stored "
      "precision.abs_error precision.rel_error "
      "run-memory.params run-memory.weights run-memory.kv_cache run-memory.kv_per_token run-memory.overhead "
      "run-memory.total run-memory.devices_80gb run-memory.active_params run-memory.devices_needed "
      "run-memory.longest_context run-memory.largest_batch run-memory.kv_unwindowed "
      "train-memory.active_params train-memory.states_per_gpu train-memory.all_gpus train-memory.devices_needed "
      "train-memory.communication train-memory.lora_params train-memory.deepspeed "
      "compute.train_flops_per_token compute.attention_ratio compute.exact_per_token compute.exact_flops "
      "compute.paper_flops compute.hardware_flops compute.hardware_ratio compute.lora_flops "
      "compute.chinchilla_params_fit compute.chinchilla_tokens_fit compute.chinchilla_params_original "
      "compute.chinchilla_tokens_original compute.loss_fit compute.loss_original compute.decode_speed_each "
      "compute.compute_bound_batch compute.attainable compute.here_roof runs.published_median_utilization "
      "train-memory.params train-memory.bytes_per_param train-memory.weights train-memory.gradients "
      "train-memory.master train-memory.optimizer "
      "train-memory.states train-memory.activations train-memory.total train-memory.per_gpu train-memory.devices_80gb "
      "train-memory.update_stored "
      "compute.train_flops compute.forward_flops compute.backward_flops compute.infer_flops_per_token "
      "compute.attention_flops "
      "compute.chinchilla_params compute.chinchilla_tokens compute.tokens_per_param compute.prefill_time "
      "compute.decode_time compute.decode_speed "
      "compute.decode_intensity compute.ridge "
      "time-cost.flops time-cost.seconds time-cost.gpu_hours time-cost.wall_clock time-cost.cost time-cost.energy "
      "time-cost.carbon time-cost.here_seconds "
      "runs.gpt3_flops runs.gpt3_a100_hours runs.gpt3_h100_hours runs.b7_flops runs.b7_a100_hours runs.b7_h100_hours "
      "runs.finetune_flops "
      "runs.finetune_a100_hours runs.finetune_h100_hours runs.published_count runs.published_median_ratio "
      "runs.published_within_1_33 runs.published_within_2 "
      "hardware.tab_speed hardware.gpu_peak hardware.tab_to_gpu_ratio "
      "hardware.native_speed hardware.native_seconds";
  const std::vector<Quantity> results = all_results({}, {});
  std::set<std::string> names;
  for (const Quantity& quantity : results) CHECK_MESSAGE(names.insert(quantity.name).second, quantity.name);
  std::string name;
  for (const char* c = promised;; ++c) {
    if (*c != ' ' && *c != '\0') {
      name += *c;
      continue;
    }
    CHECK_MESSAGE(find_result(results, name) != nullptr, name);
    name.clear();
    if (*c == '\0') break;
  }
}

TEST_CASE("results: over random states, a number with its derivation or a reason") {
  std::mt19937 random(5);
  Measurements measured;
  measured.add(measurement(512, 4));
  for (int i = 0; i < 400; ++i) {
    const LessonState state = random_state(random);
    for (const Quantity& quantity : all_results(state.inputs, i % 2 == 0 ? measured : Measurements{})) {
      CAPTURE(quantity.name);
      CHECK_FALSE(quantity.label.empty());
      if (!quantity.value) {
        CHECK_FALSE(quantity.reason.empty());
        // What the table of inputs allows, no calculator refuses.
        CHECK_MESSAGE(quantity.reason.find(" must be ") == std::string::npos, quantity.reason);
        continue;
      }
      CHECK(std::isfinite(*quantity.value));
      CHECK_FALSE(quantity.formula.empty());
      CHECK_FALSE(quantity.substituted.empty());
      CHECK_FALSE(quantity.source.empty());
      const bool signed_value = quantity.name == "precision.stored";
      CHECK((signed_value || *quantity.value >= 0));
      for (const Term& term : quantity.terms) CHECK(std::isfinite(term.value));
      const std::string text = format_quantity(quantity);
      for (const char* bad : {"nan", "inf", "NaN", "Inf"}) CHECK_MESSAGE(text.find(bad) == std::string::npos, text);
    }
  }
}

TEST_CASE("results: terms add up where a result is their sum") {
  for (const char* name :
       {"run-memory.total?model=llama-3-8b&context=8192&overhead=0.2",
        "train-memory.total?model=llama-2-7b&context=4096", "train-memory.states", "compute.train_flops"}) {
    CAPTURE(name);
    const Quantity quantity = evaluated(name);
    double sum = 0;
    for (const Term& term : quantity.terms) sum += term.value;
    CHECK(sum == doctest::Approx(*quantity.value));
  }
}

TEST_CASE("results: what is measured is n/a until it is, and then follows the measurement") {
  for (const char* name : {"cost.time", "cost.speed", "cost.tabs_per_gpu", "cost.predicted_double", "cost.first_call",
                           "time-cost.here_seconds", "hardware.tab_speed"}) {
    const Quantity quantity = evaluated(name);
    CHECK_FALSE(quantity.value.has_value());
    CHECK(quantity.reason == "not measured yet: press Run in the first lab");
  }
  Measurements measured;
  BenchResult first = measurement(512, 4);
  first.first_call_ns = 10e6;
  measured.add(first);
  measured.add(measurement(512, 40, "slow"));
  measured.add(measurement(256, 0.25));
  CHECK(*evaluated("cost.time", measured).value == doctest::Approx(0.004));
  CHECK(*evaluated("cost.time?kernel=slow", measured).value == doctest::Approx(0.04));
  // The first product of all, whatever is measured later, and however often.
  BenchResult again = measurement(512, 4);
  again.first_call_ns = 4e6;
  measured.add(again);
  CHECK(*evaluated("cost.first_call", measured).value == doctest::Approx(0.01));
  CHECK(evaluated("cost.first_call?n=128", measured).substituted.find("2.5 times as long, n = 512") != std::string::npos);
  CHECK(*evaluated("cost.predicted_double", measured).value == doctest::Approx(0.032));
  CHECK(*evaluated("cost.tabs_per_gpu", measured).value == doctest::Approx(1e15 / (268435456 / 0.004)));
  CHECK_FALSE(evaluated("cost.time?n=128", measured).value.has_value());
  CHECK_FALSE(evaluated("cost.time?threads=2", measured).value.has_value());
  CHECK(*evaluated("time-cost.here_seconds", measured).value == doctest::Approx(1.8e18 / (33554432 / 0.00025)));

  const std::size_t before = measured.results.size();
  measured.add(measurement(512, 5));
  CHECK(measured.results.size() == before);
  CHECK(*evaluated("cost.time", measured).value == doctest::Approx(0.005));

  BenchResult unverified = measurement(512, 1, "wrong");
  unverified.verified = false;
  measured.add(unverified);
  CHECK(*evaluated("cost.time", measured).value == doctest::Approx(0.005));
}

TEST_CASE("results: references that cannot be computed say why") {
  for (const char* reference :
       {"run-memory.totl", "nothing", "", "cost.flops?n=9999", "cost.flops?m=3", "cost.flops?n", "cost.flops?n=x"}) {
    CAPTURE(reference);
    const Result<Quantity> quantity = evaluate_reference(reference, {});
    REQUIRE_FALSE(quantity.has_value());
    CHECK(quantity.error().message.ends_with('.'));
  }
}
