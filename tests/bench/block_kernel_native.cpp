#include "block_kernel.h"

#include <immintrin.h>
#include <sys/mman.h>

#include "engine/gemm/kernels/packed.h"

namespace lesson {
namespace {

struct Fma128 {
  using scalar = float;
  using reg = __m128;
  static constexpr int lanes = 4;
  static constexpr int steps = 1;
  static constexpr int turn = 1;
  template <int kVectors>
  static constexpr int extra_bytes = 0;
  static reg start(const char*, int) { return _mm_setzero_ps(); }
  static reg load(const float* p) { return _mm_loadu_ps(p); }
  static reg splat(const float* p) { return _mm_set1_ps(*p); }
  static void store(float* p, reg v) { _mm_storeu_ps(p, v); }
  static reg add(reg a, reg b) { return _mm_add_ps(a, b); }
  static void pin(reg&) {}
  static reg madd(reg a, reg b, reg c) { return _mm_fmadd_ps(a, b, c); }
};

const KernelDesc kDesc = packed_kernel<Fma128, Fp32, 6, 2>(6, GemmType::fp32, "", {.mc = 96, .kc = 256, .nc = 512});

}  // namespace
}  // namespace lesson

const lesson::Kernel& block_kernel() {
  static const lesson::Kernel kernel{"fp32_gemm_6x8__fma128", lesson::Isa::avx2_fma, "", &lesson::kDesc};
  return kernel;
}

bool ask_for_large_pages(void* data, std::int64_t bytes) { return madvise(data, static_cast<std::size_t>(bytes), MADV_HUGEPAGE) == 0; }
