#include <pthread.h>
#include <sched.h>

#include <vector>

#include "engine/base/pin.h"

namespace lesson {
namespace {

// Asked once: a thread that is pinned, and those it starts, see one processor only.
const std::vector<int>& allowed() {
  static const std::vector<int> list = [] {
    std::vector<int> found;
    cpu_set_t set;
    CPU_ZERO(&set);
    if (sched_getaffinity(0, sizeof set, &set) != 0) return found;
    for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
      if (CPU_ISSET(cpu, &set)) found.push_back(cpu);
    }
    return found;
  }();
  return list;
}

}  // namespace

bool pin_this_thread(int place) {
  const std::vector<int>& cpus = allowed();
  if (cpus.empty() || place < 0) return false;
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(cpus[static_cast<std::size_t>(place) % cpus.size()], &set);
  return pthread_setaffinity_np(pthread_self(), sizeof set, &set) == 0;
}

}  // namespace lesson
