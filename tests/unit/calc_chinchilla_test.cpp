#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "engine/calc/chinchilla.h"
#include "engine/calc/compute.h"
#include "expect.h"

using namespace lesson;
using lesson::test::agrees;
using lesson::test::got;
using lesson::test::number;

// reference formulas 3.8, the table; bounds are half of the last digit given
TEST_CASE("chinchilla: best size, tokens and ratio for a budget") {
  struct Value {
    double value, bound;
  };
  struct Row {
    double flops;
    Value original[3], corrected[3], rule[2];
  };
  const Row rows[] = {
      {1e18,
       {{80.6e6, 5e4}, {2.07e9, 5e6}, {25.7, 0.05}},
       {{80.5e6, 5e4}, {2.07e9, 5e6}, {25.7, 0.05}},
       {{91.3e6, 5e4}, {1.83e9, 5e6}}},
      {1e21,
       {{1.82e9, 5e6}, {91.4e9, 5e7}, {50.1, 0.05}},
       {{2.78e9, 5e6}, {60.0e9, 5e7}, {21.6, 0.05}},
       {{2.89e9, 5e6}, {57.7e9, 5e7}}},
      {8.4e22,
       {{13.5e9, 5e7}, {1.04e12, 5e9}, {76.9, 0.05}},
       {{26.9e9, 5e7}, {520e9, 5e8}, {19.3, 0.05}},
       {{26.5e9, 5e7}, {529e9, 5e8}}},
      {3.15e23,
       {{24.5e9, 5e7}, {2.14e12, 5e9}, {87.4, 0.05}},
       {{53.0e9, 5e7}, {990e9, 5e8}, {18.7, 0.05}},
       {{51.2e9, 5e7}, {1.02e12, 5e9}}},
      {5.88e23,
       {{32.5e9, 5e7}, {3.02e12, 5e9}, {92.8, 0.05}},
       {{73.0e9, 5e7}, {1.34e12, 5e9}, {18.4, 0.05}},
       {{70.0e9, 5e7}, {1.40e12, 5e9}}},
      {3.8e25,
       {{213e9, 5e8}, {29.7e12, 5e10}, {139, 0.5}},
       {{619e9, 5e8}, {10.2e12, 5e10}, {16.5, 0.05}},
       {{563e9, 5e8}, {11.3e12, 5e10}}},
  };
  for (const Row& row : rows) {
    const Chinchilla best = got(chinchilla(row.flops));
    const auto compare = [&](const OptimalSplit& split, const Value* values, int count) {
      const Quantity* quantities[] = {&split.params, &split.tokens, &split.tokens_per_param};
      for (int i = 0; i < count; ++i)
        agrees(number(*quantities[i]), values[i].value, values[i].bound, quantities[i]->name);
    };
    compare(best.original, row.original, 3);
    compare(best.corrected, row.corrected, 3);
    compare(best.rule, row.rule, 2);
    agrees(number(best.rule.tokens_per_param), 20, 1e-9);
    for (const OptimalSplit* split : {&best.original, &best.corrected, &best.rule}) {
      lesson::test::agrees_relative(6 * number(split->params) * number(split->tokens), row.flops, 1e-12);
    }
  }
}

// reference formulas 3.8
TEST_CASE("chinchilla: predicted loss of the original fit") {
  struct Row {
    double params, tokens, loss;
  };
  const Row rows[] = {{70e9, 1.4e12, 1.9366}, {280e9, 300e9, 1.9933}, {175e9, 300e9, 2.0023}, {7e9, 2e12, 2.0203}};
  for (const Row& row : rows) agrees(number(got(predicted_loss(row.params, row.tokens))[0]), row.loss, 0.00005);
  CHECK(got(predicted_loss(7e9, 2e12)).size() == 2);
}

// reference formulas 3.8: the best split has the least loss of its budget
TEST_CASE("chinchilla: the best size is a minimum of the fit's own loss") {
  for (const ScalingFit& fit : scaling_fits()) {
    for (const double flops : {1e18, 1e21, 1e25}) {
      const double params = fit.best_params(flops);
      const auto loss = [&](double n) { return fit.loss(n, flops / (6 * n)); };
      CHECK(loss(params) < loss(params * 1.05));
      CHECK(loss(params) < loss(params / 1.05));
    }
  }
}

// reference formulas 3.8: the paper's approach-1 table is about 20 tokens per parameter
TEST_CASE("chinchilla: the paper's own table is the rule of 20") {
  struct Row {
    double params, tokens, bound;  // the bound is the table's own drift from 20 to 21.2, and its rounding
  };
  const Row rows[] = {{400e6, 8.0e9, 1e-12}, {1e9, 20.2e9, 0.005},  {10e9, 205.1e9, 0.013}, {67e9, 1.5e12, 0.06},
                      {175e9, 3.7e12, 0.03}, {280e9, 5.9e12, 0.03}, {520e9, 11e12, 0.03},   {1e12, 21.2e12, 0.03}};
  for (const Row& row : rows) {
    const Chinchilla best = got(chinchilla(training_flops(row.params, row.tokens)));
    lesson::test::agrees_relative(number(best.rule.params), row.params, row.bound);
    lesson::test::agrees_relative(number(best.rule.tokens), row.tokens, row.bound);
  }
}

// reference formulas 3.8
TEST_CASE("chinchilla: GPT-3 had 1.71 tokens per parameter") {
  ComputeInput gpt3;
  gpt3.params = 175e9;
  gpt3.tokens = 300e9;
  agrees(number(got(compute(gpt3)).tokens_per_param), 1.71, 0.005);
}

TEST_CASE("chinchilla: bad input is one sentence") {
  for (const double bad : {0.0, -1.0, 1e40, std::numeric_limits<double>::quiet_NaN()}) {
    CHECK(!chinchilla(bad).has_value());
    CHECK(!predicted_loss(bad, 1e9).has_value());
    CHECK(!predicted_loss(1e9, bad).has_value());
  }
}
