// Is this product right? Compared with float64, in steps, so that a page can do it without a pause.
//
// Every check has the shape !(error <= bound): NaN fails. Errors are relative to |row of A| * |column of B| (lengths),
// which by Cauchy and Schwarz is at least the sum of the products' magnitudes, so gamma(k) bounds them.
//
// Up to 1024^3 every number of C is compared. Beyond, float64 takes too long, and this is done instead:
//   - eight rows of C are compared number by number;
//   - for every row of C and each group of w columns: the sum of the row's numbers with random signs must equal
//     row of A times (B's columns summed with the same signs), Freivalds' check. One wrong number anywhere changes one of these
//     sums. Their rounding errors have random signs, so by Hoeffding's inequality all of them together stay under
//     t * gamma(k) * |row of A| * |group of B| but for one chance in 10^9, t = sqrt(2 ln(2 checks / 10^-9)) with the logarithm rounded up;
//   - no sum may stand out: at most 16 times the root mean square of all, relative to the same lengths, plus what float64
//     itself can be off. Rounding errors do not do that, a single wrong number does, long before it reaches the bound.
//
// A product that was split (split.cpp) keeps no bound number by number: its numbers are sums in which other rows and columns have
// taken part. Its bound is one error for all of C, from the largest numbers of A and B: split_error_bound(). It is far above what happens,
// so the rule that nothing may stand out holds for every number then too.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/base/aligned_buffer.h"
#include "engine/gemm/gemm.h"

namespace lesson {

// The largest error of a number of C after `levels` halvings, in units of the largest |A| times the largest |B|: Winograd's form,
// Higham, Accuracy and Stability of Numerical Algorithms (2002), theorem 23.3, with k for n (only the inner size takes part):
// (18^levels (k0^2 + 6 k0) - 6 k) u, k0 = k / 2^levels, u = 2^-24. The theorem leaves out terms in u^2; 1 % is added for them.
double split_error_bound(std::int64_t k, int levels);

struct Verification {
  bool verified = false;
  double error = 0;        // largest, relative as above; NaN or infinity of a bad product arrive as infinity
  double error_bound = 0;  // gamma(k), of the sums' number type and float64 together; of a split product also split_error_bound over the shortest lengths
  bool every_number = false;
  std::string reason;      // why not verified; empty otherwise
};

// C = op(A) * op(B) (alpha 1, beta 0), sums in the kernel's type. The matrices must stay while it runs.
class Verifier {
 public:
  // full_work: up to this many multiply-adds every number is compared.
  static constexpr double kFullWork = 1024.0 * 1024.0 * 1024.0;  // about a third of a second
  static Result<Verifier> start(GemmType type, GemmShape shape, Op op_a, Op op_b, MatrixIn a, MatrixIn b, const void* c,
                                std::int64_t ldc, double full_work = kFullWork, int levels = 0);

  // Works for about slice_ns; the share done, 1 at the end.
  double step(std::int64_t slice_ns);
  Verification result() const;  // after step returned 1

 private:
  double number_of_c(std::int64_t i, std::int64_t j) const;
  void read_row_of_op_a(std::int64_t i, double* row) const;
  void take_stored_row_of_b(std::int64_t row);
  void check_rows(std::int64_t first, std::int64_t rows);
  void check_whole_rows();
  void take_largest_numbers();
  void note_share(double share);
  void compare_row(std::int64_t i, double a_length, const double* expected);
  void compare_sums(std::int64_t i, double a_length, const double* expected);

  GemmType type_{};
  GemmShape s_{};
  Op op_a_{}, op_b_{};
  MatrixIn a_{}, b_{};
  const void* c_ = nullptr;
  std::int64_t ldc_ = 0;
  double bound_ = 0;     // relative to the lengths
  double absolute_ = 0;  // and this much more, of split products
  double shortest_a_ = 0, shortest_b_ = 0;

  bool full_ = true;
  std::int64_t group_columns_ = 1;  // w; 1 and no signs when full
  std::int64_t width_ = 0;          // n, or the number of groups
  std::int64_t next_b_ = 0, next_row_ = 0;
  AlignedBuffer right_;             // k x width: op(B), or its columns summed with signs
  std::vector<double> lengths_;     // of B's columns, or of its groups of columns; squared until all of B is read
  std::vector<double> row_, left_, expected_;

  std::vector<std::int64_t> whole_rows_;     // not full: the rows of C compared number by number
  std::vector<double> whole_a_, whole_expected_, column_lengths_;

  double error_ = 0, sum_squares_ = 0, largest_sum_ = 0;
  double checks_ = 0;
  bool bad_ = false;
};

// All steps at once.
Result<Verification> verify(GemmType type, GemmShape shape, Op op_a, Op op_b, MatrixIn a, MatrixIn b, const void* c,
                            std::int64_t ldc, double full_work = Verifier::kFullWork, int levels = 0);

}  // namespace lesson
