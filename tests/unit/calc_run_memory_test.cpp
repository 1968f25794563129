#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "engine/base/format.h"
#include "engine/calc/kv_cache.h"
#include "engine/calc/run_memory.h"
#include "engine/calc/train_memory.h"
#include "expect.h"

using namespace lesson;
using lesson::test::agrees;
using lesson::test::agrees_exactly;
using lesson::test::got;
using lesson::test::number;

namespace {

RunMemoryInput of_model(const char* id, double context = 0, double batch = 1) {
  RunMemoryInput input;
  const Model& model = *got(find_model(id));
  input.model = model.shape;
  input.model_name = std::string(model.name);
  input.context_tokens = context;
  input.batch = batch;
  return input;
}

RunMemoryInput of_params(double params, const char* dtype) {
  RunMemoryInput input;
  input.params = params;
  input.dtype = dtype;
  return input;
}

const Device& device(const char* id) { return *got(find_device(id)); }

}  // namespace

// lesson, run-memory; reference formulas 3.3
TEST_CASE("run memory: weights of 7B in each format") {
  struct Row {
    const char* dtype;
    double gb, bound;
    const char* text;
  };
  const Row rows[] = {{"fp32", 28, 0, "28.0 GB"},
                      {"bf16", 14, 0, "14.0 GB"},
                      {"int8", 7, 0, "7.0 GB"},
                      {"int4", 3.5, 0, "3.5 GB"},
                      {"q4_0", 3.94, 0.005, "3.94 GB"}};
  for (const Row& row : rows) {
    const RunMemory memory = got(run_memory(of_params(7e9, row.dtype)));
    agrees(number(memory.total) / 1e9, row.gb, row.bound, row.dtype);
    CHECK(format_quantity(memory.total) == row.text);
    CHECK(memory.total.terms.size() == 1);
  }
  agrees_exactly(number(got(run_memory(of_params(13e9, "int8"))).total), 13e9);
}

// reference formulas 3.3
TEST_CASE("run memory: GiB") {
  CHECK(format_bytes_both(number(got(run_memory(of_params(7e9, "bf16"))).total)) == "14.00 GB (13.04 GiB)");
  CHECK(format_bytes_both(number(got(run_memory(of_params(7e9, "int4"))).total)) == "3.50 GB (3.26 GiB)");
  CHECK(format_bytes_both(number(got(train_memory(TrainMemoryInput{})).total)) == "112.00 GB (104.31 GiB)");
  CHECK(format_value(14e9, Unit::bytes, ByteUnit::gib) == "13.0 GiB");
}

// reference formulas 3.3: a real file, 2,059,005,430 B over 3,659,737,600 weights
TEST_CASE("run memory: a published 4-bit file is 4.5 bits a weight") {
  agrees(2059005430.0 * 8 / 3659737600, 4.501, 0.0005);
  const double counted = number(got(run_memory(of_params(3659737600, "mlx4"))).weights);
  lesson::test::agrees_relative(counted, 2059005430, 0.001);
}

// reference formulas 3.3
TEST_CASE("run memory: cache for one token in bfloat16") {
  struct Row {
    const char* id;
    double bytes;
  };
  const Row rows[] = {{"gpt2", 36864},         {"llama-2-7b", 524288}, {"llama-2-13b", 819200},
                      {"llama-2-70b", 327680}, {"llama-3-8b", 131072}, {"llama-3.1-405b", 516096},
                      {"qwen2.5-7b", 57344},   {"deepseek-v3", 70272}};
  for (const Row& row : rows) agrees_exactly(number(got(run_memory(of_model(row.id))).kv_per_token), row.bytes, row.id);
  agrees_exactly(kv_values_per_token(*of_model("deepseek-v3").model) / 61, 576);
}

// reference formulas 3.3
TEST_CASE("run memory: whole caches") {
  const RunMemory llama = got(run_memory(of_model("llama-3-8b", 131072)));
  agrees_exactly(number(llama.kv_cache), 17179869184);
  CHECK(format_bytes_both(number(llama.kv_cache)) == "17.18 GB (16.00 GiB)");
  CHECK(llama.kv_cache.substituted == "2 × 8 × 128 × 32 × 131,072 × 2 bytes");
  agrees(number(llama.weights) / 1e9, 16.06, 0.005);
  CHECK(number(llama.kv_cache) > number(llama.weights));
  agrees_exactly(number(got(run_memory(of_model("llama-2-13b", 8192))).kv_cache), 6710886400);

  const RunMemory gemma = got(run_memory(of_model("gemma-3-27b-text", 131072)));
  agrees(number(gemma.kv_cache) / 1e9, 11.17, 0.005);
  agrees(number(gemma.kv_cache) / 0x1p30, 10.41, 0.005);
  agrees(number(gemma.kv_unwindowed) / 1e9, 66.57, 0.005);
  agrees(number(gemma.kv_unwindowed) / 0x1p30, 62.0, 0.05);
  CHECK(gemma.kv_unwindowed.left_out.find("52 of 62 layers") != std::string::npos);
  ModelShape wrong = *of_model("gemma-3-27b-text").model;  // a head size of hidden / heads, and no window
  wrong.head_dim = wrong.hidden / wrong.heads;
  wrong.span = AttentionSpan::full;
  agrees(kv_values(wrong, 131072, 1) * 2 / 0x1p30, 81.38, 0.005);
}

