// Runs the interface's benchmark jobs one after the other on a thread of its own, in slices, so that Stop works at
// once.
#pragma once

#include <atomic>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "app/measure_native.h"
#include "ui/lab.h"

namespace lesson {

class BenchThread {
 public:
  // `wake` is called from the thread whenever there is something new to collect.
  explicit BenchThread(void (*wake)()) : wake_(wake) {}
  ~BenchThread();
  BenchThread(const BenchThread&) = delete;
  BenchThread& operator=(const BenchThread&) = delete;

  void start(std::vector<ui::BenchJob> jobs);  // ignored while one runs
  void stop();

  struct News {
    ui::BenchStatus status;
    std::vector<BenchResult> results;  // since the last call
  };
  News collect();

 private:
  void run(std::vector<ui::BenchJob> jobs);
  Result<std::optional<BenchResult>> measure(const ui::BenchJob& job, double done_before, double share);
  void report(ui::BenchStatus status);

  void (*wake_)();
  std::thread thread_;
  std::atomic<bool> stopping_ = false;
  std::mutex mutex_;
  News news_;  // guarded by mutex_
  Measurer measurer_;
};

}  // namespace lesson
