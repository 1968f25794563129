// The ladder of GPU kernels: which thread takes which numbers. Plain functions that compile for the device and for the
// host alike, so that the same index arithmetic is tested where there is no GPU (tests/unit/cuda_tiles_test.cpp).
//
// A tile is worked in steps along k. In each step every thread of the block loads its share into shared memory; all
// wait; every thread multiplies; all wait. The kernels (kernels.cu) and the test supply the threads and the waiting.
//
//   SharedTile     32 x 32 numbers of C a block, one a thread: each number is read from memory once for 32 uses
//   RegisterTile   128 x 128 a block, 8 x 8 a thread, in registers: each read from shared memory serves 8 multiplies
//   MmaTile        128 x 128 a block, 64 x 32 a warp, by the tensor core's 16 x 8 x 16 product (PTX mma.m16n8k16)
#pragma once

#include <stdint.h>
#include <string.h>

#ifdef __CUDACC__
#define LESSON_BOTH __host__ __device__ inline
#else
#define LESSON_BOTH inline
#endif

namespace lesson {

// C = A * B. A: m x k, row-major. B: k x n row-major, or for MmaTile n x k: the numbers of a column side by side.
struct TileProduct {
  int64_t m, n, k;
  const void* a;
  const void* b;
  float* c;
};

LESSON_BOTH float number_or_zero(const void* data, int64_t row, int64_t col, int64_t rows, int64_t cols) {
  return row < rows && col < cols ? static_cast<const float*>(data)[row * cols + col] : 0.0f;
}

// ---- one thread, one number, straight from memory ----------------------------------------------------------------

struct Naive {
  static constexpr int kRows = 16, kCols = 16, kThreads = kRows * kCols;

  LESSON_BOTH static void run(const TileProduct& p, int64_t block_row, int64_t block_col, int thread) {
    const int64_t row = block_row * kRows + thread / kCols, col = block_col * kCols + thread % kCols;
    if (row >= p.m || col >= p.n) return;
    const float* a = static_cast<const float*>(p.a) + row * p.k;
    const float* b = static_cast<const float*>(p.b) + col;
    float sum = 0;
    for (int64_t l = 0; l < p.k; ++l) sum += a[l] * b[l * p.n];
    p.c[row * p.n + col] = sum;
  }
};

// ---- tiles in shared memory --------------------------------------------------------------------------------------

struct SharedTile {
  static constexpr int kRows = 32, kCols = 32, kDepth = 32, kThreads = kRows * kCols;
  struct Shared {
    float a[kRows][kDepth], b[kDepth][kCols];
  };
  struct Own {
    float sum;
  };

  LESSON_BOTH static void begin(Own& own) { own.sum = 0; }
  LESSON_BOTH static void load(const TileProduct& p, int64_t block_row, int64_t block_col, int thread, int64_t step, Shared& s) {
    const int i = thread / kCols, j = thread % kCols;
    s.a[i][j] = number_or_zero(p.a, block_row * kRows + i, step * kDepth + j, p.m, p.k);
    s.b[i][j] = number_or_zero(p.b, step * kDepth + i, block_col * kCols + j, p.k, p.n);
  }
  LESSON_BOTH static void multiply(const Shared& s, int thread, Own& own) {
    const int i = thread / kCols, j = thread % kCols;
    for (int l = 0; l < kDepth; ++l) own.sum += s.a[i][l] * s.b[l][j];
  }
  LESSON_BOTH static void store(const TileProduct& p, int64_t block_row, int64_t block_col, int thread, const Own& own) {
    const int64_t row = block_row * kRows + thread / kCols, col = block_col * kCols + thread % kCols;
    if (row < p.m && col < p.n) p.c[row * p.n + col] = own.sum;
  }
};

// ---- tiles in registers ------------------------------------------------------------------------------------------

struct RegisterTile {
  static constexpr int kRows = 128, kCols = 128, kDepth = 8, kThreads = 256;
  static constexpr int kOwn = 8;                    // rows and columns of a thread
  static constexpr int kAcross = kCols / kOwn;      // threads side by side
  struct Shared {
    float a[kDepth][kRows], b[kDepth][kCols];       // A turned, so that a thread's rows lie together
  };
  struct Own {
    float sum[kOwn][kOwn];
  };

