#include "engine/gemm/verify.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "engine/base/clock.h"
#include "engine/gemm/reference.h"

namespace lesson {
namespace {

constexpr std::int64_t kRowsAtOnce = 4;                 // rows of A that share one pass over the right side
constexpr std::int64_t kWholeRows = 8;
constexpr double kFalseAlarm = 1e-9;
constexpr double kStandsOut = 16;

// +1 or -1, the same for a column every time, without a pattern that a wrong kernel could share.
double sign_of_column(std::int64_t j) {
  std::uint64_t x = static_cast<std::uint64_t>(j) + 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return (x >> 63) != 0 ? 1.0 : -1.0;
}

double length_of(const double* row, std::int64_t count) {
  double sum = 0;
  for (std::int64_t i = 0; i < count; ++i) sum += row[i] * row[i];
  return std::sqrt(sum);
}

// The natural logarithm of x >= 1, rounded up to that of a power of two: the libraries' logarithm and power bring tables as large as a kernel.
double log_at_least(double x) { return std::numbers::ln2 * (std::ilogb(x) + 1); }

// error / scale, with 0 for a correct zero; never NaN, so that it can be compared and shown.
double relative(double error, double scale) {
  if (error == 0) return 0;
  const double ratio = error / scale;
  return ratio == ratio ? ratio : std::numeric_limits<double>::infinity();
}

}  // namespace

double split_error_bound(std::int64_t k, int levels) {
  const double k0 = std::ldexp(static_cast<double>(k), -levels);
  double growth = 1;
  for (int level = 0; level < levels; ++level) growth *= 18;
  return 1.01 * 0x1p-24 * (growth * (k0 * k0 + 6 * k0) - 6 * static_cast<double>(k));
}

Result<Verifier> Verifier::start(GemmType type, GemmShape s, Op op_a, Op op_b, MatrixIn a, MatrixIn b, const void* c,
                                 std::int64_t ldc, double full_work, int levels) {
  Verifier v;
  v.type_ = type;
  v.s_ = s;
  v.op_a_ = op_a;
  v.op_b_ = op_b;
  v.a_ = a;
  v.b_ = b;
  v.c_ = c;
  v.ldc_ = ldc;
  // float64 adds its own rounding; whole numbers up to 2^53 do not round.
  v.bound_ = type == GemmType::int8 ? 0 : gamma_bound(s.k, unit_roundoff(type)) + gamma_bound(s.k, 0x1p-53);
  if (levels > 0) {
    v.take_largest_numbers();
    v.bound_ = gamma_bound(s.k, 0x1p-53);
    v.absolute_ *= split_error_bound(s.k, levels);
  }

  const double work = gemm_flops(s) / 2;
  v.full_ = work <= full_work;
  while (work / static_cast<double>(v.group_columns_) > full_work) v.group_columns_ *= 2;
  v.width_ = (s.n + v.group_columns_ - 1) / v.group_columns_;

  Result<AlignedBuffer> right = AlignedBuffer::allocate(s.k * v.width_ * 8);
  if (!right) return std::unexpected(right.error());
  v.right_ = std::move(*right);
  std::fill_n(v.right_.as<double>(), s.k * v.width_, 0.0);
  v.lengths_.assign(static_cast<std::size_t>(v.width_), 0.0);
  v.row_.resize(static_cast<std::size_t>(std::max(s.k, s.n)));
  v.left_.resize(static_cast<std::size_t>(kRowsAtOnce * s.k));
  v.expected_.resize(static_cast<std::size_t>(kRowsAtOnce * v.width_));
  if (!v.full_) {
    const std::int64_t rows = std::min(kWholeRows, s.m);
    v.whole_a_.resize(static_cast<std::size_t>(rows * s.k));
    for (std::int64_t r = 0; r < rows; ++r) {
      v.whole_rows_.push_back(rows == 1 ? 0 : r * (s.m - 1) / (rows - 1));
      v.read_row_of_op_a(v.whole_rows_.back(), v.whole_a_.data() + r * s.k);
    }
    v.whole_expected_.assign(static_cast<std::size_t>(rows * s.n), 0.0);
    v.column_lengths_.assign(static_cast<std::size_t>(s.n), 0.0);
  }
  return v;
}

// absolute_ becomes the largest |A| times the largest |B|; the lengths are of op(A)'s rows and op(B)'s columns.
void Verifier::take_largest_numbers() {
  double largest[2] = {0, 0};
  double shortest[2] = {0, 0};
  const MatrixIn* const matrices[2] = {&a_, &b_};
  for (int x = 0; x < 2; ++x) {
    const MatrixIn& matrix = *matrices[x];
    const bool along_rows = (x == 0) == ((x == 0 ? op_a_ : op_b_) == Op::none);
    std::vector<double> row(static_cast<std::size_t>(matrix.cols)), squares(static_cast<std::size_t>(along_rows ? matrix.rows : matrix.cols), 0.0);
    for (std::int64_t r = 0; r < matrix.rows; ++r) {
      read_row(matrix, r, matrix.cols, row.data());
      for (std::int64_t c = 0; c < matrix.cols; ++c) {
        largest[x] = std::max(largest[x], std::abs(row[c]));
        squares[along_rows ? r : c] += row[c] * row[c];
      }
    }
    if (!squares.empty()) shortest[x] = std::sqrt(*std::min_element(squares.begin(), squares.end()));
  }
  absolute_ = largest[0] * largest[1];
  shortest_a_ = shortest[0];
  shortest_b_ = shortest[1];
}

void Verifier::note_share(double share) {
  sum_squares_ += share * share;
  largest_sum_ = std::max(largest_sum_, share);
  checks_ += 1;
}

double Verifier::number_of_c(std::int64_t i, std::int64_t j) const {
  const std::int64_t at = i * ldc_ + j;
  if (type_ == GemmType::fp64) return static_cast<const double*>(c_)[at];
  if (type_ == GemmType::int8) return static_cast<const std::int32_t*>(c_)[at];
  return static_cast<const float*>(c_)[at];
}

void Verifier::read_row_of_op_a(std::int64_t i, double* row) const {
  if (op_a_ == Op::none) return read_row(a_, i, s_.k, row);
  MatrixIn one = a_;
  for (std::int64_t l = 0; l < s_.k; ++l) {  // only types whose numbers stand alone can be transposed A
    one.data = static_cast<const char*>(a_.data) + stored_bytes(a_.type, 1, l * a_.ld + i);
    read_row(one, 0, 1, row + l);
  }
}

void Verifier::take_stored_row_of_b(std::int64_t r) {
  double* right = right_.as<double>();
  read_row(b_, r, b_.cols, row_.data());
  const bool across = op_b_ == Op::none;  // the stored row is a row of op(B), else a column
  for (std::int64_t i = 0; i < b_.cols; ++i) {
    const std::int64_t l = across ? r : i, j = across ? i : r;
    const std::int64_t group = j / group_columns_;
    right[l * width_ + group] += full_ ? row_[i] : sign_of_column(j) * row_[i];
    lengths_[group] += row_[i] * row_[i];
    if (!full_) column_lengths_[j] += row_[i] * row_[i];
  }
  for (std::size_t w = 0; w < whole_rows_.size(); ++w) {
    const double* a = whole_a_.data() + static_cast<std::int64_t>(w) * s_.k;
    double* expected = whole_expected_.data() + static_cast<std::int64_t>(w) * s_.n;
    if (across) {
      for (std::int64_t j = 0; j < s_.n; ++j) expected[j] += a[r] * row_[j];
    } else {
      for (std::int64_t l = 0; l < s_.k; ++l) expected[r] += a[l] * row_[l];
    }
  }
}

void Verifier::compare_row(std::int64_t i, double a_length, const double* expected) {
  const std::vector<double>& lengths = full_ ? lengths_ : column_lengths_;
  for (std::int64_t j = 0; j < s_.n; ++j) {
    const double error = std::abs(number_of_c(i, j) - expected[j]);
    const double scale = a_length * lengths[j];
    if (!(error <= bound_ * scale + absolute_)) bad_ = true;
    const double share = relative(error, scale);
    error_ = std::max(error_, share);
    if (full_ && absolute_ > 0) note_share(share);
  }
}

void Verifier::compare_sums(std::int64_t i, double a_length, const double* expected) {
  const double checks = static_cast<double>(s_.m) * static_cast<double>(width_);
  const double t = std::sqrt(2 * log_at_least(2 * checks / kFalseAlarm));
  for (std::int64_t g = 0; g < width_; ++g) {
    double sum = 0;
    const std::int64_t end = std::min(s_.n, (g + 1) * group_columns_);
    for (std::int64_t j = g * group_columns_; j < end; ++j) sum += sign_of_column(j) * number_of_c(i, j);
    const double error = std::abs(sum - expected[g]);
    const double scale = a_length * lengths_[g];
    if (!(error <= t * (bound_ * scale + absolute_ * std::sqrt(static_cast<double>(end - g * group_columns_))))) bad_ = true;
    note_share(relative(error, scale));
  }
}

void Verifier::check_rows(std::int64_t first, std::int64_t rows) {
  const double* right = right_.as<double>();
  std::fill(expected_.begin(), expected_.end(), 0.0);
  std::fill(left_.begin(), left_.end(), 0.0);
  double lengths[kRowsAtOnce] = {};
  for (std::int64_t r = 0; r < rows; ++r) {
    read_row_of_op_a(first + r, left_.data() + r * s_.k);
    lengths[r] = length_of(left_.data() + r * s_.k, s_.k);
  }
  double* const e0 = expected_.data();
  double *const e1 = e0 + width_, *const e2 = e1 + width_, *const e3 = e2 + width_;
  for (std::int64_t l = 0; l < s_.k; ++l) {
    const double* from = right + l * width_;
    const double a0 = left_[l], a1 = left_[s_.k + l], a2 = left_[2 * s_.k + l], a3 = left_[3 * s_.k + l];
    for (std::int64_t j = 0; j < width_; ++j) {
      e0[j] += a0 * from[j];
      e1[j] += a1 * from[j];
      e2[j] += a2 * from[j];
      e3[j] += a3 * from[j];
    }
  }
  for (std::int64_t r = 0; r < rows; ++r) {
    const double* expected = expected_.data() + r * width_;
    if (full_) {
      compare_row(first + r, lengths[r], expected);
    } else {
      compare_sums(first + r, lengths[r], expected);
    }
  }
}

void Verifier::check_whole_rows() {
  for (double& length : column_lengths_) length = std::sqrt(length);
  for (std::size_t w = 0; w < whole_rows_.size(); ++w) {
    const double* a = whole_a_.data() + static_cast<std::int64_t>(w) * s_.k;
    compare_row(whole_rows_[w], length_of(a, s_.k), whole_expected_.data() + static_cast<std::int64_t>(w) * s_.n);
  }
}

double Verifier::step(std::int64_t slice_ns) {
  const std::int64_t end = now_ns() + slice_ns;
  do {
    if (next_b_ < b_.rows) {
      take_stored_row_of_b(next_b_++);
      if (next_b_ < b_.rows) continue;
      for (double& length : lengths_) length = std::sqrt(length);
      if (!full_) check_whole_rows();
    } else if (next_row_ < s_.m) {
      const std::int64_t rows = std::min(kRowsAtOnce, s_.m - next_row_);
      check_rows(next_row_, rows);
      next_row_ += rows;
    } else {
      break;
    }
  } while (now_ns() < end);
  if (next_b_ == b_.rows && next_row_ == s_.m) return 1;
  const double share = 0.2 * static_cast<double>(next_b_) / static_cast<double>(std::max<std::int64_t>(1, b_.rows)) +
                       0.8 * static_cast<double>(next_row_) / static_cast<double>(s_.m);
  return std::min(share, 0.999);
}

Verification Verifier::result() const {
  Verification out;
  out.error = error_;
  out.error_bound = absolute_ > 0 ? bound_ + absolute_ / (shortest_a_ * shortest_b_) : bound_;
  out.every_number = full_;
  const double mean_square = checks_ > 0 ? sum_squares_ / checks_ : 0;
  const double own = 2 * std::sqrt(static_cast<double>(group_columns_)) * gamma_bound(s_.k + group_columns_, 0x1p-53);
  const bool stands_out = checks_ > 0 && !(largest_sum_ <= kStandsOut * std::sqrt(mean_square) + own);
  out.verified = !bad_ && !stands_out;
  if (bad_) {
    out.reason = "The product differs from the float64 reference by more than rounding can explain: this kernel is wrong here, choose another.";
  } else if (stands_out) {
    out.reason = "One sum of the product stands out from all others against float64: this kernel is wrong here, choose another.";
  }
  return out;
}

Result<Verification> verify(GemmType type, GemmShape shape, Op op_a, Op op_b, MatrixIn a, MatrixIn b, const void* c,
                            std::int64_t ldc, double full_work, int levels) {
  Result<Verifier> verifier = Verifier::start(type, shape, op_a, op_b, a, b, c, ldc, full_work, levels);
  if (!verifier) return std::unexpected(verifier.error());
  while (verifier->step(1'000'000'000) < 1) {
  }
  return verifier->result();
}

}  // namespace lesson
