#include "app/bench_thread_native.h"

#include <utility>

namespace lesson {

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

Result<std::optional<BenchResult>> BenchThread::measure(const ui::BenchJob& job, double done_before, double share) {
  const auto n = static_cast<std::int64_t>(job.n);
  const MeasureJob wanted{.device = job.device,
                          .shape = {n, n, n},
                          .dtype = job.dtype,
                          .kernel = job.kernel,
                          .threads = static_cast<int>(job.threads),
                          .repeats = static_cast<int>(job.repeats)};
  return measurer_.run(wanted, [&](double fraction, std::string_view phase) {
    report({.running = true,
            .fraction = done_before + fraction * share,
            .text = size_text(wanted.shape) + ", " + std::string(phase),
            .error = {}});
    return !stopping_;
  });
}

void BenchThread::run(std::vector<ui::BenchJob> jobs) {
  std::string error;
  std::optional<std::vector<TunedBest>> tuned;
  const double share = 1.0 / static_cast<double>(jobs.size());
  for (std::size_t i = 0; i < jobs.size() && !stopping_ && error.empty(); ++i) {
    if (jobs[i].tune) {
      tuned = measurer_.tune([&](double fraction, std::string_view phase) {
        report({.running = true, .fraction = fraction, .text = std::string(phase), .error = {}, .tuned = {}});
        return !stopping_;
      });
      continue;
    }
    auto result = measure(jobs[i], static_cast<double>(i) * share, share);
    if (!result) {
      error = result.error().message;
      continue;
    }
    if (!*result) break;
    const std::lock_guard lock(mutex_);
    news_.results.push_back(std::move(**result));
  }
  report({.running = false, .fraction = 1, .text = {}, .error = error, .tuned = std::move(tuned)});
}

}  // namespace lesson
