#include "engine/base/give_way.h"

#include <emscripten/atomic.h>
#include <emscripten/threading.h>

#include <cstdint>

namespace lesson {

// WebAssembly has no yield: sched_yield() keeps the processor, and the thread that is waited for may be queued behind the one that waits.
// So this sleeps on a word that nobody changes; that takes 50 µs and more, so it begins late. A page's main thread must not sleep.
void give_way(long looks) {
  static std::uint32_t word = 0;
  constexpr long kEarly = 300'000;
  constexpr std::int64_t kNs = 20'000;
  if (looks >= kEarly && !emscripten_is_main_browser_thread()) emscripten_atomic_wait_u32(&word, 0, kNs);
}

}  // namespace lesson
