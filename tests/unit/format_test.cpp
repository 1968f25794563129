#include "engine/base/format.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <random>
#include <string>

#include "expect.h"

using namespace lesson;

TEST_CASE("format: values with units read as in the lesson") {
  struct Row {
    double value;
    Unit unit;
    const char* text;
  };
  const Row rows[] = {
      {14e9, Unit::bytes, "14.0 GB"},
      {3.5e9, Unit::bytes, "3.5 GB"},
      {3.9375e9, Unit::bytes, "3.94 GB"},
      {112e9, Unit::bytes, "112.0 GB"},
      {48e9, Unit::bytes, "48.0 GB"},
      {1120e9, Unit::bytes, "1,120.0 GB"},
      {16e12, Unit::bytes, "16.0 TB"},
      {36864, Unit::bytes_per_token, "36.9 kB per token"},
      {0, Unit::bytes, "0 B"},
      {512, Unit::bytes, "512 B"},
      {999'999, Unit::bytes, "1.0 MB"},
      {3.15e23, Unit::flops, "3.15e+23 FLOPs"},
      {1.8e18, Unit::flops, "1.8e+18 FLOPs"},
      {8.4e22, Unit::flops, "8.4e+22 FLOPs"},
      {3e6, Unit::flops, "3,000,000 FLOPs"},
      {268435456, Unit::flops, "268,435,456 FLOPs"},
      {1e9, Unit::flops, "1e+09 FLOPs"},
      {1, Unit::flops, "1 FLOP"},
      {14e9, Unit::flops_per_token, "1.4e+10 FLOPs per token"},
      {41.87e9, Unit::flops_per_s, "41.9 GFLOP/s"},
      {989e12, Unit::flops_per_s, "989 TFLOP/s"},
      {494.5e12, Unit::flops_per_s, "494.5 TFLOP/s"},
      {1e15, Unit::flops_per_s, "1 PFLOP/s"},
      {1979e12, Unit::flops_per_s, "1.98 PFLOP/s"},
      {3.35e12, Unit::bytes_per_s, "3.35 TB/s"},
      {900e9, Unit::bytes_per_s, "900 GB/s"},
      {3600, Unit::seconds, "3,600 seconds"},
      {1, Unit::seconds, "1 second"},
      {0.0665, Unit::seconds, "66.5 ms"},
      {0.00487, Unit::seconds, "4.87 ms"},
      {5e-6, Unit::seconds, "5 µs"},
      {3e-9, Unit::seconds, "3 ns"},
      {0, Unit::seconds, "0 seconds"},
      {1, Unit::gpu_hours, "1.0 GPU-hour"},
      {2, Unit::gpu_hours, "2.0 GPU-hours"},
      {701122.4, Unit::gpu_hours, "701,122 GPU-hours"},
      {4.674, Unit::gpu_hours, "4.7 GPU-hours"},
      {0.0031, Unit::gpu_hours, "0.0031 GPU-hours"},
      {3, Unit::usd, "$3.00"},
      {1234567, Unit::usd, "$1,234,567"},
      {0.004, Unit::usd, "$0.004"},
      {3, Unit::usd_per_gpu_hour, "$3.00 per GPU-hour"},
      {0.5, Unit::ratio, "50 %"},
      {0.295, Unit::ratio, "29.5 %"},
      {4.58, Unit::ratio, "458 %"},
      {7e9, Unit::params, "7B parameters"},
      {106445312, Unit::params, "106,445,312 parameters"},
      {1.234e9, Unit::params, "1,234,000,000 parameters"},
      {3.140625, Unit::exact, "3.140625"},
      {65504, Unit::exact, "65,504"},
      {0.0078125, Unit::exact, "0.0078125"},
      {6738415616, Unit::params, "6,738,415,616 parameters"},
      {1, Unit::params, "1 parameter"},
      {300e9, Unit::tokens, "300B tokens"},
      {500, Unit::tokens, "500 tokens"},
      {131072, Unit::tokens, "131,072 tokens"},
      {16, Unit::bytes_per_param, "16 bytes"},
      {1, Unit::bytes_per_param, "1 byte"},
      {0.5625, Unit::bytes_per_param, "0.5625 bytes"},
      {4.5, Unit::bits_per_param, "4.5 bits"},
      {2, Unit::gpus, "2 GPUs"},
      {1, Unit::gpus, "1 GPU"},
      {205.4, Unit::tokens_per_s, "205.4 tokens/s"},
      {2633.2, Unit::tokens_per_s, "2,633.2 tokens/s"},
      {1.714, Unit::tokens_per_param, "1.71 tokens per parameter"},
      {700, Unit::watts, "700 W"},
      {0.77, Unit::kwh, "0.77 kWh"},
      {73728, Unit::kwh, "73.728 MWh"},
      {0.29645, Unit::kg_co2, "0.296 kg CO₂"},
      {31224, Unit::kg_co2, "31.22 t CO₂"},
      {0.385, Unit::kg_per_kwh, "0.385 kg CO₂ per kWh"},
      {85.33, Unit::flops_per_byte, "85.33 FLOPs per byte"},
      {0.76, Unit::none, "0.76"},
      {23886, Unit::none, "23,886"},
  };
  for (const Row& row : rows) CHECK(format_value(row.value, row.unit) == row.text);
}

TEST_CASE("format: GB and GiB") {
  CHECK(format_value(14e9, Unit::bytes, ByteUnit::gib) == "13.0 GiB");
  CHECK(format_value(3.5e9, Unit::bytes, ByteUnit::gib) == "3.26 GiB");
  CHECK(format_value(112e9, Unit::bytes, ByteUnit::gib) == "104.3 GiB");
  CHECK(format_value(131072, Unit::bytes_per_token, ByteUnit::gib) == "128.0 KiB per token");
  CHECK(format_bytes_both(17179869184) == "17.18 GB (16.00 GiB)");
  CHECK(format_bytes_both(6710886400) == "6.71 GB (6.25 GiB)");
  CHECK(format_bytes_both(36864) == "36,864 bytes");
}

TEST_CASE("format: nothing that is not finite reaches a reader") {
  for (const double value : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(),
                             -std::numeric_limits<double>::infinity()}) {
    for (int unit = 0; unit <= static_cast<int>(Unit::kg_per_kwh); ++unit)
      CHECK(format_value(value, static_cast<Unit>(unit)) == "n/a");
    CHECK(format_grouped(value) == "n/a");
    CHECK(format_scientific(value, 3) == "n/a");
    CHECK(format_fixed(value, 2) == "n/a");
    CHECK(format_significant(value, 3) == "n/a");
    CHECK(format_short_count(value) == "n/a");
    CHECK(format_duration(value) == "n/a");
    CHECK(format_math(value) == "n/a");
    CHECK(format_bytes_both(value) == "n/a");
  }
  Quantity absent;
  absent.unit = Unit::bytes;
  CHECK(format_quantity(absent) == "n/a");
}

