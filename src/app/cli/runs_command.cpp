// runs: the lesson's three jobs; with --published the runs whose GPU-hours were reported, beside the prediction.
#include <fmt/format.h>

#include "app/cli/commands.h"
#include "app/cli/flags.h"
#include "app/cli/output.h"
#include "engine/lesson/published.h"

namespace lesson::cli {
namespace {

struct Calls {
  Flags flags;
  JsonOption json;
  CsvOption csv;
  bool explain = false, published = false;
};

std::string whole_hours(const Quantity& hours) { return hours.value ? format_grouped(*hours.value) : "n/a"; }

Result<std::string> jobs_text(double utilization) {
  const auto jobs = lesson_jobs(utilization);
  if (!jobs) return std::unexpected(jobs.error());
  std::vector<std::vector<std::string>> rows{{"job", "FLOPs", "A100-hours", "H100-hours"}};
  for (const LessonJob& job : *jobs) {
    rows.push_back({std::string(job.label), format_scientific(job.flops.value.value_or(0), 3),
                    whole_hours(job.a100_hours), whole_hours(job.h100_hours)});
  }
  return table_text(rows);
}

std::string published_text(const std::vector<PublishedRun>& runs) {
  std::vector<std::vector<std::string>> rows{
      {"run", "device", "predicted hours", "reported hours", "ratio", "implied utilization"}};
  std::string remarks;
  for (const PublishedRun& run : runs) {
    rows.push_back({std::string(run.run->name), std::string(run.device->id), whole_hours(run.predicted_hours),
                    whole_hours(run.reported_hours), run.ratio.value ? format_fixed(*run.ratio.value, 2) : "n/a",
                    format_quantity(run.implied_mfu)});
    if (!run.remark.empty()) remarks += fmt::format("  {}: {}\n", run.run->name, run.remark);
  }
  return table_text(rows) + (remarks.empty() ? "" : "\n" + remarks);
}

int run_command(const Calls& calls) {
  LessonState state;
  Output output;
  output.command = "runs";
  if (const auto ok = calls.flags.apply(state, output.notes); !ok) return complain(ok.error());
  const RunsInputs& in = state.inputs.runs;
  const auto jobs = jobs_text(in.utilization_ratio);
  const auto runs = chosen_runs(in);
  if (!jobs) return complain(jobs.error());
  if (!runs) return complain(runs.error());

  std::vector<Quantity> results = section_results(state.inputs, {}, "runs");
  std::vector<Quantity> summary;
  for (const Quantity& quantity : results) {
    if (quantity.name.starts_with("runs.published_")) summary.push_back(quantity);
  }
  if (calls.published) {
    for (const PublishedRun& run : *runs) {
      for (Quantity& quantity : run.all()) results.push_back(std::move(quantity));
    }
  }
  output.inputs = inputs_json(state, calls.flags.specs());
  output.results = to_json(results);
  if (calls.explain) {
    output.text = results_text(results, ByteUnit::gb, true);
  } else {
    output.text = fmt::format("{}\n{}", calls.published ? published_text(*runs) : *jobs,
                              results_text(summary, ByteUnit::gb, false));
  }
  return print(output, calls.json, calls.csv);
}

}  // namespace

Command runs_command(CLI::App& app) {
  CLI::App* command = app.add_subcommand("runs", "GPU-hours of three jobs, and of published training runs");
  const auto calls = std::make_shared<Calls>();
  calls->flags.add_to(*command, section_specs("runs"));
  command->add_flag("--published", calls->published, "List the published runs: predicted against reported GPU-hours");
  command->add_flag("--explain", calls->explain, "Show formula, values, source and what is left out for each number");
  add_json_option(*command, calls->json);
  add_csv_option(*command, calls->csv);
  return {command, [calls] { return run_command(*calls); }};
}

}  // namespace lesson::cli
