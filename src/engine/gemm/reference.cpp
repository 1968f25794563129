#include "engine/gemm/reference.h"

#include <cstring>

#include "engine/numeric/convert.h"

namespace lesson {
namespace {

void read_q4_0_row(const MatrixIn& matrix, std::int64_t row, std::int64_t count, double* out) {
  const auto* block = static_cast<const std::uint8_t*>(matrix.data) + row * (matrix.ld / 32) * 18;
  for (std::int64_t first = 0; first < count; first += 32, block += 18) {
    const double scale = decode_float(kFp16, static_cast<std::uint32_t>(block[0] | (block[1] << 8)));
    for (std::int64_t i = 0; i < 32 && first + i < count; ++i) {
      const int byte = block[2 + i % 16];
      out[first + i] = scale * ((i < 16 ? byte & 15 : byte >> 4) - 8);
    }
  }
}

}  // namespace

void read_row(const MatrixIn& matrix, std::int64_t row, std::int64_t count, double* out) {
  const std::int64_t start = row * matrix.ld;
  for (std::int64_t i = 0; matrix.type != GemmType::q4_0 && i < count; ++i) {
    switch (matrix.type) {
      case GemmType::fp64: out[i] = static_cast<const double*>(matrix.data)[start + i]; break;
      case GemmType::fp32: out[i] = static_cast<const float*>(matrix.data)[start + i]; break;
      case GemmType::bf16: out[i] = decode_float(kBf16, static_cast<const std::uint16_t*>(matrix.data)[start + i]); break;
      case GemmType::fp16: out[i] = decode_float(kFp16, static_cast<const std::uint16_t*>(matrix.data)[start + i]); break;
      case GemmType::int8: out[i] = static_cast<const std::int8_t*>(matrix.data)[start + i]; break;
      case GemmType::q4_0: break;
    }
  }
  if (matrix.type == GemmType::q4_0) read_q4_0_row(matrix, row, count, out);
}

std::vector<double> gemm_reference(GemmShape s, Op op_a, Op op_b, double alpha, const MatrixIn& a, const MatrixIn& b, double beta,
                                   const std::vector<double>& c) {
  const auto read_all = [](const MatrixIn& matrix) {
    std::vector<double> all(static_cast<std::size_t>(matrix.rows * matrix.cols));
    for (std::int64_t r = 0; r < matrix.rows; ++r) read_row(matrix, r, matrix.cols, all.data() + r * matrix.cols);
    return all;
  };
  const std::vector<double> x = read_all(a), y = read_all(b);
  std::vector<double> out(static_cast<std::size_t>(s.m * s.n));
  for (std::int64_t i = 0; i < s.m; ++i) {
    for (std::int64_t j = 0; j < s.n; ++j) {
      double sum = 0;
      for (std::int64_t l = 0; l < s.k; ++l) {
        sum += x[op_a == Op::none ? i * s.k + l : l * s.m + i] * y[op_b == Op::none ? l * s.n + j : j * s.k + l];
      }
      out[i * s.n + j] = beta != 0 ? alpha * sum + beta * c[i * s.n + j] : alpha * sum;
    }
  }
  return out;
}

double gamma_bound(std::int64_t k, double unit_roundoff) {
  const double ku = static_cast<double>(k) * unit_roundoff;
  return ku / (1 - ku);
}

double unit_roundoff(GemmType type) {
  if (type == GemmType::int8) return 0;
  return type == GemmType::fp64 ? 0x1p-53 : 0x1p-24;
}

}  // namespace lesson
