// What the processor is, and what it could do at most: from its data sheet and from the clock it runs at now.
// Known processors only (Intel and AMD, by family and model): of another one the theoretical peak is absent, with the reason.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/gemm/gemm.h"

namespace lesson {

struct CpuFacts {
  std::string vendor, model;            // "AuthenticAMD", "AMD EPYC 9J14"
  int family = 0, model_number = 0;     // as cpuid counts them
  int processors = 1;                   // logical ones that are online
  int cores = 1, sockets = 1;           // physical
  int threads_per_core = 1;             // more than 1: SMT is on
  std::optional<double> clock_hz;       // measured now, on one busy core; absent off x86
  std::optional<double> max_clock_hz;   // the system's own word; virtual machines seldom have it
  std::string governor;                 // "performance", "powersave"; empty where it cannot be read
};

// Measures the clock, so it takes some milliseconds; done once.
const CpuFacts& cpu_facts();

// The multiply-add hardware of a family.
struct CpuDesign {
  std::string_view name;  // "Zen 5"
  int vector_bits;        // of one multiply-add unit
  int units;              // a core has
};
std::optional<CpuDesign> cpu_design(std::string_view vendor, int family, int model_number, std::string_view model);

struct CpuPeak {
  std::optional<double> flops_per_cycle;  // of one core
  std::optional<double> flops_per_s;      // of one core, at clock_hz
  std::string source;                     // how it was got, or why there is none
};

// units × numbers in a vector × 2 × clock. Formats without an instruction of their own count as float32, which their
// numbers are widened to. int8: whole-number operations.
CpuPeak cpu_peak(GemmType type, const CpuFacts& facts, Isa isa, bool has_fp16);
CpuPeak cpu_peak_here(GemmType type);

}  // namespace lesson
