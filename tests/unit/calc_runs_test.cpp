#include <doctest/doctest.h>

#include <limits>

#include "engine/base/format.h"
#include "engine/calc/runs.h"
#include "expect.h"

using namespace lesson;
using lesson::test::agrees;
using lesson::test::agrees_exactly;
using lesson::test::agrees_relative;
using lesson::test::got;
using lesson::test::number;

// lesson, runs
TEST_CASE("runs: the three jobs at 40 %") {
  struct Row {
    const char *id, *flops, *a100, *h100;
    double value;
  };
  const Row rows[] = {{"gpt-3", "3.15e+23 FLOPs", "701,122", "221,183", 3.15e23},
                      {"7b-2t", "8.4e+22 FLOPs", "186,966", "58,982", 8.4e22},
                      {"fine-tune", "2.1e+18 FLOPs", "5", "1", 2.1e18}};
  const auto jobs = got(lesson_jobs());
  CHECK(jobs.size() == 3);
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    CHECK(jobs[i].id == rows[i].id);
    agrees_relative(number(jobs[i].flops), rows[i].value, 1e-15);
    CHECK(format_quantity(jobs[i].flops) == rows[i].flops);
    CHECK(format_grouped(number(jobs[i].a100_hours)) == rows[i].a100);
    CHECK(format_grouped(number(jobs[i].h100_hours)) == rows[i].h100);
  }
  agrees(number(jobs[2].a100_hours), 4.674, 0.0005);
  agrees(number(jobs[2].h100_hours), 1.475, 0.0005);
  CHECK(format_scientific(number(jobs[0].flops), 2) == "3.2e+23");
}

// assets/catalog/runs.csv: ratio_at_40
TEST_CASE("runs: the ratio of each of the 49 runs with hours, to 1 %") {
  int compared = 0;
  for (const PublishedRun& run : got(published_runs(0.4))) {
    if (!run.run->ratio_at_40) {
      CHECK(!run.ratio.value.has_value());
      CHECK(!run.ratio.reason.empty());
      continue;
    }
    agrees_relative(number(run.ratio), *run.run->ratio_at_40, 0.01, std::string(run.run->id));
    agrees_relative(number(run.implied_mfu), *run.run->ratio_at_40 * 0.4, 0.01, std::string(run.run->id));
    ++compared;
  }
  CHECK(compared == 49);
}

// reference formulas 5
TEST_CASE("runs: the summary of all of them") {
  const RunsSummary summary = summarize(got(run_numbers(0.4)));
  agrees_exactly(summary.compared, 49);
  agrees_exactly(summary.within_a_third, 25);
  agrees_exactly(summary.within_two, 43);
  agrees(number(summary.median_ratio), 0.76, 0.005);
  agrees(number(summary.median_mfu), 0.30, 0.005);
  CHECK(!summarize({}).median_ratio.value.has_value());
}

// reference formulas 5
TEST_CASE("runs: outliers that are named there, with a reason") {
  const auto published = got(published_runs(0.4));
  const auto find = [&](std::string_view id) -> const PublishedRun& {
    for (const PublishedRun& run : published) {
      if (run.run->id == id) return run;
    }
    FAIL_CHECK("no run " << id);
    return published.front();
  };
  for (const auto& [id, ratio] : {std::pair{"phi-2", 1.61}, std::pair{"gpt-2-124m-llm.c", 1.33},
                                  std::pair{"tinyllama-1.1b", 1.28}, std::pair{"llama-13b", 1.28}}) {
    agrees(number(find(id).ratio), ratio, 0.0051, id);
  }
  agrees(number(find("palm-540b").implied_mfu), 0.30, 0.005);
  agrees(number(find("phi-2").implied_mfu), 0.64, 0.005);
  // OPT with the 180B tokens of its corpus instead of the 300B that are assumed.
  agrees(number(find("opt-175b").ratio) * 180 / 300, 0.52, 0.005);
  for (const PublishedRun& run : published) {
    if (run.ratio.value && (*run.ratio.value < 0.5 || *run.ratio.value > 1.25))
      CHECK_MESSAGE(!run.remark.empty(), std::string(run.run->id));
  }
}

TEST_CASE("runs: predicted hours follow the utilization, reported ones do not") {
  const auto at_40 = got(published_runs(0.4)), at_20 = got(published_runs(0.2));
  for (std::size_t i = 0; i < at_40.size(); ++i) {
    agrees_relative(number(at_20[i].predicted_hours), 2 * number(at_40[i].predicted_hours), 1e-12);
    CHECK(at_20[i].implied_mfu.value == at_40[i].implied_mfu.value);
  }
}

// reference formulas 3.11
TEST_CASE("runs: the best products that were measured, as a share of the peak their source quotes") {
  struct Row {
    const char* id;
    double achieved, quoted;
  };
  const Row rows[] = {{"a100-sxm4-80gb", 271.2, 312}, {"h100-sxm5-80gb", 794.5, 989}, {"b200-sxm", 1745, 2250},
                      {"b300-sxm", 1769, 2250},       {"gb200-per-gpu", 1822, 2500},  {"mi300x", 668, 1300},
                      {"mi355x", 1565, 2300},         {"gaudi-2", 418.7, 432},        {"gaudi-3", 1243, 1677}};
  CHECK(achievable().size() == std::size(rows));
  for (std::size_t i = 0; i < std::size(rows); ++i) {
    const Achievable& entry = achievable()[i];
    CHECK(entry.gpu_id == rows[i].id);
    agrees_relative(entry.achieved_flops_per_s, rows[i].achieved * 1e12, 1e-12);
    agrees_relative(entry.quoted_peak_flops_per_s, rows[i].quoted * 1e12, 1e-12);
    const Peak peak = dense_peak(*got(find_device(entry.gpu_id)), *got(find_number_format(entry.peak_format)));
    if (std::string_view(rows[i].id) != "mi355x")
      agrees_relative(*peak.flops_per_s, entry.quoted_peak_flops_per_s, 0.006);
    CHECK(entry.achieved_flops_per_s < *peak.flops_per_s);
  }
  for (const auto& [i, percent] : {std::pair{0, 86.9}, std::pair{1, 80.3}, std::pair{2, 77.6}, std::pair{4, 72.9}}) {
    const Achievable& entry = achievable()[static_cast<std::size_t>(i)];
    agrees(100 * entry.achieved_flops_per_s / entry.quoted_peak_flops_per_s, percent, 0.05);
  }
}

TEST_CASE("runs: bad input is one sentence") {
  for (const double bad : {0.0, -1.0, 1.5, std::numeric_limits<double>::quiet_NaN()}) {
    CHECK(!lesson_jobs(bad).has_value());
    CHECK(!published_runs(bad).has_value());
  }
}
