// runs: the lesson's three jobs, and the published runs added up.
#include <iterator>

#include "engine/base/format.h"
#include "engine/base/language.h"
#include "engine/calc/explain.h"
#include "engine/lesson/published.h"
#include "engine/lesson/section_results.h"

namespace lesson {
namespace {

struct JobName {
  std::string prefix, name;
};
const JobName kJobNames[] = {  // in the order of lesson_jobs
    {"gpt3", "GPT-3"}, {"b7", "7B model, 2T tokens"}, {"finetune", "fine-tune 7B"}};

void add_job(ResultList& list, const JobName& as, const Result<LessonJob>& job) {
  const std::string flops = as.prefix + "_flops", a100 = as.prefix + "_a100_hours", h100 = as.prefix + "_h100_hours",
                    work = say("{}: work", tr(as.name)), on_a100 = say("{}: on A100", tr(as.name)), on_h100 = say("{}: on H100", tr(as.name));
  const ResultRow<LessonJob> rows[] = {
      {{flops, work, Unit::flops}, &LessonJob::flops},
      {{a100, on_a100, Unit::gpu_hours}, &LessonJob::a100_hours},
      {{h100, on_h100, Unit::gpu_hours}, &LessonJob::h100_hours},
  };
  list.add_all(job, rows);
}

Result<RunsSummary> summary(const RunsInputs& in) {
  const auto chosen = chosen_numbers(in);
  if (!chosen) return std::unexpected(chosen.error());
  return summarize(*chosen);
}

Quantity count_of(double count, std::string formula) {
  return value_of("", "", Unit::none, count,
                  {std::move(formula), format_grouped(count), "assets/catalog/runs.csv, with the sources of each run",
                   "runs whose hours were never published"});
}

}  // namespace

std::vector<Quantity> runs_results(const Inputs& inputs, const Measurements&) {
  ResultList list("runs");
  const auto jobs = lesson_jobs(inputs.runs.utilization_ratio);
  for (std::size_t i = 0; i < std::size(kJobNames); ++i) {
    add_job(list, kJobNames[i], jobs ? Result<LessonJob>((*jobs)[i]) : std::unexpected(jobs.error()));
  }
  const auto runs = summary(inputs.runs);
  const auto count = [&](ResultName as, int RunsSummary::*field, const char* formula) {
    list.add(as, runs ? Result<Quantity>(count_of((*runs).*field, formula)) : std::unexpected(runs.error()));
  };
  count({"published_count", "published runs with hours", Unit::none}, &RunsSummary::compared,
        "runs whose GPU-hours were published");
  list.add({"published_median_ratio", "median of predicted ÷ reported", Unit::none},
           runs ? Result<Quantity>(runs->median_ratio) : std::unexpected(runs.error()));
  list.add({"published_median_utilization", "median utilization implied", Unit::ratio},
           runs ? Result<Quantity>(runs->median_mfu) : std::unexpected(runs.error()));
  count({"published_within_1_33", "within a factor 1.33", Unit::none}, &RunsSummary::within_a_third,
        "runs with 1 ÷ 1.33 ≤ predicted ÷ reported ≤ 1.33");
  count({"published_within_2", "within a factor 2", Unit::none}, &RunsSummary::within_two,
        "runs with 1 ÷ 2 ≤ predicted ÷ reported ≤ 2");
  return list.take();
}

}  // namespace lesson
