#include <algorithm>
#include <fstream>
#include <set>
#include <sstream>
#include <string>

#include "engine/base/clock.h"
#include "engine/bench/cpu_facts.h"

namespace lesson {
namespace {

std::string first_line(const std::string& path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  return line;
}

int number(const std::string& text) {
  int value = 0;
  std::istringstream(text) >> value;
  return value;
}

// "0-3,8" -> 5
int count_of_list(const std::string& list) {
  int count = 0;
  std::istringstream parts(list);
  for (std::string part; std::getline(parts, part, ',');) {
    const std::size_t dash = part.find('-');
    count += dash == std::string::npos ? 1 : number(part.substr(dash + 1)) - number(part) + 1;
  }
  return count;
}

void read_cpuinfo(CpuFacts& facts) {
  std::ifstream info("/proc/cpuinfo");
  std::set<std::string> cores, sockets;
  std::string socket = "0", core;
  facts.processors = 0;
  for (std::string line; std::getline(info, line);) {
    const std::size_t colon = line.find(':');
    const std::string name = line.substr(0, line.find_last_not_of(" \t", colon == std::string::npos ? colon : colon - 1) + 1);
    const std::string value = colon == std::string::npos || colon + 2 > line.size() ? "" : line.substr(colon + 2);
    if (name == "processor") facts.processors += 1;
    if (name == "vendor_id") facts.vendor = value;
    if (name == "model name") facts.model = value;
    if (name == "cpu family") facts.family = number(value);
    if (name == "model") facts.model_number = number(value);
    if (name == "physical id") sockets.insert(socket = value);
    if (name == "core id") cores.insert(socket + "/" + value);
  }
  facts.processors = std::max(facts.processors, 1);
  facts.sockets = std::max<int>(1, static_cast<int>(sockets.size()));
  facts.cores = cores.empty() ? facts.processors : static_cast<int>(cores.size());
}

// Six steps that wait for each other, one cycle each: three shifts and three exclusive ors. x86 has done so for decades.
std::uint64_t chain(std::int64_t rounds) {
  std::uint64_t x = 88172645463325252u;
  for (std::int64_t i = 0; i < rounds; ++i) {
    x ^= x << 13;
    x ^= x >> 7;
    x ^= x << 17;
  }
  return x;
}

std::optional<double> measured_clock_hz() {
  constexpr std::int64_t kRounds = 400'000;  // about a millisecond
  constexpr double kCyclesPerRound = 6;
  constexpr int kSamples = 24;  // the first ones wake the core up
  std::int64_t shortest_ns = 0;
  volatile std::uint64_t sink = 0;
  for (int i = 0; i < kSamples; ++i) {
    const std::int64_t before = now_ns();
    sink = sink + chain(kRounds);
    const std::int64_t took_ns = now_ns() - before;
    if (shortest_ns == 0 || took_ns < shortest_ns) shortest_ns = took_ns;
  }
  if (shortest_ns <= 0) return std::nullopt;
  return kCyclesPerRound * static_cast<double>(kRounds) / static_cast<double>(shortest_ns) * 1e9;
}

bool has_fp16_arithmetic() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string word; info >> word;) {
    if (word == "avx512_fp16") return true;
  }
  return false;
}

}  // namespace

const CpuFacts& cpu_facts() {
  static const CpuFacts facts = [] {
    CpuFacts f;
    read_cpuinfo(f);
    const std::string cpu0 = "/sys/devices/system/cpu/cpu0/";
    const std::string siblings = first_line(cpu0 + "topology/thread_siblings_list");
    f.threads_per_core = siblings.empty() ? std::max(1, f.processors / f.cores) : std::max(1, count_of_list(siblings));
    f.governor = first_line(cpu0 + "cpufreq/scaling_governor");
    if (const int khz = number(first_line(cpu0 + "cpufreq/cpuinfo_max_freq")); khz > 0) f.max_clock_hz = khz * 1e3;
    if (has_all(host_isa(), Isa::avx2_fma)) f.clock_hz = measured_clock_hz();
    return f;
  }();
  return facts;
}

CpuPeak cpu_peak_here(GemmType type) {
  static const bool fp16 = has_fp16_arithmetic();
  return cpu_peak(type, cpu_facts(), host_isa(), fp16);
}

}  // namespace lesson
