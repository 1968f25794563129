// What the parts of a product share and callers do not see: the insides of a workspace, and the two ways to multiply.
#pragma once

#include "engine/gemm/gemm.h"

namespace lesson {

struct WorkspaceAccess {
  static SpinBarrier& barrier(Workspace& w) { return w.barrier_; }
  static AlignedBuffer& panels(Workspace& w) { return w.panels_; }
  static AlignedBuffer& rows(Workspace& w) { return w.rows_; }
  static AlignedBuffer& sums(Workspace& w) { return w.sums_; }
};

// The product of a kernel with blocks, for operands that gemm() has checked, in a workspace that has room.
void multiply_packed(const Kernel& kernel, Op op_a, Op op_b, double alpha, MatrixIn a, MatrixIn b, double beta, MatrixOut c,
                     Workspace& workspace, int threads);

// C <- op(A) * op(B), halved `levels` times, in sums() of split_room_bytes().
void multiply_split(const Kernel& kernel, Op op_a, Op op_b, MatrixIn a, MatrixIn b, MatrixOut c, Workspace& workspace, int threads, int levels);
std::int64_t split_room_bytes(GemmShape shape, int levels);

}  // namespace lesson