  // A thread's rows lie together; its columns are kAcross apart, so that neighbouring threads touch neighbouring numbers.
  LESSON_BOTH static int row_of(int thread, int i) { return thread / kAcross * kOwn + i; }
  LESSON_BOTH static int col_of(int thread, int j) { return thread % kAcross + j * kAcross; }

  LESSON_BOTH static void begin(Own& own) {
    for (int i = 0; i < kOwn; ++i) {
      for (int j = 0; j < kOwn; ++j) own.sum[i][j] = 0;
    }
  }
  LESSON_BOTH static void load(const TileProduct& p, int64_t block_row, int64_t block_col, int thread, int64_t step, Shared& s) {
    for (int at = thread; at < kRows * kDepth; at += kThreads) {
      const int row = at / kDepth, l = at % kDepth;
      s.a[l][row] = number_or_zero(p.a, block_row * kRows + row, step * kDepth + l, p.m, p.k);
    }
    for (int at = thread; at < kDepth * kCols; at += kThreads) {
      const int l = at / kCols, col = at % kCols;
      s.b[l][col] = number_or_zero(p.b, step * kDepth + l, block_col * kCols + col, p.k, p.n);
    }
  }
  LESSON_BOTH static void multiply(const Shared& s, int thread, Own& own) {
    for (int l = 0; l < kDepth; ++l) {
      float a[kOwn], b[kOwn];
      for (int i = 0; i < kOwn; ++i) a[i] = s.a[l][row_of(thread, i)];
      for (int j = 0; j < kOwn; ++j) b[j] = s.b[l][col_of(thread, j)];
      for (int i = 0; i < kOwn; ++i) {
        for (int j = 0; j < kOwn; ++j) own.sum[i][j] += a[i] * b[j];
      }
    }
  }
  LESSON_BOTH static void store(const TileProduct& p, int64_t block_row, int64_t block_col, int thread, const Own& own) {
    for (int i = 0; i < kOwn; ++i) {
      for (int j = 0; j < kOwn; ++j) {
        const int64_t row = block_row * kRows + row_of(thread, i), col = block_col * kCols + col_of(thread, j);
        if (row < p.m && col < p.n) p.c[row * p.n + col] = own.sum[i][j];
      }
    }
  }
};

// ---- tensor cores ------------------------------------------------------------------------------------------------

// Which numbers of a 16 x 16 by 16 x 8 product a lane of a warp holds: PTX ISA, "Matrix Fragments for mma.m16n8k16 with
// floating point type". Each 32-bit register holds two 16-bit numbers, the one with the lower k first.
struct MmaLane {
  LESSON_BOTH static int a_row(int lane, int reg) { return lane / 4 + reg % 2 * 8; }
  LESSON_BOTH static int a_k(int lane, int reg) { return lane % 4 * 2 + reg / 2 * 8; }
  LESSON_BOTH static int b_col(int lane) { return lane / 4; }
  LESSON_BOTH static int b_k(int lane, int reg) { return lane % 4 * 2 + reg * 8; }
  LESSON_BOTH static int c_row(int lane, int i) { return lane / 4 + i / 2 * 8; }
  LESSON_BOTH static int c_col(int lane, int i) { return lane % 4 * 2 + i % 2; }
};

// 16-bit numbers; k is a multiple of 8, so that 16 bytes never cross the end of a row.
struct MmaTile {
  static constexpr int kRows = 128, kCols = 128, kDepth = 32, kThreads = 256;
  static constexpr int kWarpRows = 64, kWarpCols = 32;  // of a warp: 2 x 4 warps make the tile
  static constexpr int kDown = kWarpRows / 16, kAcross = kWarpCols / 8;
  static constexpr int kPieces = kDepth / 16;           // products along k in a step
  static constexpr int kRowNumbers = kDepth + 8;        // padded: the rows that a warp reads at once fall into different banks
  struct Shared {
    alignas(16) uint16_t a[kRows][kRowNumbers];
    alignas(16) uint16_t b[kCols][kRowNumbers];
  };
  struct Own {
    float sum[kDown][kAcross][4];
  };
  struct Fragments {
    uint32_t a[kDown][4], b[kAcross][2];
  };

