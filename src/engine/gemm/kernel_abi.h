// What a kernel file exports: one KernelDesc. Plain data, C++17, no inline functions, so that every instruction set's
// build and nvcc can read it, and no function compiled for a newer processor becomes the copy that everyone uses.
// A kernel file includes this, an intrinsics header, and files of kernels/ that define nothing with external linkage.
//
// Matrices are row-major; a leading dimension (lda, ldb, ldc) counts elements from one row to the next.
// Products: C[m x n] <- alpha * A[m x k] * B[k x n] + beta * C. beta == 0 never reads C. Sizes are 0 or more.
#pragma once

#include <stdint.h>

namespace lesson {

// How the numbers of A and B are stored. q4_0: B only, A is fp32; rows of blocks of 32, a fp16 scale and 16 bytes of
// 4-bit numbers each (byte i holds number i low, number i + 16 high; value = (bits - 8) * scale).
enum class GemmType : uint8_t { fp64, fp32, bf16, fp16, int8, q4_0 };

// A whole product in one function. C: fp64 for fp64, int32 for int8, else fp32.
struct WholeProduct {
  int64_t m, n, k;
  double alpha;
  const void* a;
  int64_t lda;
  const void* b;
  int64_t ldb;
  double beta;
  void* c;
  int64_t ldc;
};
using WholeFn = void (*)(const WholeProduct*);

// A block of a product, for kernels that leave cutting, packing and threads to driver.cpp.
// Along k numbers come in units: k_step of them side by side, for instructions that take several at once; k, lda and
// positions below count units.
//   a: row-major units.
//   b: panels of nr columns, b_panel bytes apart, each b_extra_bytes of the kernel's own and then rows b_row bytes apart:
//      for one k, nr units side by side. All nr columns may be read; those beyond n only feed results that are not stored.
//   The first block along k gets the caller's beta, the others 1. finish says the same in one word.
enum class Finish : int { overwrite, add, general };  // C = A * B; C += A * B; alpha and beta count
struct BlockProduct {
  int64_t m, n, k;
  double alpha;
  const void* a;
  int64_t lda;
  const void* b;
  int64_t b_row, b_panel;
  double beta;
  Finish finish;
  void* c;
  int64_t ldc;
};
using BlockFn = void (*)(const BlockProduct*);

// Where a stored matrix's block starts: `rows` and `cols` of op(X) from (row, col) on.
struct StoredBlock {
  const void* data;
  int64_t ld;
  int transposed;  // element (r, c) of op(X) is stored at row c, column r
  int64_t row, col, rows, cols;
};
// A block of A as dense rows of ld units, zeros where the last unit is not full.
using LoadRowsFn = void (*)(const StoredBlock*, void* rows, int64_t ld);
// A block of B with at most nr columns as one panel, zeros in the columns beyond and where the last unit is not full.
using PackPanelFn = void (*)(const StoredBlock*, void* panel);

// For a kernel that may split a product into seven of half the size (split.cpp). One row of `count` numbers each:
// out = x + sign * y, sign 1 or -1; and the last sums, in place, of the four quarters of C.
using AddRowFn = void (*)(const float* x, const float* y, float sign, float* out, int64_t count);
using JoinRowsFn = void (*)(const float* c11, float* c12, float* c21, float* c22, int64_t count);

// A register-only loop of the kernel's own instruction with enough independent chains: the speed it cannot exceed.
// Runs `rounds` rounds; returns the operations done, multiplies and adds both counted.
using PeakFn = double (*)(int64_t rounds);

// For instructions whose result the standard leaves partly open: null when this machine computes what the kernel needs,
// else half a sentence: "this browser's dot product saturates".
using ProbeFn = const char* (*)();

struct KernelDesc {
  // Place in the ladder: 1 to 3 plain loops, 4 cache blocks, 5 the packed tile, 6 fused multiply-add, 7 wider vectors, 8 fewer operations; 0 libraries.
  // Equal rungs are variants, in the order of their lines in kernels/CMakeLists.txt.
  int rung;
  GemmType type;
  const char* idea;  // one sentence: what this rung adds; shown in the ladder, and the key of its translations

  WholeFn whole;     // either this (see kernels/whole.h; never chosen as best), or all of the next block (kernels/packed.h fills it)

  BlockFn block;
  LoadRowsFn load_rows;
  PackPanelFn pack_panel;
  int mr, nr;              // register tile
  int64_t mc, kc, nc;      // cache block: rows of A, depth, columns of B
  int64_t k_step;          // numbers in a unit
  int unit_bytes;          // of A, and of one column of a panel
  int b_extra_bytes;       // at the start of each panel
  int a_as_stored;         // A's rows may be read where they are stored, when not transposed
  int b_as_stored;         // and full panels of B

  // fp32 only. A product whose m, n and k are all even and at least split_from is split, at most split_levels times.
  int split_levels;        // 0: never, and the rest is not read
  int64_t split_from;
  AddRowFn add_row;
  JoinRowsFn join_rows;

  int joins_vectors;       // 1: fast only where the compiler joins neighbouring vectors into wider ones: best only where that is found, see choice.h
  PeakFn peak;             // optional
  ProbeFn probe;           // optional
};

}  // namespace lesson

// Starts the definition of the one symbol of a kernel file; the build line names it.
#define LESSON_KERNEL                                                      \
  extern "C" {                                                             \
  extern const lesson::KernelDesc LESSON_KERNEL_SYMBOL;                    \
  }                                                                        \
  const lesson::KernelDesc LESSON_KERNEL_SYMBOL
