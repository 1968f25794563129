// A stored matrix for the product's tests: odd start address, leading dimension larger than needed, NaN in the padding.
#pragma once

#include <cstdint>
#include <cstring>
#include <functional>
#include <limits>
#include <vector>

#include "engine/bench/matrices.h"
#include "engine/gemm/gemm.h"
#include "engine/gemm/reference.h"

struct StoredMatrix {
  lesson::GemmType type;
  std::int64_t rows, cols, ld;
  std::vector<char> bytes;  // exactly as large as needed, so that the sanitizer sees a read beyond
  std::size_t start;        // one number in, so that nothing relies on alignment beyond the number's own

  using Number = std::function<double(std::int64_t row, std::int64_t col)>;

  StoredMatrix(lesson::GemmType type_, std::int64_t rows_, std::int64_t cols_, std::int64_t extra, const Number& number)
      : type(type_), rows(rows_), cols(cols_), ld(cols_ + extra) {
    using namespace lesson;
    const bool blocks = type == GemmType::q4_0;
    if (blocks) ld = (ld + 31) / 32 * 32;
    start = blocks ? 2 : static_cast<std::size_t>(stored_bytes(type, 1, 1));
    bytes.resize(start + static_cast<std::size_t>(stored_bytes(type, rows, ld)));
    for (std::int64_t r = 0; r < rows; ++r) {
      char* out = bytes.data() + start + stored_bytes(type, r, ld);
      if (blocks) {
        for (std::int64_t c = 0; c < ld; c += 32, out += 18) {
          double values[32];
          for (int i = 0; i < 32; ++i) values[i] = c + i < cols ? number(r, c + i) : 0.9;  // within a block NaN cannot be stored
          store_q4_0_block(values, out);
        }
        continue;
      }
      for (std::int64_t c = 0; c < ld; ++c) {
        const double padding = type == GemmType::int8 ? 1.0 : std::numeric_limits<double>::quiet_NaN();
        store_number(type, c < cols ? number(r, c) : padding, out + stored_bytes(type, 1, c));
      }
    }
    // The last row ends with its last number: there is no padding behind it to read.
    if (!blocks && rows > 0) bytes.resize(bytes.size() - static_cast<std::size_t>(stored_bytes(type, 1, ld - cols)));
    bytes.shrink_to_fit();
  }

  lesson::MatrixIn in() const { return {bytes.data() + start, rows, cols, ld, type}; }

  // As stored, exactly, without gaps.
  std::vector<double> numbers() const {
    std::vector<double> all(static_cast<std::size_t>(rows * cols));
    for (std::int64_t r = 0; r < rows; ++r) lesson::read_row(in(), r, cols, all.data() + r * cols);
    return all;
  }
};

// C with a sentinel in the padding of each row and after the last one.
struct ResultMatrix {
  lesson::GemmType type;
  std::int64_t rows, cols, ld;
  std::vector<char> bytes;

  static constexpr double kSentinel = -77777;

  ResultMatrix(lesson::GemmType type_, std::int64_t rows_, std::int64_t cols_, std::int64_t extra, const StoredMatrix::Number& number)
      : type(type_), rows(rows_), cols(cols_), ld(cols_ + extra) {
    bytes.resize(static_cast<std::size_t>(rows * ld * lesson::result_bytes(type)));
    for (std::int64_t r = 0; r < rows; ++r) {
      for (std::int64_t c = 0; c < ld; ++c) put(r, c, c < cols ? number(r, c) : kSentinel);
    }
  }

  void* place(std::int64_t r, std::int64_t c) { return bytes.data() + (r * ld + c) * lesson::result_bytes(type); }
  void put(std::int64_t r, std::int64_t c, double value) {
    if (type == lesson::GemmType::fp64) std::memcpy(place(r, c), &value, 8);
    const float narrow = static_cast<float>(value);
    const std::int32_t whole = value == value ? static_cast<std::int32_t>(value) : 0;
    if (type == lesson::GemmType::int8) std::memcpy(place(r, c), &whole, 4);
    else if (type != lesson::GemmType::fp64) std::memcpy(place(r, c), &narrow, 4);
  }
  double get(std::int64_t r, std::int64_t c) {
    double value = 0;
    float narrow = 0;
    std::int32_t whole = 0;
    if (type == lesson::GemmType::fp64) {
      std::memcpy(&value, place(r, c), 8);
      return value;
    }
    if (type == lesson::GemmType::int8) {
      std::memcpy(&whole, place(r, c), 4);
      return whole;
    }
    std::memcpy(&narrow, place(r, c), 4);
    return narrow;
  }
  bool sentinels_stand() {
    for (std::int64_t r = 0; r < rows; ++r) {
      for (std::int64_t c = cols; c < ld; ++c) {
        if (get(r, c) != kSentinel) return false;
      }
    }
    return true;
  }
  lesson::MatrixOut out() { return {bytes.data(), rows, cols, ld}; }
};

// The types A and B have for a kernel's type.
inline lesson::GemmType a_type(lesson::GemmType type) { return type == lesson::GemmType::q4_0 ? lesson::GemmType::fp32 : type; }
