// int8 matrices in units of kSteps numbers, each stored in kBytes / kSteps bytes, side by side along k.
//
// Some dot products take one side unsigned: kOffset is then added to each number of A, and each panel of B starts with
// what that adds to a sum, negated, so that sums start from it and come out exact.
#pragma once

#include <stdint.h>

#include "engine/gemm/kernel_abi.h"
#include "engine/gemm/kernels/packed.h"
#include "engine/gemm/kernels/tile.h"

namespace lesson {
namespace {

// The number (r, c) of op(X).
inline int int8_number(const StoredBlock& s, int64_t r, int64_t c) {
  const auto* data = static_cast<const int8_t*>(s.data);
  return s.transposed ? data[(s.col + c) * s.ld + s.row + r] : data[(s.row + r) * s.ld + s.col + c];
}

template <class Part, int kSteps, int kOffset>
void load_int8_rows(const StoredBlock* block, void* rows, int64_t ld) {
  const StoredBlock& s = *block;
  for (int64_t r = 0; r < s.rows; ++r) {
    Part* out = static_cast<Part*>(rows) + r * ld * kSteps;
    if (!s.transposed) {
      const int8_t* from = static_cast<const int8_t*>(s.data) + (s.row + r) * s.ld + s.col;
      for (int64_t p = 0; p < s.cols; ++p) out[p] = Part(from[p] + kOffset);
    } else {
      for (int64_t p = 0; p < s.cols; ++p) out[p] = Part(int8_number(s, r, p) + kOffset);
    }
    for (int64_t p = s.cols; p < ld * kSteps; ++p) out[p] = Part(kOffset);
  }
}

template <class Part, int kSteps, int kColumns, int kOffset>
void pack_int8_panel(const StoredBlock* block, void* panel) {
  const StoredBlock& s = *block;
  int32_t* starts = static_cast<int32_t*>(panel);
  Part* out = reinterpret_cast<Part*>(kOffset != 0 ? starts + kColumns : starts);
  const int64_t units = (s.rows + kSteps - 1) / kSteps;
  for (int64_t j = 0; j < kColumns; ++j) {
    int32_t sum = 0;
    for (int64_t p = 0; p < units * kSteps; ++p) {
      const int number = j < s.cols && p < s.rows ? int8_number(s, p, j) : 0;
      out[(p / kSteps * kColumns + j) * kSteps + p % kSteps] = Part(number);
      sum += number;
    }
    if (kOffset != 0) starts[j] = -kOffset * sum;
  }
}

template <class V, class Part, int kOffset, int kRows, int kVectors>
constexpr KernelDesc int8_kernel(int rung, const char* idea, CacheBlock cache) {
  constexpr int kColumns = kVectors * V::lanes;
  KernelDesc d{};
  d.rung = rung;
  d.type = GemmType::int8;
  d.idea = idea;
  d.block = block_of_tiles<V, kRows, kVectors>;
  d.load_rows = load_int8_rows<Part, V::steps, kOffset>;
  d.pack_panel = pack_int8_panel<Part, V::steps, kColumns, kOffset>;
  d.mr = kRows;
  d.nr = kColumns;
  d.mc = cache.mc;
  d.kc = cache.kc;
  d.nc = cache.nc;
  d.k_step = V::steps;
  d.unit_bytes = V::steps * int(sizeof(Part));
  d.b_extra_bytes = V::template extra_bytes<kVectors>;
  d.peak = register_peak<V>;
  return d;
}

}  // namespace
}  // namespace lesson
