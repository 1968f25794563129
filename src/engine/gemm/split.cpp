// Fewer operations: a product of 2 x 2 quarters with seven products of quarters instead of eight, in Winograd's form of Strassen's
// algorithm (7 products, 15 sums of quarters). Halved twice, 49 products do the work of 64.
//
//   S1 = A21 + A22   S2 = S1 - A11   S3 = A11 - A21   S4 = A12 - S2
//   T1 = B12 - B11   T2 = B22 - T1   T3 = B22 - B12   T4 = B21 - T2
//   C11 = A11 B11 + A12 B21                 P5 = S1 T1   P6 = S2 T2   P7 = S3 T3
//   C12 = A11 B11 + P6 + P5 + S4 B22
//   C21 = A11 B11 + P6 + P7 + A22 T4
//   C22 = A11 B11 + P6 + P7 + P5
//
// C's own quarters hold the products until they are summed, so only one S and one T need room; the last three products are added to C as they are computed.
// Error: see split_error_bound() in verify.h.
#include "engine/gemm/workspace_access.h"

namespace lesson {
namespace {

GemmShape half(GemmShape s) { return {s.m / 2, s.n / 2, s.k / 2}; }

class Splitter {
 public:
  Splitter(const Kernel& kernel, Op op_a, Op op_b, Workspace& workspace, int threads)
      : kernel_(kernel), op_a_(op_a), op_b_(op_b), workspace_(workspace), threads_(threads) {}

  // C <- A * B, or C + A * B.
  void multiply(int levels, MatrixIn a, MatrixIn b, bool add, MatrixOut c, float* room) {
    if (levels == 0) return multiply_packed(kernel_, op_a_, op_b_, 1, a, b, add ? 1 : 0, c, workspace_, threads_);
    if (add) {
      const MatrixOut product{room, c.rows, c.cols, c.cols};
      multiply(levels, a, b, false, product, room + c.rows * c.cols);
      return sum(as_in(c), 1, as_in(product), c);
    }
    const MatrixIn a11 = quarter(a, op_a_, 0, 0), a12 = quarter(a, op_a_, 0, 1), a21 = quarter(a, op_a_, 1, 0), a22 = quarter(a, op_a_, 1, 1);
    const MatrixIn b11 = quarter(b, op_b_, 0, 0), b12 = quarter(b, op_b_, 0, 1), b21 = quarter(b, op_b_, 1, 0), b22 = quarter(b, op_b_, 1, 1);
    const MatrixOut c11 = quarter(c, 0, 0), c12 = quarter(c, 0, 1), c21 = quarter(c, 1, 0), c22 = quarter(c, 1, 1);
    const MatrixOut s{room, a11.rows, a11.cols, a11.cols};
    const MatrixOut t{room + s.rows * s.cols, b11.rows, b11.cols, b11.cols};
    float* const rest = static_cast<float*>(t.data) + t.rows * t.cols;
    const auto product = [&](MatrixIn x, MatrixIn y, bool added, MatrixOut z) { multiply(levels - 1, x, y, added, z, rest); };

    sum(a11, -1, a21, s);
    sum(b22, -1, b12, t);
    product(as_in(s), as_in(t), false, c21);  // P7
    sum(a21, 1, a22, s);
    sum(b12, -1, b11, t);
    product(as_in(s), as_in(t), false, c22);  // P5
    sum(as_in(s), -1, a11, s);
    sum(b22, -1, as_in(t), t);
    product(as_in(s), as_in(t), false, c12);  // P6
    product(a11, b11, false, c11);
    join(c11, c12, c21, c22);
    sum(a12, -1, as_in(s), s);
    product(as_in(s), b22, true, c12);
    sum(b21, -1, as_in(t), t);
    product(a22, as_in(t), true, c21);
    product(a12, b21, true, c11);
  }

 private:
  static MatrixIn as_in(MatrixOut x) { return {x.data, x.rows, x.cols, x.ld, GemmType::fp32}; }
  static MatrixIn quarter(MatrixIn x, Op op, int row, int col) {
    if (op == Op::transpose) std::swap(row, col);
    const std::int64_t rows = x.rows / 2, cols = x.cols / 2;
    return {static_cast<const float*>(x.data) + row * rows * x.ld + col * cols, rows, cols, x.ld, x.type};
  }
  static MatrixOut quarter(MatrixOut x, int row, int col) {
    const std::int64_t rows = x.rows / 2, cols = x.cols / 2;
    return {static_cast<float*>(x.data) + row * rows * x.ld + col * cols, rows, cols, x.ld};
  }

  struct Rows {
    const KernelDesc* d;
    MatrixIn x, y;
    float sign;
    MatrixOut out[4];
  };
  static const float* row(MatrixIn x, std::int64_t i) { return static_cast<const float*>(x.data) + i * x.ld; }
  static float* row(MatrixOut x, std::int64_t i) { return static_cast<float*>(x.data) + i * x.ld; }

  // out = x + sign * y
  void sum(MatrixIn x, float sign, MatrixIn y, MatrixOut out) {
    Rows rows{kernel_.desc, x, y, sign, {out}};
    const auto work = [](void* context, int thread, int threads) {
      const Rows& r = *static_cast<Rows*>(context);
      const std::int64_t count = r.out[0].rows;
      for (std::int64_t i = count * thread / threads; i < count * (thread + 1) / threads; ++i) {
        r.d->add_row(row(r.x, i), row(r.y, i), r.sign, row(r.out[0], i), r.out[0].cols);
      }
    };
    workspace_.pool().run(threads_, work, &rows);
  }

  // C11, P6, P7, P5 in the quarters of C become C11, C12, C21, C22, but for the products still to be added.
  void join(MatrixOut c11, MatrixOut c12, MatrixOut c21, MatrixOut c22) {
    Rows rows{kernel_.desc, {}, {}, 0, {c11, c12, c21, c22}};
    const auto work = [](void* context, int thread, int threads) {
      const Rows& r = *static_cast<Rows*>(context);
      const std::int64_t count = r.out[0].rows;
      for (std::int64_t i = count * thread / threads; i < count * (thread + 1) / threads; ++i) {
        r.d->join_rows(row(r.out[0], i), row(r.out[1], i), row(r.out[2], i), row(r.out[3], i), r.out[0].cols);
      }
    };
    workspace_.pool().run(threads_, work, &rows);
  }

  const Kernel& kernel_;
  Op op_a_, op_b_;
  Workspace& workspace_;
  int threads_;
};

}  // namespace

int split_levels(const Kernel& kernel, GemmShape s) {
  const KernelDesc& d = *kernel.desc;
  int levels = 0;
  const auto splits = [&](std::int64_t size) { return size % 2 == 0 && size >= d.split_from; };
  while (levels < d.split_levels && splits(s.m) && splits(s.n) && splits(s.k)) {
    s = half(s);
    ++levels;
  }
  return levels;
}

std::int64_t split_room_bytes(GemmShape s, int levels) {
  std::int64_t numbers = 0;
  for (; levels > 0; --levels) {
    s = half(s);
    numbers += s.m * s.k + s.k * s.n + (levels > 1 ? s.m * s.n : 0);
  }
  return numbers * 4;
}

void multiply_split(const Kernel& kernel, Op op_a, Op op_b, MatrixIn a, MatrixIn b, MatrixOut c, Workspace& workspace, int threads, int levels) {
  Splitter(kernel, op_a, op_b, workspace, threads).multiply(levels, a, b, false, c, WorkspaceAccess::sums(workspace).as<float>());
}

}  // namespace lesson
