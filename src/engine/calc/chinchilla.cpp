#include "engine/calc/chinchilla.h"

#include <array>
#include <cmath>
#include <string>

#include "engine/base/format.h"
#include "engine/base/language.h"
#include "engine/calc/explain.h"
#include "engine/calc/limits.h"

namespace lesson {
namespace {

constexpr double kRuleTokensPerParam = 20;

OptimalSplit split_of(std::string_view id, double flops, double params, Derivation derivation) {
  const std::string suffix = "." + std::string(id);
  const double tokens = flops / (6 * params);
  derivation.left_out = "what the model costs to run afterwards: smaller models trained longer are cheaper to use";
  OptimalSplit split;
  split.params = value_of("compute.optimal_params" + suffix, "best size", Unit::params, params, derivation);
  split.tokens =
      value_of("compute.optimal_tokens" + suffix, "best number of tokens", Unit::tokens, tokens,
               {"work ÷ (6 × parameters)", format_math(flops) + " ÷ (6 × " + format_short_count(params) + ")",
                derivation.source, derivation.left_out});
  split.tokens_per_param =
      value_of("compute.optimal_ratio" + suffix, "tokens per parameter", Unit::tokens_per_param, tokens / params,
               {"tokens ÷ parameters", format_short_count(tokens) + " ÷ " + format_short_count(params),
                derivation.source, derivation.left_out});
  return split;
}

OptimalSplit split_by_fit(const ScalingFit& fit, double flops) {
  const double sum = fit.alpha + fit.beta;
  const auto number = [](double value) { return format_significant(value, 6); };
  return split_of(fit.id, flops, fit.best_params(flops),
                  {"(αA ÷ βB)^(1/(α+β)) × (work ÷ 6)^(β/(α+β))",
                   "(" + number(fit.alpha) + " × " + number(fit.a) + " ÷ (" + number(fit.beta) + " × " + number(fit.b) +
                       "))^" + format_significant(1 / sum, 4) + " × (" + format_math(flops) + " ÷ 6)^" +
                       format_significant(fit.beta / sum, 4),
                   std::string(fit.source), ""});
}

}  // namespace

double ScalingFit::loss(double params, double tokens) const {
  return e + a / std::pow(params, alpha) + b / std::pow(tokens, beta);
}

double ScalingFit::best_params(double flops) const {
  const double sum = alpha + beta;
  return std::pow(alpha * a / (beta * b), 1 / sum) * std::pow(flops / 6, beta / sum);
}

std::span<const ScalingFit> scaling_fits() {
  static constexpr std::array<ScalingFit, 2> kFits{{
      {"original", "the paper's fit", 1.69, 406.4, 410.7, 0.34, 0.28, "arXiv 2203.15556"},
      {"corrected", "the corrected fit", 1.8172, 482.01, 2085.43, 0.3478, 0.3658, "arXiv 2404.10102"},
  }};
  return kFits;
}

std::vector<Quantity> Chinchilla::all() const {
  std::vector<Quantity> list;
  for (const OptimalSplit* split : {&original, &corrected, &rule}) {
    list.insert(list.end(), {split->params, split->tokens, split->tokens_per_param});
  }
  return list;
}

Result<Chinchilla> chinchilla(double flops) {
  if (auto ok = check(kFlopsLimit, flops); !ok) return std::unexpected(ok.error());
  Chinchilla result;
  result.original = split_by_fit(scaling_fits()[0], flops);
  result.original.params.caution = "this fit contradicts the same paper's table of 20 tokens per parameter";
  result.corrected = split_by_fit(scaling_fits()[1], flops);
  result.rule = split_of(
      "rule", flops, std::sqrt(flops / (6 * kRuleTokensPerParam)),
      {"√(work ÷ (6 × 20))", "√(" + format_math(flops) + " ÷ 120)", "20 tokens per parameter: arXiv 2203.15556", ""});
  return result;
}

Result<std::vector<Quantity>> predicted_loss(double params, double tokens) {
  if (auto ok = check(kParamsLimit, params); !ok) return std::unexpected(ok.error());
  if (auto ok = check(kTokensLimit, tokens); !ok) return std::unexpected(ok.error());
  std::vector<Quantity> losses;
  for (const ScalingFit& fit : scaling_fits()) {
    const auto number = [](double value) { return format_significant(value, 6); };
    losses.push_back(
        value_of("compute.loss." + std::string(fit.id), say("predicted loss, {}", tr(fit.label)), Unit::none,
                 fit.loss(params, tokens),
                 {"E + A ÷ N^α + B ÷ D^β",
                  number(fit.e) + " + " + number(fit.a) + " ÷ (" + format_math(params) + ")^" + number(fit.alpha) +
                      " + " + number(fit.b) + " ÷ (" + format_math(tokens) + ")^" + number(fit.beta),
                  std::string(fit.source), "the loss is in nats a token, on the fit's own data only"}));
  }
  return losses;
}

}  // namespace lesson
