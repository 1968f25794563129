#include "engine/calc/runs.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "engine/base/format.h"
#include "engine/base/language.h"
#include "engine/calc/compute.h"
#include "engine/calc/explain.h"
#include "engine/calc/limits.h"

namespace lesson {
namespace {

constexpr std::string_view kRuleSource = "6ND: arXiv 2001.08361; arXiv 2203.15556";
constexpr std::string_view kFormat = "bf16";

struct JobRow {
  std::string_view id, label;
  double params, tokens;
};
constexpr std::array<JobRow, 3> kJobs{{
    {"gpt-3", "GPT-3: 175B parameters, 300B tokens", 175e9, 300e9},
    {"7b-2t", "a 7B model on 2T tokens", 7e9, 2e12},
    {"fine-tune", "fine-tuning 7B on 50M tokens", 7e9, 50e6},
}};

std::string result_name(std::string_view id, std::string_view what) {
  return "runs." + std::string(id) + "." + std::string(what);
}

Quantity flops_quantity(std::string_view id, double params, double tokens, bool active) {
  return value_of(
      result_name(id, "flops"), "training work", Unit::flops, training_flops(params, tokens),
      {active ? "6 × active parameters × tokens" : "6 × parameters × tokens",
       "6 × " + format_math(params) + " × " + format_math(tokens), std::string(kRuleSource), "attention's own work"});
}

// GPU-hours of `flops` on a device; n/a when it has no such peak.
Quantity hours_quantity(std::string name, double flops, const Device& device, const NumberFormat& format,
                        double utilization) {
  const Peak peak = dense_peak(device, format);
  const std::string label = "GPU-hours on " + std::string(device.name);
  if (!peak.flops_per_s) return not_available(std::move(name), label, Unit::gpu_hours, peak.reason);
  Quantity hours = value_of(std::move(name), label, Unit::gpu_hours, gpu_hours(flops, *peak.flops_per_s, utilization),
                            {"work ÷ (peak × utilization) ÷ 3600",
                             format_math(flops) + " ÷ (" + format_math(*peak.flops_per_s) + " × " +
                                 format_value(utilization, Unit::ratio) + ") ÷ " + format_grouped(3600),
                             say("dense {} peak: {}", tr(format.name), device.source),
                             "restarts, waiting and evaluation"});
  hours.caution = peak.caution;
  return hours;
}

Result<RunNumbers> numbers_of(const Run& run, double utilization) {
  const auto device = find_device(run.gpu_id);
  if (!device) return std::unexpected(device.error());
  const auto format = find_number_format(run.peak_format);
  if (!format) return std::unexpected(format.error());
  const Peak peak = dense_peak(**device, **format);
  if (!peak.flops_per_s) return fail(ErrorCode::not_available, peak.reason + ".");
  const double params = run.active_params.value_or(run.params), flops = training_flops(params, run.tokens);
  RunNumbers numbers{
      &run, *device, *format, params, *peak.flops_per_s, flops, gpu_hours(flops, *peak.flops_per_s, utilization),
      {},   {}};
  if (run.reported_gpu_hours) {
    const double hours = *run.reported_gpu_hours, tokens_per_gpu_second = run.tokens / (hours * 3600);
    numbers.ratio = numbers.predicted_hours / hours;
    numbers.implied_mfu =
        model_flops_utilization(tokens_per_gpu_second, training_flops(params, 1), 1, numbers.peak_flops_per_s);
  }
  return numbers;
}

void explain_comparison(PublishedRun& published, const RunNumbers& numbers) {
  const Run& run = *numbers.run;
  const std::string reported = result_name(run.id, "reported_hours"), ratio = result_name(run.id, "ratio"),
                    mfu = result_name(run.id, "implied_mfu");
  if (!run.reported_gpu_hours) {
    const std::string reason = say("no GPU-hours were published for {}", run.name);
    published.reported_hours = not_available(reported, "reported GPU-hours", Unit::gpu_hours, reason);
    published.ratio = not_available(ratio, "predicted ÷ reported", Unit::none, reason);
    published.implied_mfu = not_available(mfu, "utilization the hours imply", Unit::ratio, reason);
    return;
  }
  const std::string hours = format_grouped(*run.reported_gpu_hours);
  published.reported_hours = value_of(reported, "reported GPU-hours", Unit::gpu_hours, *run.reported_gpu_hours,
                                      {"published", hours, std::string(run.source), ""});
  published.ratio = value_of(ratio, "predicted ÷ reported", Unit::none, *numbers.ratio,
                             {"predicted ÷ reported GPU-hours", format_grouped(numbers.predicted_hours) + " ÷ " + hours,
                              std::string(run.source), ""});
  published.implied_mfu = value_of(
      mfu, "utilization the hours imply", Unit::ratio, *numbers.implied_mfu,
      {"work ÷ (reported GPU-hours × 3600 × peak)",
       format_math(numbers.flops) + " ÷ (" + hours + " × " + format_grouped(3600) + " × " + format_math(numbers.peak_flops_per_s) + ")",
       std::string(run.source), "attention's own work, and hours that were billed without computing"});
  for (Quantity* quantity : {&published.reported_hours, &published.ratio, &published.implied_mfu})
    quantity->caution = published.remark;
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

bool within(double ratio, double factor) { return ratio <= factor && ratio >= 1 / factor; }

Quantity median_quantity(std::string name, std::string label, Unit unit, const std::vector<double>& values) {
  if (values.empty())
    return not_available(std::move(name), std::move(label), unit, "no run with reported hours is left to compare");
  return value_of(
      std::move(name), std::move(label), unit, median(values),
      {"the middle one when sorted", say("of {} runs", std::to_string(values.size())), "assets/catalog/runs.csv", ""});
}

}  // namespace

Result<std::vector<LessonJob>> lesson_jobs(double utilization) {
  if (auto ok = check(kUtilizationLimit, utilization); !ok) return std::unexpected(ok.error());
  const auto a100 = find_device("a100-sxm4-80gb"), h100 = find_device("h100-sxm5-80gb");
  const auto format = find_number_format(kFormat);
  if (!a100) return std::unexpected(a100.error());
  if (!h100) return std::unexpected(h100.error());
  if (!format) return std::unexpected(format.error());
  std::vector<LessonJob> jobs;
  for (const JobRow& row : kJobs) {
    LessonJob job{row.id, row.label, row.params, row.tokens, flops_quantity(row.id, row.params, row.tokens, false),
                  {},     {}};
    job.a100_hours = hours_quantity(result_name(row.id, "a100_hours"), *job.flops.value, **a100, **format, utilization);
    job.h100_hours = hours_quantity(result_name(row.id, "h100_hours"), *job.flops.value, **h100, **format, utilization);
    jobs.push_back(std::move(job));
  }
  return jobs;
}

Result<std::vector<RunNumbers>> run_numbers(double utilization) {
  if (auto ok = check(kUtilizationLimit, utilization); !ok) return std::unexpected(ok.error());
  std::vector<RunNumbers> list;
  for (const Run& run : runs()) {
    const auto numbers = numbers_of(run, utilization);
    if (!numbers) return std::unexpected(numbers.error());
    list.push_back(*numbers);
  }
  return list;
}

PublishedRun explained(const RunNumbers& numbers, double utilization) {
  const Run& run = *numbers.run;
  PublishedRun published;
  published.run = &run;
  published.device = numbers.device;
  published.remark = std::string(run.notes);
  published.flops = flops_quantity(run.id, numbers.params, run.tokens, run.active_params.has_value());
  published.predicted_hours = hours_quantity(result_name(run.id, "predicted_hours"), numbers.flops, *numbers.device,
                                             *numbers.format, utilization);
  explain_comparison(published, numbers);
  return published;
}

Result<std::vector<PublishedRun>> published_runs(double utilization) {
  const auto numbers = run_numbers(utilization);
  if (!numbers) return std::unexpected(numbers.error());
  std::vector<PublishedRun> list;
  for (const RunNumbers& run : *numbers) list.push_back(explained(run, utilization));
  return list;
}

RunsSummary summarize(const std::vector<RunNumbers>& runs) {
  RunsSummary summary;
  std::vector<double> ratios, utilizations;
  for (const RunNumbers& run : runs) {
    if (!run.ratio) continue;
    ratios.push_back(*run.ratio);
    utilizations.push_back(*run.implied_mfu);
    ++summary.compared;
    summary.within_a_third += within(*run.ratio, 1.33);
    summary.within_two += within(*run.ratio, 2);
  }
  summary.median_ratio = median_quantity("runs.median_ratio", "median of predicted ÷ reported", Unit::none, ratios);
  summary.median_mfu =
      median_quantity("runs.median_mfu", "median utilization the hours imply", Unit::ratio, utilizations);
  return summary;
}

}  // namespace lesson
