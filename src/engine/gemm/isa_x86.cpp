#include "engine/gemm/isa.h"

namespace lesson {

// The compiler's probe also asks whether the operating system saves the wider registers.
Isa host_isa() {
  static const Isa host = [] {
    Isa isa = Isa::none;
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) isa = isa | Isa::avx2_fma;
    const bool avx512 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                        __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq");
    if (avx512 && has_all(isa, Isa::avx2_fma)) {
      isa = isa | Isa::avx512f;
      if (__builtin_cpu_supports("avx512vnni")) isa = isa | Isa::avx512_vnni;
      if (__builtin_cpu_supports("avx512bf16")) isa = isa | Isa::avx512_bf16;
    }
    return isa;
  }();
  return host;
}

}  // namespace lesson
