#include "engine/base/give_way.h"

#include <emscripten/threading.h>

namespace lesson {

// WebAssembly has no yield: sched_yield() keeps the processor, and the thread that is waited for may be queued behind the one that waits.
// So this sleeps; that takes 50 µs and more, so it begins late. On a page's main thread, which must not sleep, it is a short loop.
void give_way(long looks) {
  constexpr long kEarly = 300'000;
  constexpr double kMs = 0.02;
  if (looks >= kEarly) emscripten_thread_sleep(kMs);
}

}  // namespace lesson
