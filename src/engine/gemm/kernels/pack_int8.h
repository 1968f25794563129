// int8 matrices in units of kSteps numbers, each stored in kBytes / kSteps bytes, side by side along k.
//
// Some dot products take one side unsigned: kOffset is then added to each number of A, and each panel of B starts with
// what that adds to a sum, negated, so that sums start from it and come out exact.
#pragma once

#include <stdint.h>
#include <string.h>

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

// Any unit's row of the block, zeros where it ends.
template <int kSteps, int kColumns>
__attribute__((cold, noinline)) void take_edge(const StoredBlock& s, int64_t first, int8_t (&edge)[kSteps][kColumns]) {
  for (int t = 0; t < kSteps; ++t) {
    for (int64_t j = 0; j < kColumns; ++j) {
      edge[t][j] = int8_t(j < s.cols && first + t < s.rows ? int8_number(s, first + t, j) : 0);
    }
  }
}

// One unit's row of a panel: kSteps stored rows of B, woven together, and added to the columns' sums. Vector types with a quicker way
// bring their own, Weave<V>.
template <class V, int kSteps, int kColumns>
struct Weave {
  template <class Part>
  static void row(const int8_t* const (&from)[kSteps], Part* out, int32_t* sums) {
    for (int j = 0; j < kColumns; ++j) {
      for (int t = 0; t < kSteps; ++t) {
        out[j * kSteps + t] = Part(from[t][j]);
        sums[j] += from[t][j];
      }
    }
  }
};

template <class V, class Part, int kColumns, int kOffset>
void pack_int8_panel(const StoredBlock* block, void* panel) {
  constexpr int kSteps = V::steps;
  const StoredBlock& s = *block;
  int32_t* starts = static_cast<int32_t*>(panel);
  Part* out = reinterpret_cast<Part*>(kOffset != 0 ? starts + kColumns : starts);
  int32_t sums[kColumns] = {};
  const int64_t units = (s.rows + kSteps - 1) / kSteps;
  int8_t edge[kSteps][kColumns] = {};
  for (int64_t u = 0; u < units; ++u, out += kColumns * kSteps) {
    const int8_t* from[kSteps];
    const int8_t* first = static_cast<const int8_t*>(s.data) + (s.row + u * kSteps) * s.ld + s.col;
    if (!s.transposed && s.cols == kColumns && (u + 1) * kSteps <= s.rows) {
      for (int t = 0; t < kSteps; ++t) from[t] = first + t * s.ld;
    } else if (!s.transposed && (u + 1) * kSteps <= s.rows) {
      for (int t = 0; t < kSteps; ++t, first += s.ld) {
        memcpy(edge[t], first, static_cast<size_t>(s.cols));
        from[t] = edge[t];
      }
    } else {
      take_edge<kSteps, kColumns>(s, u * kSteps, edge);
      for (int t = 0; t < kSteps; ++t) from[t] = edge[t];
    }
    Weave<V, kSteps, kColumns>::row(from, out, sums);
  }
  if (kOffset != 0) {
    for (int j = 0; j < kColumns; ++j) starts[j] = -kOffset * sums[j];
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
  d.pack_panel = pack_int8_panel<V, Part, kColumns, kOffset>;
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
