// Reading stored matrices into the order and number type a tile wants. Source types convert with `load_number`.
// Everything here is in an unnamed namespace: see tile.h.
#pragma once

#include <stdint.h>
#include <string.h>

#include "engine/gemm/kernel_abi.h"

namespace lesson {
namespace {

struct Fp32 {
  using stored = float;
  static float load(float x) { return x; }
};
struct Fp64 {
  using stored = double;
  static double load(double x) { return x; }
};
struct Bf16 {
  using stored = uint16_t;
  static float load(uint16_t bits) {
    const uint32_t wide = uint32_t(bits) << 16;  // bfloat16 is the upper half of a float32
    float value;
    memcpy(&value, &wide, sizeof value);
    return value;
  }
};
struct Fp16 {
  using stored = uint16_t;
  static float load(uint16_t bits) {
    // Exponent and fraction moved to float32's places; the product corrects the exponent's offset, subnormals included.
    const uint32_t magnitude = uint32_t(bits & 0x7fff) << 13;
    float value;
    memcpy(&value, &magnitude, sizeof value);
    value *= 0x1p112f;
    uint32_t wide;
    memcpy(&wide, &value, sizeof wide);
    if (magnitude >= (0x7c00u << 13)) wide |= 0x7f800000u;  // infinity and NaN keep the largest exponent
    wide |= uint32_t(bits & 0x8000) << 16;
    memcpy(&value, &wide, sizeof value);
    return value;
  }
};

template <class From, class To>
void load_rows(const StoredBlock* block, void* rows, int64_t ld) {
  const StoredBlock& s = *block;
  const auto* data = static_cast<const typename From::stored*>(s.data);
  auto* out = static_cast<To*>(rows);
  if (!s.transposed) {
    for (int64_t i = 0; i < s.rows; ++i) {
      const auto* from = data + (s.row + i) * s.ld + s.col;
      for (int64_t p = 0; p < s.cols; ++p) out[i * ld + p] = From::load(from[p]);
    }
    return;
  }
  for (int64_t p = 0; p < s.cols; ++p) {
    const auto* from = data + (s.col + p) * s.ld + s.row;
    for (int64_t i = 0; i < s.rows; ++i) out[i * ld + p] = From::load(from[i]);
  }
}

template <class From, class To, int kColumns>
void pack_panel(const StoredBlock* block, void* panel) {
  const StoredBlock& s = *block;
  const auto* data = static_cast<const typename From::stored*>(s.data);
  auto* out = static_cast<To*>(panel);
  if (s.transposed) {
    for (int64_t j = 0; j < kColumns; ++j) {
      if (j < s.cols) {
        const auto* from = data + (s.col + j) * s.ld + s.row;
        for (int64_t p = 0; p < s.rows; ++p) out[p * kColumns + j] = From::load(from[p]);
      } else {
        for (int64_t p = 0; p < s.rows; ++p) out[p * kColumns + j] = To(0);
      }
    }
    return;
  }
  const auto* from = data + s.row * s.ld + s.col;
  if (s.cols == kColumns) {
    for (int64_t p = 0; p < s.rows; ++p, from += s.ld, out += kColumns) {
      for (int j = 0; j < kColumns; ++j) out[j] = From::load(from[j]);
    }
    return;
  }
  for (int64_t p = 0; p < s.rows; ++p, from += s.ld, out += kColumns) {
    for (int64_t j = 0; j < kColumns; ++j) out[j] = j < s.cols ? From::load(from[j]) : To(0);
  }
}

}  // namespace
}  // namespace lesson
