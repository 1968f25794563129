#include <doctest/doctest.h>

#include <limits>

#include "engine/base/format.h"
#include "engine/calc/activations.h"
#include "engine/calc/train_memory.h"
#include "expect.h"

using namespace lesson;
using lesson::test::agrees;
using lesson::test::agrees_exactly;
using lesson::test::got;
using lesson::test::number;

namespace {

TrainMemoryInput of_params(double params) {
  TrainMemoryInput input;
  input.params = params;
  return input;
}

TrainMemoryInput of_model(const char* id) {
  TrainMemoryInput input;
  input.model = got(find_model(id))->shape;
  return input;
}

// A part that is not kept is not listed: 0.
double term(const Quantity& quantity, std::string_view name) {
  for (const Term& part : quantity.terms)
    if (part.name == name) return part.value;
  return 0;
}

double gb(const Quantity& quantity) { return number(quantity) / 1e9; }

// A block as in the paper: MLP of 4h, a KV head for each head.
ModelShape paper_shape(std::int64_t hidden, std::int64_t heads, std::int64_t layers) {
  ModelShape s;
  s.hidden = hidden;
  s.heads = s.kv_heads = heads;
  s.head_dim = hidden / heads;
  s.layers = layers;
  s.ffn = 4 * hidden;
  s.vocab = 51200;
  return s;
}

}  // namespace

// lesson, train-memory
TEST_CASE("train memory: 16 bytes per parameter; 7B 112.0 GB, 3B 48.0 GB") {
  const TrainMemory memory = got(train_memory(of_params(7e9)));
  agrees_exactly(number(memory.bytes_per_param), 16);
  CHECK(memory.bytes_per_param.terms.size() == 4);
  CHECK(memory.bytes_per_param.substituted == "2 + 2 + 4 + 8");
  CHECK(format_quantity(memory.total) == "112.0 GB");
  CHECK(format_quantity(got(train_memory(of_params(3e9))).total) == "48.0 GB");
  CHECK(format_quantity(memory.total, ByteUnit::gib) == "104.3 GiB");
  CHECK(number(memory.gpus_needed) == 2);
  CHECK(!memory.lora_params.has_value());
}

// reference formulas 3.4, the table
TEST_CASE("train memory: conventions and optimizers") {
  struct Row {
    const char *convention, *optimizer;
    double weights, gradients, master, state, total;
    const char* source;
  };
  const Row rows[] = {{"16", "adamw", 2, 2, 4, 8, 16, "arXiv 1910.02054"},
                      {"18", "adamw", 2, 4, 4, 8, 18, "EleutherAI transformer-math"},
                      {"20", "adamw", 2, 2 + 4, 4, 8, 20, "arXiv 2201.11990"},
                      {"12", "adamw", 4, 0, 0, 8, 12, "AI-Hypercomputer/maxtext #606"},
                      {"fp32", "adamw", 4, 4, 0, 8, 16, "definition"},
                      {"16", "adamw-8bit", 2, 2, 4, 2, 10, "arXiv 2110.02861"},
                      {"16", "sgd-momentum", 2, 2, 4, 4, 12, "definition"},
                      {"16", "lion", 2, 2, 4, 4, 12, "EleutherAI cookbook"},
                      {"16", "muon", 2, 2, 4, 4, 12, "EleutherAI cookbook"},
                      {"16", "sgd", 2, 2, 4, 0, 8, "definition"},
                      {"16", "adafactor", 2, 2, 4, 0, 8, "arXiv 1804.04235"}};
  int vectors = 0;
  for (const Row& row : rows) {
    TrainMemoryInput input = of_params(1e9);
    input.convention = row.convention;
    input.optimizer = row.optimizer;
    const TrainMemory memory = got(train_memory(input));
    const std::string what = std::string(row.convention) + " " + row.optimizer;
    agrees_exactly(number(memory.bytes_per_param), row.total, what);
    agrees_exactly(gb(memory.total), row.total, what);
    for (const auto& [part, bytes] : {std::pair{"weights", row.weights}, std::pair{"gradients", row.gradients},
                                      std::pair{"master copy", row.master}, std::pair{"optimizer", row.state}}) {
      agrees_exactly(term(memory.bytes_per_param, part), bytes, what + " " + part);
      ++vectors;
    }
    CHECK_MESSAGE(memory.bytes_per_param.source.find(row.source) != std::string::npos, what);
  }
  CHECK(vectors == 44);
  TrainMemoryInput both = of_params(1e9);
  both.convention = "20";
  CHECK(got(train_memory(both)).bytes_per_param.substituted == "2 + (2 + 4) + 4 + 8");
}

