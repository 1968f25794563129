// Activations in training, 16-bit, bytes on one GPU (the formulas are for a plain 4h MLP with dropout; a plain MLP of
// another size ff has 18 + 4ff/h in place of 34, and 8 + 4ff/h in place of 24).
// s sequence, b micro-batch, h hidden, a heads, L layers, t tensor-parallel, p pipeline, m pieces a stage. A layer:
//   nothing recomputed        sbh(34 + 5as/h)      with t: sbh(10 + 24/t + 5as/(ht))      with sequence parallel: all
//   /t selective, FlashAttention the same without 5as/h: the score matrices are made again, or never stored full 2sbh,
//   and the working set of one layer while it is redone
// The first pipeline stage holds L layers' worth; pieces multiply by 1 + (p-1)/(pm).
// Outside the layers: embedding dropout sbh·p/t, last norm 2sbh, head input 2sbh, logits in float32 4sbV, all /t.
// Source: arXiv 2205.05198. Errors: none; inputs are checked by train_memory.
#pragma once

#include "engine/base/quantity.h"
#include "engine/calc/train_memory.h"

namespace lesson {

struct ActivationBytes {
  double layer;        // what one layer keeps
  double layers;       // all layers on the fullest GPU
  double working_set;  // full recompute only: one layer's activations while they are redone; else 0
  double embedding;    // dropout mask after the embedding
  double last_norm;
  double head_input;
  double logits;
  double total() const { return layers + working_set + embedding + last_norm + head_input + logits; }
};

// Uses model, context_tokens, micro_batch, tensor_parallel, pipeline_parallel, interleave, recompute, flash,
// sequence_parallel.
ActivationBytes activation_bytes(const ModelShape& shape, const TrainMemoryInput& input);

// "train-memory.activations" with terms, formula and values put in.
Quantity activations(const ModelShape& shape, const TrainMemoryInput& input);

}  // namespace lesson
