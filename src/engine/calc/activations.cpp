#include "engine/calc/activations.h"

#include <string>
#include <vector>

#include "engine/base/format.h"
#include "engine/calc/explain.h"

namespace lesson {
namespace {

struct Sizes {
  double sbh, scores;  // s·b·h; 5·a·s/h, 0 when the score matrices are not kept
  double t, p, m;
};

Sizes sizes_of(const ModelShape& shape, const TrainMemoryInput& input) {
  const double hidden = static_cast<double>(shape.hidden), heads = static_cast<double>(shape.heads);
  const bool scores_kept = !input.flash && input.recompute != Recompute::selective;
  return {input.context_tokens * input.micro_batch * hidden,
          scores_kept ? 5 * heads * input.context_tokens / hidden : 0, input.tensor_parallel, input.pipeline_parallel,
          input.interleave};
}

// Everything one layer makes, kept or not.
double whole_layer_bytes(const Sizes& z, bool sequence_parallel) {
  return sequence_parallel ? z.sbh / z.t * (34 + z.scores) : z.sbh * (10 + 24 / z.t + z.scores / z.t);
}

// Interleaved pipelines hold more micro-batches on the first stage; without interleaving L layers' worth.
double interleave_factor(const Sizes& z) { return z.p > 1 && z.m > 1 ? 1 + (z.p - 1) / (z.p * z.m) : 1; }

std::string layer_formula(const TrainMemoryInput& input, bool scores) {
  if (input.recompute == Recompute::full) return "layers × 2sbh + one layer being redone";
  if (input.sequence_parallel) return scores ? "layers × sbh/t × (34 + 5as/h)" : "layers × 34sbh/t";
  if (input.tensor_parallel > 1) return scores ? "layers × sbh × (10 + 24/t + 5as/(ht))" : "layers × sbh × (10 + 24/t)";
  return scores ? "layers × sbh × (34 + 5as/h)" : "layers × 34sbh";
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
                             ", layers = " + format_math(static_cast<double>(shape.layers)) +
                             ", V = " + format_math(static_cast<double>(shape.vocab)) + ", t = " + format_math(z.t) +
                             ", p = " + format_math(z.p);
  return sum_of("train-memory.activations", "activations on one GPU", Unit::bytes, std::move(terms),
                {layer_formula(input, z.scores > 0) + " + (sbh·p + 2sbh + 2sbh + 4sbV)/t", values, "arXiv 2205.05198",
                 "the formula is for the paper's block (plain MLP of 4h with dropout); a gated MLP differs a little"});
}

}  // namespace lesson
