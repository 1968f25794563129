#include "engine/gemm/isa.h"

namespace lesson {
namespace {

constexpr Isa kAll[] = {Isa::avx2_fma,     Isa::avx512f,      Isa::avx512_vnni, Isa::avx512_bf16,
                        Isa::neon,         Isa::wasm_simd128, Isa::wasm_relaxed};

}  // namespace

std::string_view isa_name(Isa one) {
  switch (one) {
    case Isa::none: return "any processor";
    case Isa::avx2_fma: return "AVX2 with FMA";
    case Isa::avx512f: return "AVX-512";
    case Isa::avx512_vnni: return "AVX-512 VNNI";
    case Isa::avx512_bf16: return "AVX-512 BF16";
    case Isa::neon: return "NEON";
    case Isa::wasm_simd128: return "WebAssembly SIMD";
    case Isa::wasm_relaxed: return "WebAssembly relaxed SIMD";
  }
  return "several instruction sets";
}

std::vector<std::string> isa_names(Isa many) {
  std::vector<std::string> names;
  for (const Isa one : kAll) {
    if (has_all(many, one)) names.emplace_back(isa_name(one));
  }
  return names;
}

}  // namespace lesson
