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
//   a: row-major, in the kernel's own number type, k a multiple of k_step with zeros after the end.
//   b: panels of nr columns, b_panel bytes apart. Group g of a panel (rows g * k_step .. of B) starts b_row * g bytes
//      into it; with k_step 1 it is nr numbers side by side. All nr columns may be read; those beyond n only feed
//      results that are not stored.
//   The first block along k gets the caller's beta, the others 1.
struct BlockProduct {
  int64_t m, n, k;
  double alpha;
  const void* a;
  int64_t lda;
  const void* b;
  int64_t b_row, b_panel;
  double beta;
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
// A block of A, row-major with leading dimension ld (a multiple of k_step), in the kernel's number type, zeros up to it.
using LoadRowsFn = void (*)(const StoredBlock*, void* rows, int64_t ld);
// A block of B with at most nr columns as one panel, zeros in the columns beyond.
using PackPanelFn = void (*)(const StoredBlock*, void* panel);

// A register-only loop of the kernel's own instruction with enough independent chains: the speed it cannot exceed.
// Runs `rounds` rounds; returns the operations done, multiplies and adds both counted.
using PeakFn = double (*)(int64_t rounds);

struct KernelDesc {
  int rung;          // place in the ladder; equal rungs are variants
  GemmType type;
  const char* idea;  // one sentence: what this rung adds

  WholeFn whole;     // either this, or all of the rest but `peak`, which is optional for both

  BlockFn block;
  LoadRowsFn load_rows;
  PackPanelFn pack_panel;
  int mr, nr;              // register tile
  int64_t mc, kc, nc;      // cache block: rows of A, depth, columns of B
  int64_t k_step;          // numbers of k taken at once
  int a_bytes;             // one number of A, as `block` reads it
  int b_row_bytes;         // one group of a panel
  int b_extra_bytes;       // of each panel, beyond its rows
  int reads_in_place;      // A (and B where a panel is full) may be read where it is stored, when not transposed

  PeakFn peak;
};

}  // namespace lesson

// Starts the definition of the one symbol of a kernel file; the build line names it.
#define LESSON_KERNEL                                                      \
  extern "C" {                                                             \
  extern const lesson::KernelDesc LESSON_KERNEL_SYMBOL;                    \
  }                                                                        \
  const lesson::KernelDesc LESSON_KERNEL_SYMBOL
