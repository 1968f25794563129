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

// Turned operands are rare: `cold` keeps their code small.
template <class From, class To>
__attribute__((cold, noinline)) void load_turned_rows(const StoredBlock& s, To* out, int64_t ld) {
  const auto* from = static_cast<const typename From::stored*>(s.data) + s.col * s.ld + s.row;
  for (int64_t p = 0; p < s.cols; ++p, from += s.ld) {
    for (int64_t i = 0; i < s.rows; ++i) out[i * ld + p] = From::load(from[i]);
  }
}

template <class From, class To>
void load_rows(const StoredBlock* block, void* rows, int64_t ld) {
  const StoredBlock& s = *block;
  To* out = static_cast<To*>(rows);
  if (s.transposed) return load_turned_rows<From, To>(s, out, ld);
  const auto* from = static_cast<const typename From::stored*>(s.data) + s.row * s.ld + s.col;
  for (int64_t i = 0; i < s.rows; ++i, from += s.ld, out += ld) {
    for (int64_t p = 0; p < s.cols; ++p) out[p] = From::load(from[p]);
  }
}

template <class From, class To, int kColumns>
__attribute__((cold, noinline)) void pack_turned_panel(const StoredBlock& s, To* out) {
  const auto* from = static_cast<const typename From::stored*>(s.data) + s.col * s.ld + s.row;
  for (int64_t p = 0; p < s.rows; ++p, ++from) {
    for (int64_t j = 0; j < kColumns; ++j) out[p * kColumns + j] = j < s.cols ? From::load(from[j * s.ld]) : To(0);
  }
}

template <class From, class To, int kColumns>
void pack_panel(const StoredBlock* block, void* panel) {
  const StoredBlock& s = *block;
  const auto* data = static_cast<const typename From::stored*>(s.data);
  To* out = static_cast<To*>(panel);
  if (s.transposed) return pack_turned_panel<From, To, kColumns>(s, out);
  const auto* from = data + s.row * s.ld + s.col;
  if (s.cols < kColumns) {
    memset(out, 0, static_cast<size_t>(s.rows) * kColumns * sizeof(To));
    for (int64_t p = 0; p < s.rows; ++p, from += s.ld, out += kColumns) {
      for (int64_t j = 0; j < s.cols; ++j) out[j] = From::load(from[j]);
    }
    return;
  }
  for (int64_t p = 0; p < s.rows; ++p, from += s.ld, out += kColumns) {
    for (int j = 0; j < kColumns; ++j) out[j] = From::load(from[j]);
  }
}

}  // namespace
}  // namespace lesson