TEST_CASE("format: plain numbers") {
  CHECK(format_grouped(701122.4) == "701,122");
  CHECK(format_grouped(-1234.5) == "-1,235");
  CHECK(format_grouped(-0.2) == "0");
  CHECK(format_grouped(1e20) == "1e+20");
  CHECK(format_scientific(3.15e23, 3) == "3.15e+23");
  CHECK(format_scientific(2e15, 3) == "2e+15");
  CHECK(format_fixed(0.5, 3) == "0.500");
  CHECK(format_fixed(-0.0001, 2) == "0.00");
  CHECK(format_significant(1234.56, 3) == "1,235");
  CHECK(format_significant(0.00001, 3) == "1e-05");
  CHECK(format_significant(9.9996, 3) == "10");
  CHECK(format_short_count(7e9) == "7B");
  CHECK(format_short_count(1.5e12) == "1.5T");
  CHECK(format_short_count(125e6) == "125M");
  CHECK(format_short_count(512) == "512");
  CHECK(format_short_count(8192) == "8,192");
  CHECK(format_short_count(999.7e6) == "1B");
  CHECK(format_math(7e9) == "7 × 10⁹");
  CHECK(format_math(1e15) == "10¹⁵");
  CHECK(format_math(6738415616) == "6,738,415,616");
  CHECK(format_math(0.4) == "0.4");
  CHECK(format_math(1.5e-7) == "1.5 × 10⁻⁷");
  CHECK(format_math(0) == "0");
  CHECK(format_duration(90) == "1.5 minutes");
  CHECK(format_duration(3600) == "1 hour");
  CHECK(format_duration(2524040000) == "80 years");
  CHECK(format_duration(86400.0 * 30) == "30 days");
  CHECK(format_duration(12) == "12 seconds");
}

