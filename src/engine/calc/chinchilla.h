// How a budget of C FLOPs is best split between parameters N and tokens D.
//   L(N, D) = E + A/N^α + B/D^β;  N* = (αA/βB)^(1/(α+β)) · (C/6)^(β/(α+β)),  D* = C / (6N*)
//   original  1.69, 406.4, 410.7, 0.34, 0.28        (arXiv 2203.15556)
//   corrected 1.8172, 482.01, 2085.43, 0.3478, 0.3658  (arXiv 2404.10102)
//   rule      D = 20N: N = sqrt(C / 120)
// The original fit contradicts its paper's own 20:1 table, so all three are shown. Errors: out_of_range.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "engine/base/quantity.h"
#include "engine/base/result.h"

namespace lesson {

struct ScalingFit {
  std::string_view id;  // "original", "corrected"
  std::string_view label;
  double e, a, b, alpha, beta;
  std::string_view source;
  double loss(double params, double tokens) const;  // nats a token, on the fit's own data
  double best_params(double flops) const;
};
std::span<const ScalingFit> scaling_fits();

struct OptimalSplit {
  Quantity params;            // "compute.optimal_params.original", ".corrected", ".rule"
  Quantity tokens;            // "compute.optimal_tokens...."
  Quantity tokens_per_param;  // "compute.optimal_ratio...."
};

struct Chinchilla {
  OptimalSplit original, corrected, rule;
  std::vector<Quantity> all() const;
};
Result<Chinchilla> chinchilla(double flops);

// "compute.loss.original", "compute.loss.corrected": what each fit predicts for this model.
Result<std::vector<Quantity>> predicted_loss(double params, double tokens);

}  // namespace lesson
