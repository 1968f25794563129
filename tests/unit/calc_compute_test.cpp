#include <doctest/doctest.h>

#include <limits>

#include "engine/base/format.h"
#include "engine/calc/compute.h"
#include "engine/calc/matmul.h"
#include "engine/catalog/catalog.h"
#include "expect.h"

using namespace lesson;
using lesson::test::agrees;
using lesson::test::agrees_exactly;
using lesson::test::agrees_relative;
using lesson::test::got;
using lesson::test::number;

namespace {

ComputeInput of_model(const char* id, double context, double tokens = 1) {
  ComputeInput input;
  input.model = got(find_model(id))->shape;
  input.context_tokens = context;
  input.tokens = tokens;
  return input;
}

// gpt2 without biases: the shape karpathy/nanoGPT counts.
ModelShape gpt2_without_biases() {
  ModelShape s = got(find_model("gpt2"))->shape;
  s.biases = BiasKind::none;
  s.norm = NormKind::rms;
  return s;
}

}  // namespace

// lesson, compute
TEST_CASE("compute: the toy case is 3,000,000") {
  const Compute toy = got(compute(ComputeInput{}));
  CHECK(format_quantity(toy.training) == "3,000,000 FLOPs");
  agrees_exactly(number(toy.training), 3e6);
  agrees_exactly(toy.training.terms[0].value, 1e6);
  agrees_exactly(toy.training.terms[1].value, 2e6);
  agrees_exactly(number(toy.inference_per_token), 2000);
  CHECK(toy.training.substituted == "6 × 1,000 × 500");
}

// reference formulas 3.7
TEST_CASE("compute: exact work per training token, with attention") {
  agrees_exactly(static_cast<double>(got(count_params(gpt2_without_biases())).total()), 124337664);
  ComputeInput gpt2 = of_model("gpt2", 1024);
  agrees_exactly(number(got(compute(gpt2)).exact_per_token), 855166464);
  gpt2.model = gpt2_without_biases();
  agrees_exactly(number(got(compute(gpt2)).exact_per_token), 854553600);
  agrees_exactly(static_cast<double>(got(multiplying_params(*gpt2.model))), 124337664 - 786432);
  const double sequence = number(got(compute(gpt2)).exact_per_token) * 1024;
  agrees_exactly(sequence, 875062886400);

  // karpathy/nanoGPT's notebook: every matrix product of the forward pass, times three.
  const double t = 1024, d = 768;
  const double layer =
      matmul_flops(t, 3 * d, d) + 2 * matmul_flops(t, t, d) + matmul_flops(t, d, d) + 2 * matmul_flops(t, 4 * d, d);
  const double counted = 3 * (12 * layer + matmul_flops(t, 50257, d));
  agrees_exactly(counted, 874944921600);
  agrees(sequence / counted, 1.0001, 0.00005);

  const Compute llama = got(compute(of_model("llama-2-7b", 4096)));
  agrees_exactly(llama.exact_per_token.terms[0].value / 6, 6607343616);
  agrees_exactly(llama.exact_per_token.terms[1].value, 6442450944);
  agrees_exactly(number(llama.exact_per_token), 46086512640);
  agrees_exactly(number(llama.training_per_token), 40430493696);
}

// reference formulas 3.7
TEST_CASE("compute: what attention adds") {
  agrees(number(got(compute(of_model("gpt-3-175b", 2048))).attention_ratio), 0.028, 0.0005);
  agrees(number(got(compute(of_model("llama-3-8b", 8192))).attention_ratio), 0.286, 0.0005);
  agrees(number(got(compute(of_model("llama-3-8b", 131072))).attention_ratio), 4.58, 0.005);
  ComputeInput causal = of_model("llama-3-8b", 8192);
  causal.causal = true;
  agrees(number(got(compute(causal)).attention_ratio), 0.286 / 2, 0.0005);
  CHECK(number(got(compute(of_model("gemma-3-27b-text", 131072))).attention_ratio) < 1);  // windows
  CHECK(number(got(compute(of_model("deepseek-v3", 4096))).attention_ratio) > 0);         // latent
}

