// The recipe against jobs that really happened: GPU-hours = 6ND / (peak · utilization) / 3600.
// Peaks are dense and come from the catalogue: A100 SXM4 312e12, H100 SXM5 989e12 in bf16.
// Errors: out_of_range for the utilization.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/quantity.h"
#include "engine/base/result.h"
#include "engine/catalog/catalog.h"

namespace lesson {

struct LessonJob {
  std::string_view id;     // "gpt-3", "7b-2t", "fine-tune"
  std::string_view label;  // "GPT-3: 175B parameters, 300B tokens"
  double params, tokens;
  Quantity flops;       // "runs.gpt-3.flops"
  Quantity a100_hours;  // "runs.gpt-3.a100_hours"
  Quantity h100_hours;  // "runs.gpt-3.h100_hours"
  std::vector<Quantity> all() const { return {flops, a100_hours, h100_hours}; }
};
Result<std::vector<LessonJob>> lesson_jobs(double utilization = 0.4);

// GPU-hours of `flops` at that share of the peak.
constexpr double gpu_hours(double flops, double peak_flops_per_s, double utilization) {
  return flops / (peak_flops_per_s * utilization) / 3600;
}

// A published run against the recipe, in plain numbers.
struct RunNumbers {
  const Run* run;
  const Device* device;
  const NumberFormat* format;  // of the peak
  double params;               // active ones for experts
  double peak_flops_per_s;
  double flops;                       // 6ND
  double predicted_hours;             // at the utilization asked for
  std::optional<double> ratio;        // predicted / reported; absent where no hours were published, as is the next
  std::optional<double> implied_mfu;  // 6ND / (reported hours · 3600 · peak)
};
// In file order.
Result<std::vector<RunNumbers>> run_numbers(double utilization = 0.4);

// The same with the words that explain each number.
struct PublishedRun {
  const Run* run;
  const Device* device;
  Quantity flops;            // "runs.<id>.flops": 6ND, active parameters for experts
  Quantity predicted_hours;  // "runs.<id>.predicted_hours"
  Quantity reported_hours;   // "runs.<id>.reported_hours"; n/a where not published
  Quantity ratio;            // "runs.<id>.ratio": predicted / reported
  Quantity implied_mfu;      // "runs.<id>.implied_mfu": 6ND / (reported hours · 3600 · peak)
  std::string remark;        // why it lies where it lies, from the catalogue's notes; empty when nothing is known
  std::vector<Quantity> all() const { return {flops, predicted_hours, reported_hours, ratio, implied_mfu}; }
};
PublishedRun explained(const RunNumbers& numbers, double utilization);
// In file order.
Result<std::vector<PublishedRun>> published_runs(double utilization = 0.4);

struct RunsSummary {
  int compared = 0;        // runs with reported hours
  int within_a_third = 0;  // ratio within a factor 1.33
  int within_two = 0;      // within a factor 2
  Quantity median_ratio;   // "runs.median_ratio"
  Quantity median_mfu;     // "runs.median_mfu"
};
RunsSummary summarize(const std::vector<RunNumbers>& runs);

}  // namespace lesson
