// Instruction sets a kernel may need, and which of them this processor (or this wasm module) has.
// The build line of a kernel names one; its compiler flags and this mask come from the same word.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lesson {

// Bits: one kernel's `needs`, or all that a host has.
enum class Isa : std::uint32_t {
  none = 0,
  avx2_fma = 1u << 0,
  avx512f = 1u << 1,
  neon = 1u << 2,
  wasm_simd128 = 1u << 3,
  wasm_relaxed = 1u << 4,
  avx512_vnni = 1u << 5,
  avx512_bf16 = 1u << 6,
};

constexpr Isa operator|(Isa a, Isa b) { return static_cast<Isa>(static_cast<std::uint32_t>(a) | static_cast<std::uint32_t>(b)); }
constexpr bool has_all(Isa host, Isa needs) {
  return (static_cast<std::uint32_t>(host) & static_cast<std::uint32_t>(needs)) == static_cast<std::uint32_t>(needs);
}

// Asked of the processor and the operating system once. On the web a module holds only what it was built with, and the
// browser has accepted all of it: the answer is a fact of the build.
Isa host_isa();

std::string_view isa_name(Isa one);          // "AVX2 with FMA", for readers
std::vector<std::string> isa_names(Isa many);

}  // namespace lesson
