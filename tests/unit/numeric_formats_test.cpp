#include <doctest/doctest.h>

#include <set>
#include <string>

#include "engine/numeric/format_table.h"
#include "expect.h"

using namespace lesson;
using lesson::test::got;

TEST_CASE("formats: every id of the design is there, once") {
  const char* const ids[] = {"fp64", "fp32", "tf32",  "bf16",  "fp16", "fp8_e4m3", "fp8_e5m2", "int8", "int4",
                             "fp4",  "q4_0", "q4_1",  "q5_0",  "q5_1", "q8_0",     "q2_k",     "q3_k", "q4_k",
                             "q5_k", "q6_k", "mxfp4", "nvfp4", "nf4",  "nf4_dq",   "mlx4"};
  std::set<std::string_view> seen;
  for (const NumberFormat& format : number_formats()) CHECK(seen.insert(format.id).second);
  CHECK(seen.size() == std::size(ids));
  for (const char* id : ids) CHECK(got(find_number_format(id))->id == id);
}

// reference formulas 3.3: bits a weight of the real block formats
TEST_CASE("formats: bits in memory") {
  struct Row {
    const char* id;
    double bits;
  };
  const Row rows[] = {{"fp64", 64},    {"fp32", 32},     {"tf32", 32},  {"bf16", 16},      {"fp16", 16},
                      {"fp8_e4m3", 8}, {"fp8_e5m2", 8},  {"int8", 8},   {"int4", 4},       {"fp4", 4},
                      {"q4_0", 4.5},   {"q4_1", 5.0},    {"q5_0", 5.5}, {"q5_1", 6.0},     {"q8_0", 8.5},
                      {"q2_k", 2.625}, {"q3_k", 3.4375}, {"q4_k", 4.5}, {"q5_k", 5.5},     {"q6_k", 6.5625},
                      {"mxfp4", 4.25}, {"nvfp4", 4.5},   {"nf4", 4.5},  {"nf4_dq", 4.127}, {"mlx4", 4.5}};
  for (const Row& row : rows)
    lesson::test::agrees_exactly(got(find_number_format(row.id))->bits_per_value, row.bits, row.id);
}

TEST_CASE("formats: names people use, in any case") {
  CHECK(got(find_number_format("float32"))->id == "fp32");
  CHECK(got(find_number_format("f32"))->id == "fp32");
  CHECK(got(find_number_format("bfloat16"))->id == "bf16");
  CHECK(got(find_number_format("float16"))->id == "fp16");
  CHECK(got(find_number_format("fp8"))->id == "fp8_e4m3");
  CHECK(got(find_number_format("BF16"))->id == "bf16");
  CHECK(got(find_number_format("Q4_0"))->id == "q4_0");
}

TEST_CASE("formats: an unknown one is refused with the list") {
  const auto unknown = find_number_format("fp7");
  CHECK(!unknown.has_value());
  CHECK(unknown.error().code == ErrorCode::unknown_name);
  CHECK(unknown.error().message.find("\"fp7\"") != std::string::npos);
  CHECK(unknown.error().message.find("bf16") != std::string::npos);
  CHECK(!find_number_format("").has_value());
}

TEST_CASE("formats: a row is consistent with itself") {
  for (const NumberFormat& format : number_formats()) {
    CHECK(!format.layout.empty());
    CHECK(!format.source.empty());
    CHECK((format.block_size > 1) == (format.kind == FormatKind::block));
    CHECK(format.largest.has_value() == (format.kind == FormatKind::floating));
    if (format.kind == FormatKind::floating && format.id != "tf32")
      CHECK(format.sign_bits + format.exponent_bits + format.fraction_bits == format.bits_per_value);
    if (format.kind == FormatKind::block)
      CHECK(format.sign_bits + format.exponent_bits + format.fraction_bits < format.bits_per_value);
  }
}
