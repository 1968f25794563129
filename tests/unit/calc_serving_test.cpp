#include <doctest/doctest.h>

#include <limits>

#include "engine/calc/serving.h"
#include "expect.h"

using namespace lesson;
using lesson::test::agrees;
using lesson::test::got;
using lesson::test::number;

namespace {

ServingInput llama_3_8b(double context, double batch = 1) {
  ServingInput input;
  input.model = got(find_model("llama-3-8b"))->shape;
  input.context_tokens = context;
  input.batch = batch;
  return input;
}

ServingInput on_device(const char* gpu, const char* dtype = "bf16", const char* compute_dtype = "bf16") {
  ServingInput input;
  input.gpu = gpu;
  input.dtype = dtype;
  input.compute_dtype = compute_dtype;
  return input;
}

}  // namespace

// reference formulas 3.9
TEST_CASE("serving: ceiling of 7B on one sequence") {
  struct Row {
    const char* gpu;
    double bf16, int4, int4_bound;
  };
  const Row rows[] = {{"l4", 21.4, 85.7, 0.05},
                      {"apple-m2-ultra", 57.1, 228.6, 0.05},
                      {"rtx-4090", 72.0, 288, 0.5},
                      {"a100-sxm4-80gb", 145.6, 582.6, 0.05},
                      {"h100-sxm5-80gb", 239.3, 957.1, 0.05}};
  for (const Row& row : rows) {
    agrees(number(got(serving(on_device(row.gpu))).tokens_per_s), row.bf16, 0.05, row.gpu);
    agrees(number(got(serving(on_device(row.gpu, "int4"))).tokens_per_s), row.int4, row.int4_bound, row.gpu);
  }
}

// reference formulas 3.9
TEST_CASE("serving: Llama-3-8B on an H100") {
  agrees(number(got(serving(llama_3_8b(0))).decode_step) * 1e3, 4.79, 0.005);
  const Serving at_8k = got(serving(llama_3_8b(8192))), at_128k = got(serving(llama_3_8b(131072)));
  agrees(number(at_8k.decode_step) * 1e3, 5.11, 0.006);
  agrees(number(at_8k.tokens_per_s), 195.5, 0.05);
  agrees(number(at_128k.decode_step) * 1e3, 9.92, 0.005);
  agrees(number(at_128k.tokens_per_s), 100.8, 0.05);
  struct Row {
    double batch, ms, ms_bound, tokens_per_s;
  };
  const Row rows[] = {
      {1, 4.87, 0.005, 205}, {16, 6.08, 0.005, 2633}, {64, 9.92, 0.005, 6450}, {256, 25.3, 0.05, 10116}};
  for (const Row& row : rows) {
    const Serving serve = got(serving(llama_3_8b(2048, row.batch)));
    agrees(number(serve.decode_step) * 1e3, row.ms, row.ms_bound);
    agrees(number(serve.tokens_per_s), row.tokens_per_s, 0.5);
    agrees(number(serve.tokens_per_s_each), number(serve.tokens_per_s) / row.batch, 1e-9);
  }
}

// reference formulas 3.9
TEST_CASE("serving: the book's example, 30B int8 on 16 v5e") {
  ServingInput input = on_device("tpu-v5e", "int8");
  input.params = 30e9;
  input.gpus = 16;
  input.kv_bytes_per_sequence = 819e6;
  input.batch = 4;
  agrees(number(got(serving(input)).decode_step) * 1e3, 2.5, 0.05);
  input.batch = 256;
  agrees(number(got(serving(input)).decode_step) * 1e3, 21, 0.5);
}

// reference formulas 3.9
TEST_CASE("serving: batch at which bfloat16 decode turns compute-bound is the ridge") {
  struct Row {
    const char* gpu;
    double batch;
  };
  for (const Row& row :
       {Row{"a100-sxm4-80gb", 153}, Row{"h100-sxm5-80gb", 295}, Row{"rtx-4090", 164}, Row{"tpu-v5e", 240}}) {
    const Serving serve = got(serving(on_device(row.gpu)));
    agrees(number(serve.compute_bound_batch), row.batch, 0.6, row.gpu);
    lesson::test::agrees_relative(number(serve.ridge), number(serve.compute_bound_batch), 1e-12);
  }
}