// reference formulas 3.4
TEST_CASE("train memory: totals and devices needed") {
  for (const auto& [convention, total] :
       {std::pair{"16", 112.0}, std::pair{"18", 126.0}, std::pair{"20", 140.0}, std::pair{"12", 84.0}}) {
    TrainMemoryInput input = of_params(7e9);
    input.convention = convention;
    agrees_exactly(gb(got(train_memory(input)).total), total, convention);
  }
  for (const auto& [params, total] :
       {std::pair{3e9, 48.0}, std::pair{70e9, 1120.0}, std::pair{175e9, 2800.0}, std::pair{405e9, 6480.0}}) {
    agrees_exactly(gb(got(train_memory(of_params(params))).total), total);
  }
  for (const auto& [params, needed] :
       {std::pair{7e9, 2.0}, std::pair{70e9, 14.0}, std::pair{175e9, 35.0}, std::pair{405e9, 81.0}}) {
    agrees_exactly(number(got(train_memory(of_params(params))).gpus_needed), needed);
  }
}

// reference formulas 3.5
TEST_CASE("train memory: ZeRO on one GPU") {
  struct Row {
    double params, gpus, gb[4], bound;
  };
  const Row rows[] = {{7.5e9, 64, {120, 31.40625, 16.640625, 1.875}, 1e-9},
                      {1e12, 1024, {16000, 4011.7, 2013.7, 15.625}, 0.05},
                      {7e9, 8, {112, 38.5, 26.25, 14}, 1e-9},
                      {70e9, 64, {1120, 293.1, 155.3, 17.5}, 0.05}};
  const double exchanged[] = {2, 2, 2, 3};
  for (const Row& row : rows) {
    for (int stage = 0; stage < 4; ++stage) {
      TrainMemoryInput input = of_params(row.params);
      input.gpus = row.gpus;
      input.zero_stage = stage;
      const TrainMemory memory = got(train_memory(input));
      agrees(gb(memory.states_per_gpu), row.gb[stage], row.bound, "ZeRO " + std::to_string(stage));
      agrees_exactly(number(memory.communication) / 2 / row.params, exchanged[stage]);
    }
  }
  CHECK(number(got(train_memory(of_params(7e9))).communication) == 0);
}

// reference formulas 3.5: ZeRO 2 2P + 18P/N, ZeRO 3 4·(largest layer) + 18P/N, suggested buffer factor 1.5
TEST_CASE("train memory: DeepSpeed's own estimators") {
  TrainMemoryInput input = of_params(1e9);
  input.gpus = 8;
  CHECK(!got(train_memory(input)).deepspeed.value.has_value());
  input.zero_stage = 2;
  agrees(gb(got(train_memory(input)).deepspeed), 2 + 18.0 / 8, 1e-9);
  input.convention = "20";  // the paper's sharding gives the same with gradients in both formats
  agrees(gb(got(train_memory(input)).states_per_gpu), 2 + 18.0 / 8, 1e-9);
  input.zero_stage = 3;
  input.convention = "18";
  agrees(gb(got(train_memory(input)).states_per_gpu), 18.0 / 8, 1e-9);
  CHECK(got(train_memory(input)).deepspeed.reason.find("pick a model") == 0);

  TrainMemoryInput llama = of_model("llama-2-7b");  // the largest layer is the table of 32,000 × 4,096
  llama.gpus = 8;
  llama.zero_stage = 3;
  const Quantity three = got(train_memory(llama)).deepspeed;
  agrees_exactly(number(three), 4 * 32000.0 * 4096 + 18 * 6738415616.0 / 8);
  CHECK(three.left_out.find("the factor 1.5 for buffers") != std::string::npos);
  llama.model = got(find_model("gpt-3-175b"))->shape;  // here it is the table of 50,257 × 12,288
  agrees_exactly(got(train_memory(llama)).deepspeed.terms[0].value, 4 * 50257.0 * 12288);
  llama.model->vocab = 1000;  // and without it a matrix of the MLP
  agrees_exactly(got(train_memory(llama)).deepspeed.terms[0].value, 4 * 49152.0 * 12288);
  llama.lora = LoraPlan{};
  CHECK(!got(train_memory(llama)).deepspeed.value.has_value());
}

// reference formulas 3.5: first divide by t·p, then shard over N_d
TEST_CASE("train memory: tensor and pipeline parallel first, then sharding") {
  TrainMemoryInput input = of_params(70e9);
  input.gpus = 64;
  input.tensor_parallel = 8;
  input.pipeline_parallel = 2;
  agrees(gb(got(train_memory(input)).states_per_gpu), 1120.0 / 16, 1e-9);
  input.zero_stage = 1;
  agrees(gb(got(train_memory(input)).states_per_gpu), (280.0 + 840.0 / 4) / 16, 1e-9);
  input.zero_stage = 3;
  agrees(gb(got(train_memory(input)).states_per_gpu), 1120.0 / 64, 1e-9);
  input.gpus = 60;
  const auto uneven = train_memory(input);
  CHECK(uneven.error().code == ErrorCode::out_of_range);
  CHECK(uneven.error().message ==
        "60 GPUs cannot be split into groups of 8 × 2: make the number of GPUs a multiple of 16.");
}