TEST_CASE("compute: experts count with what a token visits") {
  const Compute mixtral = got(compute(of_model("mixtral-8x7b", 0, 1e12)));
  agrees_exactly(number(mixtral.training), 6 * 12879925248.0 * 1e12);
  CHECK(mixtral.training.formula == "6 × active parameters × tokens");
  ComputeInput typed;
  typed.params = 671e9;
  typed.active_params = 37e9;
  typed.tokens = 14.8e12;
  agrees_relative(number(got(compute(typed)).training), 6 * 37e9 * 14.8e12, 1e-15);
  typed.active_params = 700e9;
  CHECK(!compute(typed).has_value());
}

// reference formulas 3.7
TEST_CASE("compute: recomputation") {
  agrees(selective_recompute_ratio(2048, 4096), 0.026, 0.0005);
  agrees(selective_recompute_ratio(8192, 4096), 0.083, 0.0005);
  agrees(1 + selective_recompute_ratio_published(2048, 12288), 52.8 / 51.4, 0.001);  // GPT-3, arXiv 2205.05198
  ComputeInput input = of_model("llama-2-7b", 4096, 1e9);
  input.recompute = Recompute::full;
  const Compute full = got(compute(input));
  agrees_relative(number(full.hardware), number(full.exact_training) * 4 / 3, 1e-12);
  input.recompute = Recompute::selective;
  const Compute selective = got(compute(input));
  agrees_relative(number(selective.hardware_ratio), 1 + 4096.0 / (18 * 4096 + 3 * 4096), 1e-12);
  CHECK(selective.hardware.caution.find("sources disagree") == 0);
  ComputeInput unknown;
  unknown.recompute = Recompute::selective;
  CHECK(!got(compute(unknown)).hardware.value.has_value());
  unknown.recompute = Recompute::full;
  agrees_relative(number(got(compute(unknown)).hardware), 4e6, 1e-12);
}

// reference formulas 3.7: arXiv 2205.05198, the 22B model
TEST_CASE("compute: what recomputation cost when it was measured is said") {
  ComputeInput input = of_model("llama-2-7b", 4096, 1e9);
  input.recompute = Recompute::full;
  const std::string words = got(compute(input)).hardware.left_out;
  for (const char* measured : {"full +39 %", "selective +7 %", "selective with sequence parallelism +4 %"})
    CHECK_MESSAGE(words.find(measured) != std::string::npos, measured);
  CHECK(words.find("2.5 × its forward") != std::string::npos);
}

// reference formulas 3.7: Dao-AILab/flash-attention #1525, five score products backward against two forward
TEST_CASE("compute: FlashAttention's backward pass is 2.5 times its forward pass, not 7ND") {
  const ModelShape& llama = got(find_model("llama-2-7b"))->shape;
  const double t = 4096, heads = 32 * 32, product = heads * matmul_flops(t, t, 128) / t;  // a token, all layers
  const double stored = attention_training_flops_per_token(llama, t, false), forward = stored / 3;
  agrees_relative(forward, 2 * product, 1e-12);
  const double redone = stored + product;  // one of the two forward products again
  agrees_relative((redone - forward) / forward, 2.5, 1e-12);
  // 7ND would be a sixth more of everything; one product of attention is less than that of the whole.
  const Compute work = got(compute(of_model("llama-2-7b", t)));
  CHECK(number(work.exact_per_token) + product < number(work.exact_per_token) * 7 / 6);
}

// reference formulas 3.7: arXiv 2104.04473
TEST_CASE("compute: the formula for GPT's block agrees with the exact count") {
  for (const char* id : {"gpt2", "gpt2-xl", "gpt-3-175b"}) {
    const double context = static_cast<double>(got(find_model(id))->shape.learned_positions);
    const Compute work = got(compute(of_model(id, context, 1e9)));
    agrees_relative(number(work.paper_training), number(work.exact_training), 0.002, id);
  }
  // With full recomputation the layers cost a third more and the head nothing more.
  const double own = gpt_iteration_flops(1, 96, 2048, 12288, 0, false),
               redone = gpt_iteration_flops(1, 96, 2048, 12288, 0, true);
  agrees_relative(redone / own, 4.0 / 3, 1e-12);
  agrees_relative(gpt_iteration_flops(1, 96, 2048, 12288, 51200, true) - redone,
                  gpt_iteration_flops(1, 96, 2048, 12288, 51200, false) - own, 1e-9);
}

