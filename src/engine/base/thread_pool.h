// Threads that are made once and woken for each piece of work; the caller works too, as thread 0.
// A woken thread spins for a moment before it sleeps: a small product lasts microseconds, waking a sleeper costs more.
// One caller at a time. Web: pthreads, which a page has only when it is cross-origin isolated.
// Does not: choose the number of threads, allocate while running, keep threads on processors unless asked to.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

#include "engine/base/result.h"

namespace lesson {

class ThreadPool {
 public:
  ThreadPool();
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  // From now on thread t stays on the t-th processor, the caller's thread too (pin.h). Call it before the first grow(). False where
  // the caller could not be pinned: then nobody is.
  bool pin();
  // Makes sure the pool holds `threads`, the caller counted; it never shrinks. Error::not_available when the system
  // refuses one: the pool keeps those it could make, and works.
  Result<void> grow(int threads);
  int size() const;

  using Work = void (*)(void* context, int thread, int threads);
  // What happens to threads that have not begun when the caller's own part is done, because the system gave them no processor. left_out:
  // they never begin. For work that takes its pieces from a common counter: nothing is left for them then.
  enum class Late : std::uint8_t { awaited, left_out };
  // Calls work(context, t, threads) for t = 0 .. threads-1 at the same time; returns when all are done.
  // Uses at most size() threads and returns how many it used.
  int run(int threads, Work work, void* context, Late late = Late::awaited);

 private:
  struct Shared;
  std::unique_ptr<Shared> shared_;
};

// Lets the threads of one run wait for each other in the middle of it. Spins, since all of them are running.
class SpinBarrier {
 public:
  void wait(int threads);

 private:
  std::atomic<std::uint32_t> arrived_{0};
  std::atomic<std::uint32_t> round_{0};
};

}  // namespace lesson