// reference formulas 3.7
TEST_CASE("train memory: LoRA and QLoRA of Llama-2-7B before activations") {
  TrainMemoryInput input = of_model("llama-2-7b");
  input.lora = LoraPlan{16, LoraTargets::all_linear, false};
  const TrainMemory lora = got(train_memory(input));
  agrees(gb(lora.total), 14.12, 0.005);
  agrees_exactly(number(*lora.lora_params), 39976960);
  input.lora->quantized = true;
  agrees(gb(got(train_memory(input)).total), 4.12, 0.005);
  TrainMemoryInput no_model = of_params(7e9);
  no_model.lora = LoraPlan{};
  CHECK(train_memory(no_model).error().message.find("pick a model") != std::string::npos);
}

// reference formulas 3.6: bytes of the layers, whole model
TEST_CASE("activations: the paper's formulas") {
  struct Case {
    double s, b, t;
    bool sequence_parallel;
    Recompute recompute;
    double gb, bound;
  };
  struct Shape {
    const char* name;
    ModelShape shape;
    std::vector<Case> cases;
  };
  const Recompute none = Recompute::none, selective = Recompute::selective, full = Recompute::full;
  const Shape shapes[] = {
      {"h 4096",
       paper_shape(4096, 32, 32),
       {{8192, 1, 1, false, none, 380.10, 0.005},
        {8192, 1, 1, false, selective, 36.51, 0.005},
        {8192, 1, 1, false, full, 2.15, 0.005},
        {4096, 1, 1, false, none, 104.15, 0.005},
        {4096, 1, 1, false, selective, 18.25, 0.005},
        {4096, 1, 1, false, full, 1.07, 0.005}}},
      {"GPT-3",
       paper_shape(12288, 96, 96),
       {{2048, 1, 8, false, none, 55.57, 0.005},
        {2048, 1, 8, true, none, 34.43, 0.005},
        {2048, 1, 8, false, selective, 31.41, 0.005},
        {2048, 1, 8, true, selective, 10.27, 0.005},
        {2048, 1, 8, false, full, 4.83, 0.005}}},
      {"22B",
       paper_shape(6144, 64, 48),
       {{2048, 4, 8, false, none, 63.62, 0.005},
        {2048, 4, 8, true, none, 42.48, 0.005},
        {2048, 4, 8, true, selective, 10.27, 0.005}}},
      {"gpt2",
       got(find_model("gpt2"))->shape,
       {{1024, 8, 1, false, none, 8.61, 0.005},
        {1024, 8, 1, false, selective, 2.57, 0.005},
        {1024, 8, 1, false, full, 0.151, 0.0005}}},
  };
  for (const Shape& shape : shapes) {
    for (const Case& c : shape.cases) {
      TrainMemoryInput input;
      input.context_tokens = c.s;
      input.micro_batch = c.b;
      input.tensor_parallel = c.t;
      input.sequence_parallel = c.sequence_parallel;
      input.recompute = c.recompute;
      agrees(activation_bytes(shape.shape, input).layers / 1e9, c.gb, c.bound, shape.name);
    }
  }
}

// reference formulas 3.6
TEST_CASE("activations: working set, FlashAttention, score term, pipeline") {
  const ModelShape shape = paper_shape(4096, 32, 32);
  TrainMemoryInput input;
  input.context_tokens = 8192;
  input.recompute = Recompute::full;
  const ActivationBytes full = activation_bytes(shape, input);
  agrees((full.layers + full.working_set) / 1e9, 14.03, 0.005);

  input.recompute = Recompute::selective;
  const double selective = activation_bytes(shape, input).layers;
  input.recompute = Recompute::none;
  input.flash = true;
  agrees_exactly(activation_bytes(shape, input).layers, selective);
  agrees_exactly(activation_bytes(shape, input).layer, 34.0 * 8192 * 4096);

  const ModelShape gpt3 = paper_shape(12288, 96, 96);
  TrainMemoryInput scores;  // GPT-3: 5as/h = 80, what a layer keeps beside its 34
  scores.context_tokens = 2048;
  agrees_exactly(activation_bytes(gpt3, scores).layer / (2048.0 * 12288) - 34, 80);
  TrainMemoryInput pipeline;
  pipeline.context_tokens = 2048;
  pipeline.tensor_parallel = 8;
  const double alone = activation_bytes(gpt3, pipeline).layers;
  pipeline.pipeline_parallel = 8;
  agrees_exactly(activation_bytes(gpt3, pipeline).layers, alone);
  pipeline.interleave = 3;
  lesson::test::agrees_relative(activation_bytes(gpt3, pipeline).layers, alone * (1 + 7.0 / 24), 1e-12);
  // Outside the layers: sbh·p/t, 2sbh/t, 2sbh/t, 4sbV/t.
  const ActivationBytes outside = activation_bytes(gpt3, pipeline);
  const double sbh = 2048.0 * 12288;
  agrees_exactly(outside.embedding, sbh);
  agrees_exactly(outside.last_norm, 2 * sbh / 8);
  agrees_exactly(outside.head_input, 2 * sbh / 8);
  agrees_exactly(outside.logits, 4 * 2048.0 * 51200 / 8);
}