// reference formulas 3.10 with arXiv 2204.02311: 238.3K tokens/s on 6,144 TPU v4 chips, 118 layers, 48 heads of 256,
// 2,048 tokens
TEST_CASE("compute: PaLM's utilization") {
  const double attention = 12 * 118 * 48.0 * 256 * 2048, without = 6 * 540.35e9, peak = 275e12;
  agrees(model_flops_utilization(238.3e3, without + attention, 6144, peak), 0.462, 0.0005);
  agrees(model_flops_utilization(238.3e3, without, 6144, peak), 0.457, 0.0005);
  // HFU 57.8 %: more than the MFU, less than a whole forward pass more (full recomputation) would give.
  const Run& palm = *got(find_run("palm-540b"));
  agrees_exactly(palm.reported_mfu_ratio.value_or(0), 0.462);
  CHECK(palm.notes.find("HFU 0.578") != std::string_view::npos);
  ComputeInput full;
  full.params = palm.params;
  full.tokens = palm.tokens;
  full.recompute = Recompute::full;
  CHECK(0.578 < 0.462 * number(got(compute(full)).hardware_ratio));
}

// reference formulas 3.7
TEST_CASE("compute: LoRA's cheaper backward") {
  ComputeInput input = of_model("llama-2-7b", 0, 1e6);
  input.lora = LoraPlan{16, LoraTargets::all_linear, false};
  agrees_exactly(number(got(compute(input)).lora_training), (4 * 6738415616.0 + 6 * 39976960.0) * 1e6);
  // NVIDIA-NeMo/Automodel PR#786: 175,636,480 adapter parameters of 70.55 B are 0.6675 of full training. Its query, key
  // and value are one matrix, and so are gate and up: three inputs of each layer fewer than counted here.
  input.model = got(find_model("llama-3-70b"))->shape;
  const double adapters = static_cast<double>(got(lora_params(*input.model, 16, LoraTargets::all_linear))) -
                          16.0 * 3 * static_cast<double>(input.model->hidden * input.model->layers);
  const double params = static_cast<double>(got(count_params(*input.model)).total());
  agrees_exactly(adapters, 175636480);
  agrees(params / 1e9, 70.55, 0.005);
  agrees(lora_work_ratio_published(adapters, params), 0.6675, 0.00005);
  const std::string shown =
      format_value(lora_work_ratio_published(
                       static_cast<double>(got(lora_params(*input.model, 16, LoraTargets::all_linear))), params),
                   Unit::ratio);
  CHECK(got(compute(input)).lora_training.left_out.find("= " + shown + " of full training") != std::string::npos);
  CHECK(!got(compute(ComputeInput{})).lora_training.value.has_value());
}

TEST_CASE("compute: n/a with a reason where the shape or the context is missing") {
  const Compute toy = got(compute(ComputeInput{}));
  for (const Quantity* quantity :
       {&toy.exact_per_token, &toy.exact_training, &toy.attention_ratio, &toy.paper_training, &toy.lora_training}) {
    CHECK(!quantity->value.has_value());
    CHECK(!quantity->reason.empty());
  }
  CHECK(got(compute(of_model("gpt2", 0))).exact_per_token.reason.find("context") != std::string::npos);
}

TEST_CASE("compute: bad input is one sentence") {
  for (const double bad :
       {0.0, -1.0, 1e40, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    ComputeInput params, tokens;
    params.params = bad;
    tokens.tokens = bad;
    CHECK(!compute(params).has_value());
    CHECK(!compute(tokens).has_value());
  }
}
