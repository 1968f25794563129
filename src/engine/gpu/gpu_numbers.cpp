// The operands: the same random numbers as on the CPU, stored as a GPU takes them.
#include <algorithm>
#include <cmath>
#include <cstring>

#include "engine/bench/matrices.h"
#include "engine/gpu/gpu_bench.h"
#include "engine/numeric/convert.h"

namespace lesson {
namespace {

// Sums: fp32 on the vector units. Tensor cores cut the parts of a sum off before they add them, so one more bit is
// allowed; with fp8 Hopper keeps 14 bits of a partial sum (DeepSeek-V3 technical report, section 3.3.2).
constexpr GpuFormat kFormats[] = {
    {GpuType::fp64, "fp64", "fp64", 60, 1, 0x1p-53},
    {GpuType::fp32, "fp32", "fp32", 50, 1, 0x1p-24},
    {GpuType::tf32, "tf32", "fp32", 80, 4, 0x1p-23},
    {GpuType::fp16, "fp16", "fp32", 70, 8, 0x1p-23},
    {GpuType::bf16, "bf16", "fp32", 80, 8, 0x1p-23},
    {GpuType::fp8_e4m3, "fp8_e4m3", "fp32", 89, 16, 0x1p-13},
    {GpuType::int8, "int8", "int32", 75, 16, 0},
    {GpuType::fp4, "fp4", "fp32", 100, 32, 0x1p-13},
};

constexpr double kFp4Largest = 6;  // fp4's numbers reach from -6 to 6, so the random ones are stretched to that

double through(const FloatLayout& layout, double value) { return decode_float(layout, encode_float(layout, value)); }

template <class T>
void put(double value, void* out, std::int64_t at) {
  const T stored = static_cast<T>(value);
  std::memcpy(static_cast<char*>(out) + at * static_cast<std::int64_t>(sizeof stored), &stored, sizeof stored);
}

std::uint32_t bits_of(GpuType type, double value) {
  switch (type) {
    case GpuType::fp16: return encode_float(kFp16, value);
    case GpuType::bf16: return encode_float(kBf16, value);
    case GpuType::fp8_e4m3: return encode_float(kFp8E4m3, value);
    default: return encode_float(kFp4E2m1, value);
  }
}

void store(GpuType type, double value, void* out, std::int64_t at) {
  switch (type) {
    case GpuType::fp64: return put<double>(value, out, at);
    case GpuType::fp32:
    case GpuType::tf32: return put<float>(value, out, at);
    case GpuType::fp16:
    case GpuType::bf16: return put<std::uint16_t>(bits_of(type, value), out, at);
    case GpuType::fp8_e4m3: return put<std::uint8_t>(bits_of(type, value), out, at);
    case GpuType::int8: return put<std::int8_t>(value, out, at);
    case GpuType::fp4: {
      auto* byte = static_cast<std::uint8_t*>(out) + at / 2;
      const auto half = static_cast<std::uint8_t>(bits_of(type, value));
      *byte = static_cast<std::uint8_t>(at % 2 == 0 ? half : *byte | (half << 4));
      return;
    }
  }
}

}  // namespace

std::span<const GpuFormat> gpu_formats() { return kFormats; }
const GpuFormat& gpu_format(GpuType type) { return *std::ranges::find(kFormats, type, &GpuFormat::type); }
const GpuFormat* find_gpu_format(std::string_view id) {
  const auto found = std::ranges::find(kFormats, id, &GpuFormat::id);
  return found == std::end(kFormats) ? nullptr : &*found;
}

double gpu_stored_number(GpuType type, std::uint64_t seed, std::int64_t row, std::int64_t col) {
  const double number = original_number(seed, row, col);
  switch (type) {
    case GpuType::fp64: return number;
    case GpuType::fp32: return static_cast<float>(number);
    case GpuType::tf32: return through(kTf32, number);  // so that the unit's own rounding changes nothing
    case GpuType::fp16: return through(kFp16, number);
    case GpuType::bf16: return through(kBf16, number);
    case GpuType::fp8_e4m3: return through(kFp8E4m3, number);
    case GpuType::int8: return static_cast<double>(std::lround(number * 127));
    case GpuType::fp4: return through(kFp4E2m1, number * kFp4Largest);
  }
  return 0;
}

void gpu_fill(GpuType type, std::uint64_t seed, std::int64_t rows, std::int64_t cols, bool transposed, bool zeros, void* out) {
  const std::int64_t lines = transposed ? cols : rows, length = transposed ? rows : cols;
  for (std::int64_t line = 0; line < lines; ++line) {
    for (std::int64_t i = 0; i < length; ++i) {
      const double number = zeros ? 0 : gpu_stored_number(type, seed, transposed ? i : line, transposed ? line : i);
      store(type, number, out, line * length + i);
    }
  }
}

}  // namespace lesson
