#include <doctest/doctest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <random>

#include "engine/numeric/convert.h"
#include "expect.h"

using namespace lesson;
using lesson::test::got;

namespace {

const NumberFormat& format(const char* id) { return *got(find_number_format(id)); }
Conversion convert(const char* id, double value) { return got(convert_number(format(id), value)); }

constexpr FloatLayout kSmall[] = {kBf16, kFp16, kFp8E5m2, kFp8E4m3, kFp4E2m1};

bool is_nan_pattern(FloatLayout layout, std::uint32_t bits) { return std::isnan(decode_float(layout, bits)); }

}  // namespace

TEST_CASE("convert: every bit pattern of the small formats decodes and encodes to itself") {
  for (const FloatLayout layout : kSmall) {
    for (std::uint32_t bits = 0; bits < (1u << layout.bits()); ++bits) {
      if (is_nan_pattern(layout, bits)) continue;
      const double value = decode_float(layout, bits);
      if (encode_float(layout, value) != bits)
        FAIL_CHECK("pattern " << bits << " of a " << layout.bits() << "-bit format");
    }
  }
}

TEST_CASE("convert: halfway between neighbours goes to the even one, and either side goes to its neighbour") {
  for (const FloatLayout layout : kSmall) {
    const std::uint32_t positive = 1u << (layout.bits() - 1);
    for (std::uint32_t bits = 0; bits + 1 < positive; ++bits) {
      const double low = decode_float(layout, bits), high = decode_float(layout, bits + 1);
      if (!std::isfinite(low) || !std::isfinite(high)) continue;
      const double middle = (low + high) / 2;
      const std::uint32_t even = bits % 2 == 0 ? bits : bits + 1;
      const bool right = encode_float(layout, middle) == even &&
                         encode_float(layout, std::nextafter(middle, low)) == bits &&
                         encode_float(layout, std::nextafter(middle, high)) == bits + 1 &&
                         encode_float(layout, -middle) == (even | positive);
      if (!right) FAIL_CHECK("between " << low << " and " << high << " of a " << layout.bits() << "-bit format");
    }
  }
}

TEST_CASE("convert: float32 equals the processor's own rounding") {
  std::mt19937_64 random(3);
  for (int i = 0; i < 200000; ++i) {
    const double value = std::bit_cast<double>(random());
    if (!std::isfinite(value)) continue;
    const auto own = std::bit_cast<std::uint32_t>(static_cast<float>(value));
    if (encode_float(kFp32, value) != own) FAIL_CHECK("value " << value);
  }
  for (int i = 0; i < 200000; ++i) {  // near the range of float32, where most of the above does not fall
    const double value =
        std::ldexp(1.0 + static_cast<double>(random() >> 12) * 0x1p-52, static_cast<int>(random() % 300) - 150);
    const auto own = std::bit_cast<std::uint32_t>(static_cast<float>(value));
    if (encode_float(kFp32, value) != own) FAIL_CHECK("value " << value);
  }
}

TEST_CASE("convert: largest, smallest step and smallest normal of the table are those of the bits") {
  struct Row {
    const char* id;
    FloatLayout layout;
  };
  const Row rows[] = {{"fp32", kFp32},        {"tf32", kTf32},        {"bf16", kBf16},  {"fp16", kFp16},
                      {"fp8_e5m2", kFp8E5m2}, {"fp8_e4m3", kFp8E4m3}, {"fp4", kFp4E2m1}};
  for (const Row& row : rows) {
    const NumberFormat& f = format(row.id);
    CHECK(f.exponent_bits == row.layout.exponent_bits);
    CHECK(f.fraction_bits == row.layout.fraction_bits);
    const std::uint32_t largest = encode_float(row.layout, *f.largest);
    CHECK(decode_float(row.layout, largest) == *f.largest);
    CHECK(
        !(decode_float(row.layout, largest + 1) > *f.largest && std::isfinite(decode_float(row.layout, largest + 1))));
    const std::uint32_t one = encode_float(row.layout, 1);
    CHECK(decode_float(row.layout, one + 1) - 1 == *f.step_near_one);
    CHECK(encode_float(row.layout, *f.smallest_normal) == 1u << row.layout.fraction_bits);
  }
}

TEST_CASE("convert: 70,000 in float16 overflows, in words") {
  const Conversion c = convert("fp16", 70000);
  CHECK(c.overflow == Overflow::to_infinity);
  CHECK(!c.stored.has_value());
  CHECK(!c.error.has_value());
  CHECK(c.note == "infinity: the largest is 65,504");
  CHECK(c.hex == "0x7C00");
  CHECK(*convert("fp16", 65519.9).stored == 65504);  // rounds down to the largest
  CHECK(convert("fp16", 65520).overflow == Overflow::to_infinity);
  CHECK(*convert("bf16", 70000).stored == 70144);
}

TEST_CASE("convert: a small update to 1 in bfloat16 vanishes, in float32 it does not") {
  CHECK(*convert("bf16", 1.001).stored == 1);
  CHECK(*convert("bf16", 1.004).stored == 1.0078125);
  CHECK(*convert("fp32", 1.001).stored != 1);
}

