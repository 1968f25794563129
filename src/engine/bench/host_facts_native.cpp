#include <sched.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <string>

#include "engine/base/clock.h"
#include "engine/bench/host_facts.h"
#include "engine/gemm/isa.h"

namespace lesson {
namespace {

std::string cpu_model() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);) {
    if (!line.starts_with("model name")) continue;
    const std::size_t value = line.find(": ");
    if (value != std::string::npos) return line.substr(value + 2);
  }
  return "unknown processor";
}

int usable_processors() {
  cpu_set_t set;
  CPU_ZERO(&set);
  if (sched_getaffinity(0, sizeof set, &set) != 0) return 1;
  return std::max(1, CPU_COUNT(&set));
}

// Half of what is free now: the rest of the machine keeps running.
std::int64_t memory_limit() {
  std::ifstream info("/proc/meminfo");
  for (std::string word; info >> word;) {
    std::int64_t kib = 0;
    if (word == "MemAvailable:" && info >> kib) return kib * 1024 / 2;
  }
  return static_cast<std::int64_t>(sysconf(_SC_PHYS_PAGES)) * sysconf(_SC_PAGE_SIZE) / 2;
}

}  // namespace

const HostFacts& host_facts() {
  static const HostFacts facts = [] {
    HostFacts f;
    f.cpu = cpu_model();
    f.cores = usable_processors();
    f.isa = isa_names(host_isa());
    f.module = "native";
    f.threads_available = f.cores;
    if (f.cores == 1) f.threads_note = "This program may use one processor.";
    f.isolated = true;
    f.clock_step_ns = measure_clock_step_ns();
    f.compiler = __VERSION__;
    utsname name{};
    if (uname(&name) == 0) f.system = std::string(name.sysname) + " " + name.release + " " + name.machine;
    f.memory_limit_bytes = memory_limit();
    return f;
  }();
  return facts;
}

}  // namespace lesson
