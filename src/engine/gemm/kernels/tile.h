// The product of one cache block, register tile by register tile: the idea every packed kernel shares.
// A kernel file says what a vector is (struct V) and how large the tile is; this file is the loops around it.
// Everything here is in an unnamed namespace: each kernel has its own copy, compiled for its own instruction set.
//
//   for each kRows rows of A:              these rows of A (kRows x k) stay in the first-level cache,
//     for each panel of B:                 B's panels stream by from the second level,
//       acc[kRows][kVectors] = 0           the tile of C lives in registers,
//       for p in k: acc += A[:, p] * B[p, :]
//       C = alpha * acc + beta * C
//
// V: scalar (the type of C and of a unit along k), reg, lanes, steps (numbers in a unit: each madd does 2 * steps
// operations a lane); start(p, j): the j-th vector a sum starts from, p the panel's own bytes, of which there are
// extra_bytes; turn, the steps of k in one turn of the loop; load(p), splat(p), store(p, v), add(a, b), madd(b, a, c) = b * a + c,
// pin(v): the compiler must have v here and load nothing that comes later; empty where compilers keep the order anyway.
#pragma once

#include <stdint.h>

#include "engine/gemm/kernel_abi.h"

namespace lesson {
namespace {

// A tile that sticks out of C, or with alpha or beta of its own. From a buffer and out of line: whatever else is alive
// during the loop, an alpha waiting for its end, costs a register, and the tile has none to spare.
template <class V, int kColumns>
__attribute__((noinline)) void finish_general(const BlockProduct& p, const typename V::scalar* sums, int64_t rows, int64_t n,
                                              typename V::scalar* c) {
  using S = typename V::scalar;
  const S alpha = static_cast<S>(p.alpha), beta = static_cast<S>(p.beta);
  for (int64_t i = 0; i < rows; ++i, sums += kColumns, c += p.ldc) {
    for (int64_t j = 0; j < n; ++j) c[j] = beta != S(0) ? alpha * sums[j] + beta * c[j] : alpha * sums[j];
  }
}

// acc += A[:, p] * B[p, :] for one p; a(i) is where row i's number lies.
// B's vectors are loaded first and each number of A is used as soon as it is splat: one register for A, not kRows.
template <class V, int kRows, int kVectors, class Place>
inline __attribute__((always_inline)) void step(typename V::reg (&acc)[kRows][kVectors], const Place& a, const char* b) {
  typename V::reg row[kVectors];
#pragma GCC unroll 8
  for (int j = 0; j < kVectors; ++j) row[j] = V::load(reinterpret_cast<const typename V::scalar*>(b) + j * V::lanes);
#pragma GCC unroll 32
  for (int i = 0; i < kRows; ++i) {
    const typename V::reg number = V::splat(a(i));
#pragma GCC unroll 8
    for (int j = 0; j < kVectors; ++j) {
      acc[i][j] = V::madd(row[j], number, acc[i][j]);
      V::pin(acc[i][j]);
    }
  }
}

// `turns` times kTurn steps; returns where B goes on. A browser's compiler counts, asks whether to stop and works out the place of
// each row of A in every turn, and addresses know only a register and a constant: so a register for each row, and several steps a turn.
template <class V, int kRows, int kVectors, int kTurn>
inline __attribute__((always_inline)) const char* turns(typename V::reg (&acc)[kRows][kVectors], const typename V::scalar* a, int64_t lda, const char* b,
                                                        int64_t b_row, int64_t turns) {
  const typename V::scalar* rows[kRows];
#pragma GCC unroll 32
  for (int i = 0; i < kRows; ++i) rows[i] = a + i * lda;
  for (const auto* const end = a + turns * kTurn; rows[0] != end;) {
#pragma GCC unroll 8
    for (int t = 0; t < kTurn; ++t, b += b_row) step<V, kRows, kVectors>(acc, [&](int i) { return rows[i] + t; }, b);
#pragma GCC unroll 32
    for (int i = 0; i < kRows; ++i) {
      rows[i] += kTurn;
      asm("" : "+r"(rows[i]));  // else it is worked out from the first row's
    }
  }
  return b;
}

// One tile of kRows x (kVectors * lanes), of which n columns are stored.
template <class V, int kRows, int kVectors, int kTurn>
inline __attribute__((always_inline)) void tile(const BlockProduct& p, const typename V::scalar* a, const char* b,
                                                typename V::scalar* c, int64_t n, Finish finish) {
  using S = typename V::scalar;
  using Reg = typename V::reg;
  Reg acc[kRows][kVectors];
#pragma GCC unroll 32
  for (int i = 0; i < kRows; ++i) {
#pragma GCC unroll 8
    for (int j = 0; j < kVectors; ++j) acc[i][j] = V::start(b, j);
  }
  if (finish != Finish::general && p.k >= 128) {  // C's lines are needed at the end: ask for them now, where they come from afar
    constexpr int64_t kLine = 64 / static_cast<int64_t>(sizeof(S));
#pragma GCC unroll 32
    for (int i = 0; i < kRows; ++i) {
      for (int64_t j = 0; j < kVectors * V::lanes; j += kLine) __builtin_prefetch(c + i * p.ldc + j, 1);
    }
  }
  b += V::template extra_bytes<kVectors>;
  const int64_t lda = p.lda, b_row = p.b_row;
  const S* const end = a + p.k;
  if constexpr (kTurn > 1) {
    b = turns<V, kRows, kVectors, kTurn>(acc, a, lda, b, b_row, p.k / kTurn);
    a += p.k / kTurn * kTurn;
  }
  for (; a != end; ++a, b += b_row) step<V, kRows, kVectors>(acc, [&](int i) { return a + i * lda; }, b);
  if (finish == Finish::overwrite) {
#pragma GCC unroll 32
    for (int i = 0; i < kRows; ++i) {
#pragma GCC unroll 8
      for (int j = 0; j < kVectors; ++j) V::store(c + i * p.ldc + j * V::lanes, acc[i][j]);
    }
  } else if (finish == Finish::add) {
#pragma GCC unroll 32
    for (int i = 0; i < kRows; ++i) {
#pragma GCC unroll 8
      for (int j = 0; j < kVectors; ++j) {
        S* place = c + i * p.ldc + j * V::lanes;
        V::store(place, V::add(V::load(place), acc[i][j]));
      }
    }
  } else {
    alignas(64) S sums[kRows * kVectors * V::lanes];
#pragma GCC unroll 32
    for (int i = 0; i < kRows; ++i) {
#pragma GCC unroll 8
      for (int j = 0; j < kVectors; ++j) V::store(sums + (i * kVectors + j) * V::lanes, acc[i][j]);
    }
    constexpr int kColumns = kVectors * V::lanes;
    finish_general<V, kColumns>(p, sums, kRows, n < kColumns ? n : kColumns, c);
  }
}

// All tiles of `rows` rows, rows <= kRows: the last rows of a block get a tile of their own height, and the last columns, where
// vectors are wide and half a tile holds them, one of their own width.
template <class V, int kRows, int kVectors, int kTurn = V::turn>
inline void row_of_tiles(const BlockProduct& p, int64_t rows, const typename V::scalar* a, typename V::scalar* c) {
  if constexpr (kRows > 1) {
    if (rows < kRows) return row_of_tiles<V, kRows - 1, kVectors, 1>(p, rows, a, c);
  }
  constexpr int64_t kColumns = kVectors * V::lanes;
  constexpr bool kHalf = kVectors == 2 && V::lanes >= 8 && V::template extra_bytes<kVectors> == 0;
  const char* b = static_cast<const char*>(p.b);
  for (int64_t j = 0; j < p.n; j += kColumns, b += p.b_panel) {
    if constexpr (kHalf) {
      if (p.n - j <= V::lanes) return tile<V, kRows, 1, kTurn>(p, a, b, c + j, p.n - j, p.n - j == V::lanes ? p.finish : Finish::general);
    }
    tile<V, kRows, kVectors, kTurn>(p, a, b, c + j, p.n - j, p.n - j >= kColumns ? p.finish : Finish::general);
  }
}

template <class V, int kRows, int kVectors>
void block_of_tiles(const BlockProduct* product) {
  const BlockProduct& p = *product;
  const auto* a = static_cast<const typename V::scalar*>(p.a);
  auto* c = static_cast<typename V::scalar*>(p.c);
  for (int64_t i = 0; i < p.m; i += kRows) {
    row_of_tiles<V, kRows, kVectors>(p, p.m - i < kRows ? p.m - i : kRows, a + i * p.lda, c + i * p.ldc);
  }
}

// 12 chains: a multiply-add takes about 4 cycles and two start in each, so 8 would do if nothing else got in the way.
// One step a turn: unrolled, an optimiser may put the steps of one chain next to each other, and they wait for each other.
template <class V, int kChains = 12>
double register_peak(int64_t rounds) {
  volatile typename V::scalar start = typename V::scalar(0.5), factor = typename V::scalar(0.001);
  const typename V::scalar x_value = factor, y_value = start;
  const typename V::reg x = V::splat(&x_value), y = V::splat(&y_value);
  typename V::reg acc[kChains];
#pragma GCC unroll 32
  for (int i = 0; i < kChains; ++i) {
    const typename V::scalar start_value = start;  // read anew: chains that a compiler knows to be equal become one
    acc[i] = V::splat(&start_value);
  }
  for (int64_t round = 0; round < rounds; ++round) {
#pragma GCC unroll 32
    for (int i = 0; i < kChains; ++i) {
      acc[i] = V::madd(acc[i], x, y);
      V::pin(acc[i]);
    }
  }
  typename V::scalar sink[kChains * V::lanes];
#pragma GCC unroll 32
  for (int i = 0; i < kChains; ++i) V::store(sink + i * V::lanes, acc[i]);  // side by side, as a tile's: a compiler that joins vectors starts here
  for (int i = 0; i < kChains; ++i) {
    volatile typename V::scalar used = sink[i * V::lanes];
    (void)used;
  }
  return 2.0 * V::steps * V::lanes * kChains * static_cast<double>(rounds);
}

}  // namespace
}  // namespace lesson
