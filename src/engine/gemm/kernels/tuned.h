// Where the highest rung of a format is not its fastest kernel: products up to this size, see gemm/choice.h.
// A row that does not run here is passed over. `lesson bench --tune` and the page's Tune button find such rows.
#pragma once

#include <cstdint>
#include <string_view>

#include "engine/gemm/kernel_abi.h"

namespace lesson {

struct TunedRow {
  GemmType type;
  std::int64_t up_to;
  std::string_view id;
};

// Zen 5, 2026-12-02: 16 columns fill a panel of AVX2's tile and half a panel of AVX-512's. At n = 16, GFLOP/s: 24 and 12 (fp32), 20 and 12 (bf16),
// 19 and 11 (fp16), 23 and 8 (int8); from n = 24 on the wider one is as fast or faster. fp64's panel has 16 columns itself.
inline constexpr TunedRow kTuned[] = {
    {GemmType::fp32, 16, "fp32_gemm_6x16__avx2_fma"},
    {GemmType::bf16, 16, "bf16_gemm_6x16__avx2_fma"},
    {GemmType::fp16, 16, "fp16_gemm_6x16__avx2_fma"},
    {GemmType::int8, 16, "int8_gemm_6x16__avx2_fma"},
};

}  // namespace lesson