TEST_CASE("parse_number: what people write") {
  struct Row {
    const char* text;
    double value;
  };
  const Row rows[] = {{"7e9", 7e9},     {"7B", 7e9},     {"7 b", 7e9},
                      {"1.5T", 1.5e12}, {"3k", 3000},    {"100M", 100e6},
                      {"100m", 100e6},  {"1,000", 1000}, {"1,234,567.5", 1234567.5},
                      {"-1", -1},       {"+2", 2},       {" 512 ", 512},
                      {".5", 0.5},      {"0", 0},        {"1E3", 1000},
                      {"5e-1", 0.5},    {"0.4", 0.4}};
  for (const Row& row : rows) {
    const auto value = parse_number(row.text);
    CHECK_MESSAGE(value.has_value(), row.text);
    if (value) CHECK(*value == row.value);
  }
}

TEST_CASE("parse_number: refused, with one sentence that quotes the text and shows what works") {
  for (const char* text :
       {"NaN",   "nan",   "inf",  "-inf",   "infinity", "7Q", "1e400", "-1e400", "1e-400",   "",       "   ",
        "7BB",   "--5",   "+-5",  "0x10",   "1e",       "e5", "1,00",  "1,0000", ",100",     "1,,000", "1.2.3",
        "7 B B", "12 34", "7e9B", "1e308T", "-",        ".",  "5%",    "$3",     "\xc3\xa9", "1_000"}) {
    const auto value = parse_number(text);
    CHECK_MESSAGE(!value.has_value(), text);
    if (value) continue;
    CHECK(value.error().code == ErrorCode::bad_number);
    CHECK(value.error().message.find("7e9") != std::string::npos);
    CHECK(value.error().message.back() == '.');
    CHECK(value.error().message.find('\n') == std::string::npos);
  }
  CHECK(parse_number("7Q").error().message == "\"7Q\" is not a number: write it like 7e9, 7B or 1,500.");
  CHECK(parse_number(std::string(5000, '9') + "z").error().message.size() < 200);
}

TEST_CASE("parse_number: random text never gives anything but a finite number or a sentence") {
  std::mt19937 random(7);
  const std::string letters = "0123456789.,-+eEkKmMbBtTQ xXinfaNF\t\"\\\xff\x01";
  for (int i = 0; i < 20000; ++i) {
    std::string text(random() % 12, ' ');
    for (char& c : text) c = letters[random() % letters.size()];
    const auto value = parse_number(text);
    if (value)
      CHECK(std::isfinite(*value));
    else
      CHECK(!value.error().message.empty());
  }
}

TEST_CASE("format_short_count reads back") {
  std::mt19937_64 random(11);
  for (int i = 0; i < 5000; ++i) {
    const double value = std::pow(10.0, static_cast<double>(random() % 18000) / 1000.0 - 1);
    const auto back = parse_number(format_short_count(value));
    const double bound = value * 0.0051;
    const double error = std::abs(lesson::test::got(back) - value);
    if (!(error <= bound)) FAIL_CHECK(format_short_count(value) << " from " << value);
  }
  for (int i = 0; i < 5000; ++i) {  // three digits and a power are exact
    const double value = static_cast<double>(1 + random() % 999) * std::pow(10.0, static_cast<double>(random() % 13));
    CHECK(lesson::test::got(parse_number(format_short_count(value))) == value);
  }
}