// reference formulas 3.9
TEST_CASE("serving: prefill of 2,048 tokens on an H100 at 50 %") {
  ServingInput input = llama_3_8b(0);
  input.causal = false;
  const Quantity prefill = got(serving(input)).prefill;
  agrees(prefill.terms[0].value * 1e3, 66.5, 0.05);
  agrees(prefill.terms[1].value * 1e3, 4.4, 0.06);
  input.causal = true;
  agrees(got(serving(input)).prefill.terms[1].value * 1e3, 2.2, 0.05);
}

// reference formulas 3.9: measured decode reaches 65 to 85 % of the bandwidth's ceiling
TEST_CASE("serving: the ceiling says what is measured of it") {
  const Serving serve = got(serving(llama_3_8b(2048)));
  for (const Quantity* quantity : {&serve.decode_step, &serve.tokens_per_s, &serve.tokens_per_s_each})
    CHECK_MESSAGE(quantity->left_out.find("65 to 85 %") != std::string::npos, quantity->name);
}

TEST_CASE("serving: experts are read as they are visited") {
  ServingInput input;
  input.model = got(find_model("mixtral-8x7b"))->shape;
  input.gpu = "mi300x";
  const double one = number(got(serving(input)).decode_step);
  agrees(one, 12879925248.0 * 2 / 5.3e12, 1e-6);  // one token: the active weights
  input.batch = 64;
  agrees(number(got(serving(input)).decode_step), 46702792704.0 * 2 / 5.3e12, 1e-6);  // many: practically all
}

TEST_CASE("serving: roofs and what lies under them") {
  agrees(attainable_flops_per_s(989e12, 3.35e12, 1), 3.35e12, 0);
  agrees(attainable_flops_per_s(989e12, 3.35e12, 1000), 989e12, 0);
  ServingInput input = llama_3_8b(0);
  CHECK(got(roofs(input)).size() == 1);
  input.measured_flops_per_s = 50e9;
  const auto list = got(roofs(input));
  CHECK(list.size() == 2);
  CHECK(list[1].peak_flops_per_s == 50e9);
  CHECK(!list[1].bandwidth_bytes_per_s.has_value());
  const Serving serve = got(serving(llama_3_8b(2048, 16)));
  CHECK(number(serve.attainable) < 989e12);
  CHECK(number(serve.intensity) < number(serve.ridge));
}

TEST_CASE("serving: n/a with a reason, and a missing cache is said") {
  const Serving petaflop = got(serving(on_device("petaflop")));
  CHECK(!petaflop.decode_step.value.has_value());
  CHECK(petaflop.decode_step.reason.find("bandwidth") != std::string::npos);
  CHECK(petaflop.prefill.value.has_value());
  const Serving v100 = got(serving(on_device("v100-sxm2-32gb")));
  CHECK(!v100.prefill.value.has_value());
  CHECK(got(serving(on_device("v100-sxm2-32gb", "bf16", "fp16"))).prefill.value.has_value());
  ServingInput context;
  context.context_tokens = 8192;
  CHECK(!got(serving(context)).decode_step.caution.empty());
  CHECK(got(serving(ServingInput{})).decode_step.caution.empty());
}

TEST_CASE("serving: bad input is one sentence") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  ServingInput input;
  input.batch = 0;
  CHECK(!serving(input).has_value());
  input = {};
  input.kv_bytes_per_sequence = nan;
  CHECK(!serving(input).has_value());
  input = {};
  input.utilization = 0;
  CHECK(!serving(input).has_value());
  input = {};
  input.gpu = "h900";
  CHECK(serving(input).error().code == ErrorCode::unknown_name);
  input = {};
  input.params = nan;
  CHECK(!roofs(input).has_value());
}
