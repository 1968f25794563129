// What a measurement was made on. Travels with every result.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace lesson {

struct HostFacts {
  std::string cpu;                     // model name; "not told by the browser" on the web
  int cores = 1;                       // processors this program may use
  std::vector<std::string> isa;        // instruction sets the kernels may use
  std::string module;                  // "native", "simd128", "relaxed"
  int threads_available = 1;
  std::string threads_note;            // why only one thread; empty otherwise
  bool isolated = false;               // web: cross-origin isolated, so threads and a fine clock; native: always true
  std::int64_t clock_step_ns = 1;
  std::string compiler;
  std::string system;                  // "Linux 6.1 x86_64", or the browser's user agent
  std::int64_t memory_limit_bytes = 0; // a benchmark asks for at most this
};

// Measures the clock step, so it takes some milliseconds; done once.
const HostFacts& host_facts();

}  // namespace lesson
