// The compute modules' own JSON writer, read back by a library.
#include <doctest/doctest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <nlohmann/json.hpp>
#include <random>
#include <string>

#include "app/bench_json.h"
#include "app/bench_fields.h"
#include "app/compute/json_text.h"

using namespace lesson;

namespace {

template <class T>
Json read_back(const T& value) {
  std::string text;
  append_json(text, value);
  CAPTURE(text);
  const Json json = Json::parse(text, nullptr, false);
  CHECK_FALSE(json.is_discarded());
  return json;
}

}  // namespace

TEST_CASE("json text: numbers come back to 14 digits, whole ones exactly") {
  std::mt19937_64 random(1);
  for (int i = 0; i < 20'000; ++i) {
    double number;
    const std::uint64_t bits = random();
    std::memcpy(&number, &bits, 8);
    const Json json = read_back(number);
    if (!std::isfinite(number)) {
      CHECK(json.is_null());
      continue;
    }
    // subnormal numbers have fewer digits of their own
    if (std::abs(number) < std::numeric_limits<double>::min()) continue;
    CHECK(std::abs(json.get<double>() - number) <= 1e-14 * std::abs(number));
  }
  for (const double number : {0.0, -0.0, 1.0, -1.0, 9007199254740991.0, 268435456.0, 1e15}) CHECK(read_back(number).get<double>() == number);
  for (const double number : {0.1, 0.95, 1.0 / 3, 9.999999999999999, 99999.99999999999, 5e-324, 1.7e308}) {
    CHECK(read_back(number).get<double>() == doctest::Approx(number).epsilon(1e-13));
  }
}

TEST_CASE("json text: any bytes of a text, lists, and what is absent") {
  std::string all;
  for (int c = 0; c < 128; ++c) all += static_cast<char>(c);
  CHECK(read_back(all).get<std::string>() == all);
  CHECK(read_back(std::string("128 × 128 → “fast”")).get<std::string>() == "128 × 128 → “fast”");
  CHECK(read_back(std::vector<double>{}).dump() == "[]");
  CHECK(read_back(std::vector<std::string>{"a", "b\"c"}).dump() == R"(["a","b\"c"])");
  CHECK(read_back(std::optional<double>()).is_null());
  CHECK(read_back(true).dump() == "true");
}

TEST_CASE("json text: a result reads the same from both writers") {
  BenchResult result;
  result.kernel = "fp32_gemm_ijk__scalar";
  result.idea = "Loops \"as written\".";
  result.m = result.n = result.k = 512;
  result.sample_ns = {1.5, 2.25};
  result.first_call_ns = 7.5;
  result.median_ns = 1'234'567.5;
  result.peak_ratio = 0.9375;
  std::string text;
  {
    JsonObject object(text);
    each_field(result, [&](const char* name, const auto& field) { object.field(name, field); });
  }
  CHECK(Json::parse(text, nullptr, false) == to_json(result));
}