  LESSON_BOTH static int warp_row(int thread) { return thread / 32 / (kCols / kWarpCols) * kWarpRows; }
  LESSON_BOTH static int warp_col(int thread) { return thread / 32 % (kCols / kWarpCols) * kWarpCols; }

  LESSON_BOTH static void begin(Own& own) {
    for (int i = 0; i < kDown; ++i) {
      for (int j = 0; j < kAcross; ++j) {
        for (int r = 0; r < 4; ++r) own.sum[i][j][r] = 0;
      }
    }
  }

  struct alignas(16) Chunk {
    uint32_t words[4];
  };
  // One wide access on the device; the host's compiler wants it spelled as a copy.
  template <class T>
  LESSON_BOTH static T read(const uint16_t* from) {
#ifdef __CUDA_ARCH__
    return *reinterpret_cast<const T*>(from);
#else
    T value;
    memcpy(&value, from, sizeof value);
    return value;
#endif
  }
  template <class T>
  LESSON_BOTH static void write(const T& value, uint16_t* to) {
#ifdef __CUDA_ARCH__
    *reinterpret_cast<T*>(to) = value;
#else
    memcpy(to, &value, sizeof value);
#endif
  }
  // 8 numbers of a stored row, zeros beyond the matrix.
  LESSON_BOTH static void load_chunk(const void* data, int64_t row, int64_t at, int64_t rows, int64_t cols, uint16_t* to) {
    Chunk chunk = {{0, 0, 0, 0}};
    if (row < rows && at < cols) chunk = read<Chunk>(static_cast<const uint16_t*>(data) + row * cols + at);
    write(chunk, to);
  }
  LESSON_BOTH static void load(const TileProduct& p, int64_t block_row, int64_t block_col, int thread, int64_t step, Shared& s) {
    constexpr int kChunks = kDepth / 8;  // of a row
    for (int at = thread; at < kRows * kChunks; at += kThreads) {
      const int row = at / kChunks, l = at % kChunks * 8;
      load_chunk(p.a, block_row * kRows + row, step * kDepth + l, p.m, p.k, &s.a[row][l]);
    }
    for (int at = thread; at < kCols * kChunks; at += kThreads) {
      const int col = at / kChunks, l = at % kChunks * 8;
      load_chunk(p.b, block_col * kCols + col, step * kDepth + l, p.n, p.k, &s.b[col][l]);
    }
  }

  // What this lane holds of its warp's operands, 16 numbers along k from piece * 16 on.
  LESSON_BOTH static void fragments(const Shared& s, int thread, int piece, Fragments& f) {
    const int lane = thread % 32, l = piece * 16;
    for (int i = 0; i < kDown; ++i) {
      for (int r = 0; r < 4; ++r) f.a[i][r] = read<uint32_t>(&s.a[warp_row(thread) + i * 16 + MmaLane::a_row(lane, r)][l + MmaLane::a_k(lane, r)]);
    }
    for (int j = 0; j < kAcross; ++j) {
      for (int r = 0; r < 2; ++r) f.b[j][r] = read<uint32_t>(&s.b[warp_col(thread) + j * 8 + MmaLane::b_col(lane)][l + MmaLane::b_k(lane, r)]);
    }
  }
  LESSON_BOTH static void store(const TileProduct& p, int64_t block_row, int64_t block_col, int thread, const Own& own) {
    const int lane = thread % 32;
    for (int i = 0; i < kDown; ++i) {
      for (int j = 0; j < kAcross; ++j) {
        for (int r = 0; r < 4; ++r) {
          const int64_t row = block_row * kRows + warp_row(thread) + i * 16 + MmaLane::c_row(lane, r);
          const int64_t col = block_col * kCols + warp_col(thread) + j * 8 + MmaLane::c_col(lane, r);
          if (row < p.m && col < p.n) p.c[row * p.n + col] = own.sum[i][j][r];
        }
      }
    }
  }
};

}  // namespace lesson
