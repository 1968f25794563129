#include "engine/base/give_way.h"

#include <emscripten/threading.h>

#include <cstdint>

namespace lesson {

// WebAssembly has no yield: sched_yield() keeps the processor, and the thread that is waited for may be queued behind the one that waits.
// So this sleeps on a word that nobody changes; that takes 50 µs and more, so it begins late. Not emscripten_thread_sleep(): it sleeps until
// the clock says so, and a browser's clock may have steps of 100 ms.
void give_way(long looks) {
  static std::uint32_t word = 0;
  constexpr long kEarly = 300'000;
  constexpr double kMs = 0.02;
  if (looks >= kEarly) emscripten_futex_wait(&word, 0, kMs);
}

}  // namespace lesson