TEST_CASE("run memory: without a model a context is not guessed") {
  RunMemoryInput input;
  input.context_tokens = 8192;
  const RunMemory memory = got(run_memory(input));
  CHECK(!memory.kv_cache.value.has_value());
  CHECK(memory.kv_cache.reason == "pick a model: the cache depends on its layers and heads");
  agrees_exactly(number(memory.total), 14e9);
  CHECK(memory.total.label == "memory to run, without the attention cache");
  CHECK(!memory.total.caution.empty());
  CHECK(got(run_memory(RunMemoryInput{})).total.caution.empty());
}

// reference formulas 3.3: the usual rule is 20 % of the weights
TEST_CASE("run memory: overhead is a named assumption, off by default") {
  RunMemoryInput input;
  agrees_exactly(number(got(run_memory(input)).overhead), 0);
  input.overhead_ratio = 0.2;
  const RunMemory memory = got(run_memory(input));
  agrees(number(memory.total) / 1e9, 16.8, 1e-9);
  CHECK(memory.total.terms.size() == 2);
}

TEST_CASE("run memory: what fits on which device") {
  const DeviceFit laptop = got(fit_on_device(RunMemoryInput{}, device("laptop")));
  CHECK(*laptop.fits);
  agrees_exactly(number(laptop.gpus_needed), 1);
  CHECK(!*got(fit_on_device(of_params(7e9, "fp32"), device("laptop"))).fits);
  agrees_exactly(number(got(fit_on_device(of_params(70e9, "bf16"), device("h100-sxm5-80gb"))).gpus_needed), 2);
  const DeviceFit none = got(fit_on_device(RunMemoryInput{}, device("petaflop")));
  CHECK(!none.fits.has_value());
  CHECK(!none.gpus_needed.value.has_value());
  CHECK(!none.gpus_needed.reason.empty());
  CHECK(!got(fit_on_device(RunMemoryInput{}, device("b200-sxm"))).gpus_needed.caution.empty());  // memory is disputed
}

// reference formulas 3.4: 80 GB devices for inference in bfloat16
TEST_CASE("run memory: 80 GB devices needed in bfloat16") {
  for (const auto& [params, needed] :
       {std::pair{7e9, 1.0}, std::pair{70e9, 2.0}, std::pair{175e9, 5.0}, std::pair{405e9, 11.0}}) {
    agrees_exactly(number(got(fit_on_device(of_params(params, "bf16"), device("h100-sxm5-80gb"))).gpus_needed), needed);
  }
}

TEST_CASE("run memory: the longest context and the largest batch are exact") {
  const Device& h100 = device("h100-sxm5-80gb");
  for (const char* id : {"llama-3-8b", "gemma-3-27b-text", "llama-2-13b", "qwen2.5-7b"}) {
    RunMemoryInput input = of_model(id, 4096, 1);
    const DeviceFit fit = got(fit_on_device(input, h100));
    input.context_tokens = number(fit.longest_context);
    CHECK(number(got(run_memory(input)).total) <= *h100.memory_bytes);
    input.context_tokens += 1;
    CHECK(number(got(run_memory(input)).total) > *h100.memory_bytes);
    input.context_tokens = 4096;
    input.batch = number(fit.largest_batch);
    CHECK(number(got(run_memory(input)).total) <= *h100.memory_bytes);
    input.batch += 1;
    CHECK(number(got(run_memory(input)).total) > *h100.memory_bytes);
  }
  const DeviceFit mistral = got(fit_on_device(of_model("mistral-7b-v0.1", 4096), h100));  // every layer has a window
  CHECK(!mistral.longest_context.value.has_value());
  CHECK(mistral.longest_context.reason.find("any length fits") == 0);
  const DeviceFit too_large = got(fit_on_device(of_model("llama-2-70b", 4096), h100));
  CHECK(!too_large.longest_context.value.has_value());
  CHECK(too_large.largest_batch.reason == "the weights alone do not fit");
}

TEST_CASE("run memory: bad input is one sentence") {
  const double nan = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();
  for (const double params : {0.0, -1.0, 1e16, nan, infinity})
    CHECK(!run_memory(of_params(params, "bf16")).has_value());
  RunMemoryInput input;
  input.context_tokens = -1;
  CHECK(!run_memory(input).has_value());
  input = {};
  input.batch = 0;
  CHECK(!run_memory(input).has_value());
  input = {};
  input.batch = 1.5;
  CHECK(run_memory(input).error().message.find("whole number") != std::string::npos);
  input = {};
  input.kv_dtype = "bf17";
  CHECK(run_memory(input).error().code == ErrorCode::unknown_name);
}
