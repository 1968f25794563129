#include "app/bench_thread_native.h"

#include <utility>

#include "engine/base/format.h"

namespace lesson {
namespace {

constexpr std::int64_t kSliceNs = 50'000'000;

std::string size_text(const ui::BenchJob& job) { return format_grouped(job.n) + " × " + format_grouped(job.n); }

}  // namespace

BenchThread::~BenchThread() {
  stop();
  if (thread_.joinable()) thread_.join();
}

void BenchThread::start(std::vector<ui::BenchJob> jobs) {
  {
    const std::lock_guard lock(mutex_);
    if (news_.status.running) return;
    news_.status = {.running = true, .fraction = 0, .text = "starting", .error = {}};
  }
  if (thread_.joinable()) thread_.join();
  stopping_ = false;
  thread_ = std::thread([this, jobs = std::move(jobs)]() mutable { run(std::move(jobs)); });
}

void BenchThread::stop() { stopping_ = true; }

BenchThread::News BenchThread::collect() {
  const std::lock_guard lock(mutex_);
  News news{news_.status, std::move(news_.results)};
  news_.results.clear();
  return news;
}

void BenchThread::report(ui::BenchStatus status) {
  {
    const std::lock_guard lock(mutex_);
    news_.status = std::move(status);
  }
  wake_();
}

Result<BenchResult> BenchThread::measure(const ui::BenchJob& job, double done_before, double share) {
  BenchRequest request;
  const auto n = static_cast<std::int64_t>(job.n);
  request.shape = {n, n, n};
  const Result<GemmType> type = find_gemm_type(job.dtype);
  if (!type) return std::unexpected(type.error());
  request.type = *type;
  request.kernel = job.kernel;
  request.threads = static_cast<int>(job.threads);
  request.repeats = static_cast<int>(job.repeats);
  Result<BenchRun> run = BenchRun::start(request, workspace_);
  if (!run) return std::unexpected(run.error());
  while (!stopping_) {
    const Result<Progress> progress = run->step(kSliceNs);
    if (!progress) return std::unexpected(progress.error());
    const std::string phase(phase_name(progress->phase));
    report({.running = true,
            .fraction = done_before + progress->fraction * share,
            .text = size_text(job) + ", " + phase,
            .error = {}});
    if (progress->done) return run->finish(false);
  }
  return fail(ErrorCode::not_available, "");
}

void BenchThread::run(std::vector<ui::BenchJob> jobs) {
  std::string error;
  const double share = 1.0 / static_cast<double>(jobs.size());
  for (std::size_t i = 0; i < jobs.size() && !stopping_ && error.empty(); ++i) {
    Result<BenchResult> result = measure(jobs[i], static_cast<double>(i) * share, share);
    if (!result) {
      error = result.error().message;
      continue;
    }
    const std::lock_guard lock(mutex_);
    news_.results.push_back(std::move(*result));
  }
  report({.running = false, .fraction = 1, .text = {}, .error = error});
}

}  // namespace lesson
