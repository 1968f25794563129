// The matrix product: one entry point for every kernel, number type, size and thread count.
//
//   C <- alpha * op(A) * op(B) + beta * C      op(A) is m x k, op(B) is k x n, C is m x n, all row-major
//
// k = 0 leaves beta * C. beta = 0 overwrites C even where it holds NaN. A leading dimension counts elements.
// Types: C is fp64 for fp64, int32 for int8, else fp32; for q4_0, A is fp32 and B is q4_0. int8 wants alpha 1 and beta 0 or 1.
// Work: 2mnk operations. Does not: allocate once the workspace is large enough, choose kernel or threads by itself.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "engine/base/aligned_buffer.h"
#include "engine/base/result.h"
#include "engine/base/thread_pool.h"
#include "engine/gemm/isa.h"
#include "engine/gemm/kernel_abi.h"

namespace lesson {

// A kernel as the build knows it.
struct Kernel {
  std::string_view id;     // <type>_gemm_<shape>__<instruction set>: also its file, and its name in links and flags
  Isa needs;
  std::string_view flags;  // what it was compiled with
  const KernelDesc* desc;
  std::string_view (*loaded)() = nullptr;  // a library found at run time: its version and what it chose, once its probe is content
};
// What was compiled or loaded: for a library its version.
inline std::string_view made_of(const Kernel& kernel) { return kernel.loaded != nullptr && !kernel.loaded().empty() ? kernel.loaded() : kernel.flags; }

enum class Op : std::uint8_t { none, transpose };

// A matrix as it is stored, before op(). Does not own its numbers.
struct MatrixIn {
  const void* data;
  std::int64_t rows, cols, ld;
  GemmType type;
};
struct MatrixOut {
  void* data;
  std::int64_t rows, cols, ld;
};
inline MatrixIn matrix_in(const float* data, std::int64_t rows, std::int64_t cols, std::int64_t ld) {
  return {data, rows, cols, ld, GemmType::fp32};
}
inline MatrixIn matrix_in(const double* data, std::int64_t rows, std::int64_t cols, std::int64_t ld) {
  return {data, rows, cols, ld, GemmType::fp64};
}
inline MatrixIn matrix_in(const std::int8_t* data, std::int64_t rows, std::int64_t cols, std::int64_t ld) {
  return {data, rows, cols, ld, GemmType::int8};
}

struct GemmShape {
  std::int64_t m, n, k;
  bool operator==(const GemmShape&) const = default;
};
inline double gemm_flops(GemmShape s) { return 2.0 * static_cast<double>(s.m) * static_cast<double>(s.n) * static_cast<double>(s.k); }

// Memory and threads that products reuse. One product at a time.
class Workspace {
 public:
  ThreadPool& pool() { return pool_; }
  // Makes room (and threads) for products of this kernel up to this shape; gemm() calls it, so call it only to keep the
  // first product free of it.
  Result<void> reserve(const Kernel& kernel, GemmShape shape, int threads);

 private:
  friend struct WorkspaceAccess;
  ThreadPool pool_;
  SpinBarrier barrier_;
  AlignedBuffer panels_;             // packed B, and a transposed B for kernels without packing
  AlignedBuffer rows_;               // blocks of A, one per thread, and a transposed A
  AlignedBuffer sums_;               // sums of quarters, for kernels that split
  struct Room {
    const KernelDesc* kernel;
    GemmShape shape;
    int threads;
    bool operator==(const Room&) const = default;
  };
  Room room_{};                      // made last: the same product again costs no planning
};

// Error::out_of_range for shapes or leading dimensions that do not fit together, not_available for a kernel that cannot run
// here or threads the system refuses, out_of_memory. Nothing is written on error.
Result<void> gemm(const Kernel& kernel, Op op_a, Op op_b, double alpha, MatrixIn a, MatrixIn b, double beta, MatrixOut c,
                  Workspace& workspace, int threads);

// Of `threads` threads, those that would get work: a small product has few pieces. At least 1.
int busy_threads(const Kernel& kernel, GemmShape shape, int threads);

// How often this kernel halves a product of this shape (see split.cpp): each time 7 products of half the size do the work of 8,
// and the error grows. 0 for almost all kernels, and for C <- A * B only: with another alpha or beta nothing is split.
int split_levels(const Kernel& kernel, GemmShape shape);

// --- the kernels -----------------------------------------------------------------------------------------------------

std::span<const Kernel> kernels();                      // ladder order
bool runs_here(const Kernel& kernel);
std::string why_not_here(const Kernel& kernel);         // empty when it runs here
Result<const Kernel*> find_kernel(std::string_view id); // the error lists the known ids
// The kernel to use for a type and shape: see choice.h.
Result<const Kernel*> best_kernel(GemmType type, GemmShape shape);
// `id`, or "best". Also an error when the kernel is of another type or cannot run here.
Result<const Kernel*> choose_kernel(std::string_view id, GemmType type, GemmShape shape);

std::string_view type_id(GemmType type);                // "fp32": the id of the number format
Result<GemmType> find_gemm_type(std::string_view id);   // the error lists the formats a product can be computed in
std::string_view accumulate_id(GemmType type);          // what sums are kept in: "fp32", "fp64", "int32"

// Bytes of `rows` rows with leading dimension ld. q4_0: ld is a multiple of 32.
std::int64_t stored_bytes(GemmType type, std::int64_t rows, std::int64_t ld);
int result_bytes(GemmType type);                        // one number of C

}  // namespace lesson
