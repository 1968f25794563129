#include "engine/bench/matrices.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "engine/numeric/convert.h"

namespace lesson {
namespace {

// splitmix64 (Steele, Lea, Flood 2014): a good 64-bit mixer, so a place in a matrix is its own random number.
std::uint64_t mix(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

template <class T>
void put(T value, void* place) {
  std::memcpy(place, &value, sizeof value);
}

}  // namespace

double original_number(std::uint64_t seed, std::int64_t row, std::int64_t col) {
  const std::uint64_t bits = mix(mix(seed * 0x632be59bd9b4e019u + static_cast<std::uint64_t>(row)) + static_cast<std::uint64_t>(col));
  return static_cast<double>(static_cast<std::int64_t>(bits) >> 11) * 0x1p-52;
}

double step_value(GemmType type) { return type == GemmType::int8 ? 1.0 / 127 : 1.0; }

void store_number(GemmType type, double value, void* place) {
  switch (type) {
    case GemmType::fp64: return put(value, place);
    case GemmType::fp32: return put(static_cast<float>(value), place);
    case GemmType::bf16: return put(static_cast<std::uint16_t>(encode_float(kBf16, value)), place);
    case GemmType::fp16: return put(static_cast<std::uint16_t>(encode_float(kFp16, value)), place);
    case GemmType::int8: return put(static_cast<std::int8_t>(std::lround(std::clamp(value / step_value(type), -127.0, 127.0))), place);
    case GemmType::q4_0: return;
  }
}

void store_q4_0_block(const double* values, void* block) {
  double largest = 0;
  for (int i = 0; i < 32; ++i) {
    if (std::abs(values[i]) > std::abs(largest)) largest = values[i];
  }
  const std::uint16_t scale_bits = static_cast<std::uint16_t>(encode_float(kFp16, largest / -8));
  const double scale = decode_float(kFp16, scale_bits);
  const auto bits = [&](int i) {
    if (scale == 0) return 8;
    return static_cast<int>(std::clamp(std::lround(values[i] / scale) + 8l, 0l, 15l));
  };
  auto* out = static_cast<std::uint8_t*>(block);
  put(scale_bits, out);
  for (int i = 0; i < 16; ++i) out[2 + i] = static_cast<std::uint8_t>(bits(i) | (bits(i + 16) << 4));
}

void fill_rows(GemmType type, std::uint64_t seed, std::int64_t first, std::int64_t last, std::int64_t cols, std::int64_t ld, void* data) {
  const auto number = [&](std::int64_t row, std::int64_t col) { return col < cols ? original_number(seed, row, col) : 0.0; };
  for (std::int64_t row = first; row < last; ++row) {
    char* out = static_cast<char*>(data) + stored_bytes(type, 1, ld) * row;
    if (type == GemmType::q4_0) {
      double values[32];
      for (std::int64_t col = 0; col < ld; col += 32, out += 18) {
        for (int i = 0; i < 32; ++i) values[i] = number(row, col + i);
        store_q4_0_block(values, out);
      }
      continue;
    }
    const std::int64_t bytes = stored_bytes(type, 1, 1);
    for (std::int64_t col = 0; col < ld; ++col) store_number(type, number(row, col), out + col * bytes);
  }
}

}  // namespace lesson