TEST_CASE("convert: pi, the default of the lesson") {
  const double pi = 3.141592653589793;
  const Conversion bf16 = convert("bf16", pi);
  CHECK(bf16.hex == "0x4049");
  CHECK(bf16.bits == "0|10000000|1001001");
  CHECK(*bf16.stored == 3.140625);
  CHECK(*bf16.error == pi - 3.140625);
  CHECK(*convert("fp16", pi).stored == 3.140625);
  CHECK(convert("fp32", pi).hex == "0x40490FDB");
  CHECK(*convert("fp8_e4m3", pi).stored == 3.25);
  CHECK(*convert("fp8_e5m2", pi).stored == 3);
  CHECK(*convert("fp4", pi).stored == 3);
  CHECK(*convert("fp64", pi).stored == pi);
  CHECK(*convert("fp64", pi).error == 0);
  const Conversion tf32 = convert("tf32", pi);
  CHECK(*tf32.stored == 3.140625);
  CHECK(tf32.bits == "0|10000000|1001001000");
}

TEST_CASE("convert: fp8 e4m3 has no infinity, its largest is 448; fp4 stops at 6") {
  CHECK(*convert("fp8_e4m3", 448).stored == 448);
  CHECK(*convert("fp8_e4m3", 464).stored == 448);  // halfway to 480, which is the pattern of NaN: even is 448
  CHECK(convert("fp8_e4m3", 465).overflow == Overflow::to_nan);
  CHECK(!convert("fp8_e4m3", 1e6).stored.has_value());
  CHECK(convert("fp8_e5m2", 1e6).overflow == Overflow::to_infinity);
  CHECK(*convert("fp4", 100).stored == 6);
  CHECK(convert("fp4", 100).overflow == Overflow::to_largest);
  CHECK(*convert("fp4", -100).stored == -6);
}

TEST_CASE("convert: too small becomes zero or loses digits, and says so") {
  CHECK(*convert("fp16", 1e-8).stored == 0);
  CHECK(convert("fp16", 1e-8).underflow);
  CHECK(convert("fp16", 1e-5).underflow);  // subnormal
  CHECK(!convert("fp16", 1e-4).underflow);
  CHECK(!convert("fp16", 0).underflow);
  CHECK(!convert("fp16", 0).relative_error.has_value());
  CHECK(convert("fp16", -0.0).hex == "0x8000");
}

TEST_CASE("convert: integers are whole steps of a stated scale") {
  const Conversion c = got(convert_number(format("int8"), 3.141592653589793, 4));
  CHECK(*c.scale == 4.0 / 127);
  CHECK(*c.stored == 100 * (4.0 / 127));
  CHECK(c.hex == "0x64");
  CHECK(c.bits == "0|1100100");
  CHECK(*convert("int8", 3.141592653589793).scale_largest == 4);  // assumed: the next power of two
  CHECK(convert("int8", 3.141592653589793).note.find("assuming") == 0);
  CHECK(got(convert_number(format("int8"), -1, 1)).hex == "0x81");
  CHECK(got(convert_number(format("int4"), -1, 1)).hex == "0x9");
  CHECK(*got(convert_number(format("int4"), 1, 7)).stored == 1);
  const Conversion clipped = got(convert_number(format("int4"), 10, 7));
  CHECK(*clipped.stored == 7);
  CHECK(clipped.overflow == Overflow::to_largest);
  CHECK(got(convert_number(format("int8"), 0.001, 4)).underflow);
  CHECK(*convert("int8", 0).stored == 0);
}

TEST_CASE("convert: block formats and numbers that are none are refused with a sentence") {
  const auto block = convert_number(format("q4_0"), 1);
  CHECK(!block.has_value());
  CHECK(block.error().code == ErrorCode::not_available);
  CHECK(block.error().message.find("32 numbers") != std::string::npos);
  CHECK(convert_number(format("bf16"), std::numeric_limits<double>::quiet_NaN()).error().code == ErrorCode::bad_number);
  CHECK(convert_number(format("bf16"), std::numeric_limits<double>::infinity()).error().code == ErrorCode::bad_number);
  CHECK(convert_number(format("int8"), 1, 0).error().code == ErrorCode::out_of_range);
  CHECK(convert_number(format("int8"), 1, std::numeric_limits<double>::quiet_NaN()).error().code ==
        ErrorCode::out_of_range);
}

TEST_CASE("convert: any finite number gives finite errors within half a step, in every plain format") {
  std::mt19937_64 random(5);
  for (const NumberFormat& f : number_formats()) {
    if (f.kind == FormatKind::block) continue;
    for (int i = 0; i < 2000; ++i) {
      const double value = std::bit_cast<double>(random());
      if (!std::isfinite(value)) continue;
      const Conversion c = got(convert_number(f, value));
      CHECK(c.bits.size() ==
            static_cast<std::size_t>(1 + f.exponent_bits + f.fraction_bits) + (f.kind == FormatKind::floating ? 2 : 1));
      if (!c.stored) {
        CHECK(!c.note.empty());
        continue;
      }
      CHECK(std::isfinite(*c.stored));
      CHECK(std::isfinite(*c.error));
      const bool normal =
          f.kind == FormatKind::floating && std::abs(value) >= *f.smallest_normal && c.overflow == Overflow::none;
      if (normal && !(*c.relative_error <= *f.step_near_one / 2)) FAIL_CHECK(std::string(f.id) << " " << value);
    }
  }
}
