// q4_0 weights widened to float32 while packing: blocks of 32 along a stored row, a float16 scale and 16 bytes each.
#pragma once

#include "engine/gemm/kernels/packed.h"

namespace lesson {
namespace {

constexpr int kBlockNumbers = 32, kBlockBytes = 18;

inline void widen_block(const uint8_t* block, float* out) {
  const float scale = Fp16::load(uint16_t(block[0] | (block[1] << 8)));
  for (int i = 0; i < 16; ++i) {
    out[i] = scale * float(int(block[2 + i] & 15) - 8);
    out[i + 16] = scale * float(int(block[2 + i] >> 4) - 8);
  }
}

template <int kColumns>
__attribute__((cold, noinline)) void pack_q4_0_rows(const StoredBlock& s, float* out) {  // blocks run along B's rows
  const int64_t row_bytes = s.ld / kBlockNumbers * kBlockBytes;
  const auto* row = static_cast<const uint8_t*>(s.data) + s.row * row_bytes;
  float numbers[kBlockNumbers];
  for (int64_t p = 0; p < s.rows; ++p, row += row_bytes, out += kColumns) {
    for (int64_t j = 0; j < kColumns; ++j) {
      const int64_t col = s.col + j;
      if (j == 0 || col % kBlockNumbers == 0) widen_block(row + (j < s.cols ? col : s.col) / kBlockNumbers * kBlockBytes, numbers);
      out[j] = j < s.cols ? numbers[col % kBlockNumbers] : 0.0f;
    }
  }
}

template <int kColumns>
void pack_q4_0_panel(const StoredBlock* block, void* panel) {
  const StoredBlock& s = *block;
  const auto* data = static_cast<const uint8_t*>(s.data);
  float* out = static_cast<float*>(panel);
  const int64_t row_bytes = s.ld / kBlockNumbers * kBlockBytes;
  float numbers[kBlockNumbers];
  if (!s.transposed) return pack_q4_0_rows<kColumns>(s, out);
  // Weights are stored one row per column of B: blocks run along k.
  for (int64_t j = 0; j < kColumns; ++j) {
    if (j >= s.cols) {
      for (int64_t p = 0; p < s.rows; ++p) out[p * kColumns + j] = 0;
      continue;
    }
    const uint8_t* row = data + (s.col + j) * row_bytes;
    for (int64_t p = s.row; p < s.row + s.rows;) {
      widen_block(row + p / kBlockNumbers * kBlockBytes, numbers);
      const int64_t end = p / kBlockNumbers * kBlockNumbers + kBlockNumbers;
      for (; p < end && p < s.row + s.rows; ++p) out[(p - s.row) * kColumns + j] = numbers[p % kBlockNumbers];
    }
  }
}

template <class V, int kRows, int kVectors>
constexpr KernelDesc q4_0_kernel(int rung, CacheBlock cache) {
  KernelDesc d = packed_kernel<V, Fp32, kRows, kVectors>(
      rung, GemmType::q4_0, "Weights are stored in 4.5 bits each and widened to float32 while packing: a seventh of the memory.", cache);
  d.pack_panel = pack_q4_0_panel<kVectors * V::lanes>;
  d.b_as_stored = 0;
  return d;
}

}  // namespace
}  // namespace lesson
