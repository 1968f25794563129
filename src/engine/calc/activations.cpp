#include "engine/calc/activations.h"

#include <string>
#include <vector>

#include "engine/base/format.h"
#include "engine/base/language.h"
#include "engine/calc/explain.h"

namespace lesson {
namespace {

struct Sizes {
  double sbh, scores;  // s·b·h; 5·a·s/h, 0 when the score matrices are not kept
  double mlp;          // 4·ff/h, 16 for the paper's MLP of 4h
  double t, p, m;
};

constexpr double kPaperMlp = 16;

// The paper's formula reaches plain MLPs of any size; gated ones and experts are counted as its MLP of 4h.
double mlp_per_sbh(const ModelShape& shape) {
  if (shape.mlp != MlpKind::plain || shape.experts) return kPaperMlp;
  return 4 * static_cast<double>(shape.ffn) / static_cast<double>(shape.hidden);
}

Sizes sizes_of(const ModelShape& shape, const TrainMemoryInput& input) {
  const double hidden = static_cast<double>(shape.hidden), heads = static_cast<double>(shape.heads);
  const bool scores_kept = !input.flash && input.recompute != Recompute::selective;
  return {input.context_tokens * input.micro_batch * hidden,
          scores_kept ? 5 * heads * input.context_tokens / hidden : 0,
          mlp_per_sbh(shape),
          input.tensor_parallel,
          input.pipeline_parallel,
          input.interleave};
}

// Everything one layer makes, kept or not: attention 11sbh + 5as²b, MLP 3sbh + 4sb·ff, two norms 4sbh. Of that 10sbh
// are whole on every tensor-parallel GPU unless the sequence is split too.
double whole_layer_bytes(const Sizes& z, bool sequence_parallel) {
  const double split = 8 + z.mlp + z.scores;
  return sequence_parallel ? z.sbh / z.t * (10 + split) : z.sbh * (10 + split / z.t);
}

// Interleaved pipelines hold more micro-batches on the first stage; without interleaving L layers' worth.
double interleave_factor(const Sizes& z) { return z.p > 1 && z.m > 1 ? 1 + (z.p - 1) / (z.p * z.m) : 1; }

std::string layer_formula(const TrainMemoryInput& input, const Sizes& z) {
  if (input.recompute == Recompute::full) return std::string(tr("layers × 2sbh + one layer being redone"));
  const bool paper = z.mlp == kPaperMlp, scores = z.scores > 0;
  const std::string all = paper ? "34" : "18 + 4ff/h", split = paper ? "24/t" : "(8 + 4ff/h)/t";
  if (!input.sequence_parallel && input.tensor_parallel > 1)
    return say("layers × {}", "sbh × (10 + " + split + (scores ? " + 5as/(ht))" : ")"));
  const std::string sbh = input.sequence_parallel ? "sbh/t" : "sbh";
  if (scores) return say("layers × {}", sbh + " × (" + all + " + 5as/h)");
  return say("layers × {}", paper ? all + sbh : sbh + " × (" + all + ")");
}

}  // namespace

ActivationBytes activation_bytes(const ModelShape& shape, const TrainMemoryInput& input) {
  const Sizes z = sizes_of(shape, input);
  const double layers = static_cast<double>(shape.layers), vocab = static_cast<double>(shape.vocab);
  const bool full = input.recompute == Recompute::full;
  ActivationBytes bytes;
  bytes.layer = full ? 2 * z.sbh : whole_layer_bytes(z, input.sequence_parallel);
  bytes.layers = layers * bytes.layer * interleave_factor(z);
  bytes.working_set = full ? whole_layer_bytes(z, input.sequence_parallel) : 0;
  bytes.embedding = z.sbh * z.p / z.t;
  bytes.last_norm = 2 * z.sbh / z.t;
  bytes.head_input = 2 * z.sbh / z.t;
  bytes.logits = 4 * input.context_tokens * input.micro_batch * vocab / z.t;
  return bytes;
}

Quantity activations(const ModelShape& shape, const TrainMemoryInput& input) {
  const ActivationBytes bytes = activation_bytes(shape, input);
  const Sizes z = sizes_of(shape, input);
  std::vector<Term> terms{{"layers", bytes.layers, Unit::bytes}};
  if (bytes.working_set > 0) terms.push_back({"one layer being redone", bytes.working_set, Unit::bytes});
  terms.push_back({"embedding", bytes.embedding, Unit::bytes});
  terms.push_back({"last norm", bytes.last_norm, Unit::bytes});
  terms.push_back({"head input", bytes.head_input, Unit::bytes});
  terms.push_back({"logits", bytes.logits, Unit::bytes});
  const std::string values = "s = " + format_math(input.context_tokens) + ", b = " + format_math(input.micro_batch) +
                             ", h = " + format_math(static_cast<double>(shape.hidden)) +
                             ", a = " + format_math(static_cast<double>(shape.heads)) +
                             ", " + std::string(tr("layers")) + " = " + format_math(static_cast<double>(shape.layers)) +
                             ", V = " + format_math(static_cast<double>(shape.vocab)) + ", t = " + format_math(z.t) +
                             ", p = " + format_math(z.p);
  return sum_of("train-memory.activations", "activations on one GPU", Unit::bytes, std::move(terms),
                {say("{} + (sbh·p + 2sbh + 2sbh + 4sbV)/t", layer_formula(input, z)), values, "arXiv 2205.05198",
                 "the formula is for the paper's block (plain MLP with dropout); a gated MLP is counted as one of 4h "
                 "and differs a little"});
}

}  // namespace lesson