// reference formulas 3.6: attention 11sbh + 5as²b, MLP 3sbh + 4sb·ff (19sbh at ff = 4h), two norms 4sbh
TEST_CASE("activations: the parts of a layer add up, for an MLP of any size") {
  const double s = 2048, b = 4, h = 4096, a = 32, sbh = s * b * h;
  const double attention = 11 * sbh + 5 * a * s * s * b, norms = 4 * sbh;
  ModelShape shape = paper_shape(4096, 32, 32);
  shape.mlp = MlpKind::plain;
  TrainMemoryInput input;
  input.context_tokens = s;
  input.micro_batch = b;
  agrees_exactly(activation_bytes(shape, input).layer, attention + 19 * sbh + norms);
  for (const double ff : {2048.0, 11008.0, 32768.0}) {
    shape.ffn = static_cast<std::int64_t>(ff);
    input.tensor_parallel = 1;
    input.sequence_parallel = false;
    agrees_exactly(activation_bytes(shape, input).layer, attention + 3 * sbh + 4 * s * b * ff + norms);
    CHECK(activations(shape, input).formula.find("(18 + 4ff/h + 5as/h)") != std::string::npos);
    // Over 8 GPUs 10sbh stay whole, and with the sequence split nothing does.
    input.tensor_parallel = 8;
    const double split = attention + 3 * sbh + 4 * s * b * ff + norms - 10 * sbh;
    agrees_exactly(activation_bytes(shape, input).layer, 10 * sbh + split / 8);
    input.sequence_parallel = true;
    agrees_exactly(activation_bytes(shape, input).layer, (10 * sbh + split) / 8);
  }
  shape.mlp = MlpKind::gated;  // counted as the paper's block
  input = {};
  input.context_tokens = s;
  input.micro_batch = b;
  agrees_exactly(activation_bytes(shape, input).layer, attention + 19 * sbh + norms);
}

TEST_CASE("activations: in the total, and never guessed without a model") {
  TrainMemoryInput input = of_model("llama-2-7b");
  input.context_tokens = 4096;
  const TrainMemory memory = got(train_memory(input));
  agrees_exactly(number(memory.total), number(memory.states) + number(memory.activations));
  CHECK(memory.activations.terms.size() == 5);
  CHECK(memory.activations.left_out.find("the paper's block") != std::string::npos);

  TrainMemoryInput unknown = of_params(7e9);
  unknown.context_tokens = 4096;
  const TrainMemory without = got(train_memory(unknown));
  CHECK(!without.activations.value.has_value());
  CHECK(without.activations.reason.find("pick a model") == 0);
  agrees_exactly(number(without.total), 112e9);
  CHECK(!without.total.caution.empty());
}

TEST_CASE("train memory: bad input is one sentence") {
  const auto refused = [](auto change) {
    TrainMemoryInput input;
    change(input);
    const auto memory = train_memory(input);
    CHECK(!memory.has_value());
    if (!memory) CHECK(memory.error().message.back() == '.');
  };
  refused([](TrainMemoryInput& i) { i.params = -1; });
  refused([](TrainMemoryInput& i) { i.params = std::numeric_limits<double>::quiet_NaN(); });
  refused([](TrainMemoryInput& i) { i.convention = "17"; });
  refused([](TrainMemoryInput& i) { i.optimizer = "adam2"; });
  refused([](TrainMemoryInput& i) { i.zero_stage = 4; });
  refused([](TrainMemoryInput& i) { i.gpus = 0; });
  refused([](TrainMemoryInput& i) { i.tensor_parallel = 2; });
  refused([](TrainMemoryInput& i) { i.gpu = "h900"; });
  CHECK(find_optimizer("adam2").error().message.find("adamw, adamw-8bit") != std::string::npos);
  CHECK(got(find_recompute("selective")) == Recompute::selective);
  CHECK(!find_recompute("some").has_value());
}
