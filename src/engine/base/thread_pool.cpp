#include "engine/base/thread_pool.h"

#include <pthread.h>

#include <algorithm>
#include <string>
#include <vector>

#include "engine/base/give_way.h"
#include "engine/base/pin.h"

namespace lesson {
namespace {

// Waits until `done` holds: spins first, then lets others have the processor between looks.
template <class Done>
void spin_until(Done done) {
  for (long looks = 0; !done(); ++looks) give_way(looks);
}

}  // namespace

struct ThreadPool::Shared {
  struct Worker {
    alignas(64) std::atomic<std::uint32_t> round{0};  // a new value means: work
    std::atomic<bool> asleep{false};
    enum class Part : std::uint8_t { open, taken, left_out };
    std::atomic<Part> part{Part::taken};  // of the work of the latest round: whose turn it is to touch it
    pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    pthread_cond_t wake = PTHREAD_COND_INITIALIZER;
    pthread_t handle{};
    Shared* shared = nullptr;
    int thread = 0;
  };

  std::vector<std::unique_ptr<Worker>> workers;
  Work work = nullptr;  // nullptr: the thread ends
  void* context = nullptr;
  int threads = 0;
  bool pinned = false;  // set before there is a worker
  alignas(64) std::atomic<int> pending{0};

  // Returns when worker.round differs from `seen`, with the new value.
  static std::uint32_t next_round(Worker& worker, std::uint32_t seen) {
    constexpr int kSpins = 20'000;  // some tens of microseconds
    for (int i = 0; i < kSpins; ++i) {
      const std::uint32_t round = worker.round.load(std::memory_order_acquire);
      if (round != seen) return round;
    }
    pthread_mutex_lock(&worker.mutex);
    // Sequentially consistent with the change of round in post(): one of the two sees the other. Both are exchanges rather than
    // stores, because qemu lets a plain store of emulated ARM code pass the load after it, and then neither would.
    worker.asleep.exchange(true);
    std::uint32_t round;
    while ((round = worker.round.load()) == seen) pthread_cond_wait(&worker.wake, &worker.mutex);
    worker.asleep.store(false);
    pthread_mutex_unlock(&worker.mutex);
    return round;
  }

  static void post(Worker& worker) {
    worker.part.store(Worker::Part::open, std::memory_order_release);
    worker.round.fetch_add(1);
    if (worker.asleep.load()) {
      pthread_mutex_lock(&worker.mutex);
      pthread_cond_signal(&worker.wake);
      pthread_mutex_unlock(&worker.mutex);
    }
  }

  // Of the thread and its caller, the one that comes first decides.
  static bool decide(Worker& worker, Worker::Part part) {
    Worker::Part open = Worker::Part::open;
    return worker.part.compare_exchange_strong(open, part, std::memory_order_acq_rel);
  }

  static void* thread_main(void* argument) {
    Worker& worker = *static_cast<Worker*>(argument);
    Shared& shared = *worker.shared;
    if (shared.pinned) (void)pin_this_thread(worker.thread);
    std::uint32_t seen = 0;
    while (true) {
      seen = next_round(worker, seen);
      if (!decide(worker, Worker::Part::taken)) continue;  // too late, or the part of a later round was taken with an earlier one's call
      if (shared.work == nullptr) return nullptr;
      shared.work(shared.context, worker.thread, shared.threads);
      shared.pending.fetch_sub(1, std::memory_order_release);
    }
  }
};

ThreadPool::ThreadPool() : shared_(std::make_unique<Shared>()) {}

ThreadPool::~ThreadPool() {
  shared_->work = nullptr;
  for (auto& worker : shared_->workers) Shared::post(*worker);
  for (auto& worker : shared_->workers) {
    pthread_join(worker->handle, nullptr);
    pthread_cond_destroy(&worker->wake);
    pthread_mutex_destroy(&worker->mutex);
  }
}

bool ThreadPool::pin() { return shared_->pinned = pin_this_thread(0); }

int ThreadPool::size() const { return 1 + static_cast<int>(shared_->workers.size()); }

Result<void> ThreadPool::grow(int threads) {
  while (size() < threads) {
    auto worker = std::make_unique<Shared::Worker>();
    worker->shared = shared_.get();
    worker->thread = size();
    if (pthread_create(&worker->handle, nullptr, Shared::thread_main, worker.get()) != 0) {
      return fail(ErrorCode::not_available, "The system allows no more than " + std::to_string(size()) +
                                                (size() == 1 ? " thread" : " threads") + " here: choose that many.");
    }
    shared_->workers.push_back(std::move(worker));
  }
  return {};
}

int ThreadPool::run(int threads, Work work, void* context, Late late) {
  threads = std::clamp(threads, 1, size());
  if (threads > 1) {
    shared_->work = work;
    shared_->context = context;
    shared_->threads = threads;
    shared_->pending.store(threads - 1, std::memory_order_relaxed);
    for (int t = 1; t < threads; ++t) Shared::post(*shared_->workers[t - 1]);
  }
  work(context, 0, threads);
  if (late == Late::left_out) {
    for (int t = 1; t < threads; ++t) {
      if (Shared::decide(*shared_->workers[t - 1], Shared::Worker::Part::left_out)) shared_->pending.fetch_sub(1, std::memory_order_relaxed);
    }
  }
  if (threads > 1) {
    spin_until([&] { return shared_->pending.load(std::memory_order_acquire) == 0; });
  }
  return threads;
}

void SpinBarrier::wait(int threads) {
  if (threads <= 1) return;
  const std::uint32_t round = round_.load(std::memory_order_relaxed);
  if (arrived_.fetch_add(1, std::memory_order_acq_rel) + 1 == static_cast<std::uint32_t>(threads)) {
    arrived_.store(0, std::memory_order_relaxed);
    round_.fetch_add(1, std::memory_order_release);
  } else {
    spin_until([&] { return round_.load(std::memory_order_acquire) != round; });
  }
}

}  // namespace lesson
