#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "engine/calc/matmul.h"
#include "expect.h"

using namespace lesson;
using lesson::test::agrees;
using lesson::test::agrees_exactly;
using lesson::test::got;
using lesson::test::number;

namespace {
MatmulCost square(double n, const char* dtype) { return got(matmul_cost({n, n, n, dtype})); }
const Device& device(const char* id) { return *got(find_device(id)); }
}  // namespace

// reference formulas 3.1
TEST_CASE("matmul: work of a square product") {
  struct Row {
    double n, flops;
  };
  const Row rows[] = {{128, 4194304}, {256, 33554432}, {512, 268435456}, {1024, 2147483648}, {2048, 17179869184}};
  for (const Row& row : rows) agrees_exactly(number(square(row.n, "fp32").flops), row.flops);
  CHECK(square(512, "fp32").flops.substituted == "2 × 512³");
  agrees_exactly(number(got(matmul_cost({3, 5, 7, "fp32"})).flops), 210);
}

// reference formulas 3.1: 2n / (3e)
TEST_CASE("matmul: arithmetic intensity") {
  struct Row {
    const char* dtype;
    double n, intensity, bound;
  };
  const Row rows[] = {{"fp32", 128, 21.33, 0.005},
                      {"fp32", 512, 85.33, 0.005},
                      {"bf16", 1024, 341.3, 0.05},
                      {"bf16", 4096, 1365.3, 0.05}};
  for (const Row& row : rows) agrees(number(square(row.n, row.dtype).intensity), row.intensity, row.bound);
}

// reference formulas 3.1: e(mk + kn + mn)
TEST_CASE("matmul: bytes moved at least, term by term") {
  const Quantity bytes = got(matmul_cost({2, 3, 5, "fp32"})).min_bytes;
  agrees_exactly(number(bytes), 4 * (2 * 5 + 5 * 3 + 2 * 3));
  CHECK(bytes.terms.size() == 3);
  agrees_exactly(bytes.terms[1].value, 4 * 5 * 3);
}

// reference formulas 3.1: max(FLOPs/peak, bytes/bandwidth)
TEST_CASE("matmul: time bound") {
  const Device& h100 = device("h100-sxm5-80gb");
  agrees(number(got(matmul_time_bound({8192, 8192, 8192, "bf16"}, h100))), 2 * std::pow(8192.0, 3) / 989e12, 1e-15);
  agrees(number(got(matmul_time_bound({64, 64, 64, "bf16"}, h100))), 2 * 3 * 64.0 * 64 / 3.35e12, 1e-20);
  const Quantity none = got(matmul_time_bound({64, 64, 64, "bf16"}, device("laptop")));
  CHECK(!none.value.has_value());
  CHECK(!none.reason.empty());
  CHECK(!got(matmul_time_bound({64, 64, 64, "fp32"}, device("petaflop"))).value.has_value());  // no bandwidth
}

// reference formulas 3.1: at 10 GFLOP/s, n = 128; five repetitions, the lesson's loop, on a clock of 1 ms
TEST_CASE("matmul: why one small product cannot be timed with a coarse clock") {
  const double once_ms = number(square(128, "fp32").flops) / 10e9 * 1e3, clock_ms = 1;
  agrees(once_ms, 0.42, 0.005);
  agrees(5 * once_ms, 2.1, 0.05);
  agrees_exactly(std::floor(5 * once_ms / clock_ms), 2);
  agrees(number(got(predict_square_time(64, number(square(64, "fp32").flops) / 10e9, 128))) * 1e3, 0.42, 0.005);
}

TEST_CASE("matmul: doubling n takes eight times as long") {
  agrees_exactly(number(got(predict_square_time(512, 0.010, 1024))), 0.080);
  CHECK(!predict_square_time(512, 0, 1024).has_value());
  CHECK(!predict_square_time(512, std::numeric_limits<double>::quiet_NaN(), 1024).has_value());
}

TEST_CASE("matmul: machines that make one GPU come from the measurement") {
  const Device& h100 = device("h100-sxm5-80gb");
  const NumberFormat& bf16 = *got(find_number_format("bf16"));
  agrees_exactly(number(got(machines_per_gpu(4e9, h100, bf16))), 989e12 / 4e9);
  CHECK(!got(machines_per_gpu(4e9, device("v100-sxm2-32gb"), bf16)).value.has_value());
  CHECK(!machines_per_gpu(0, h100, bf16).has_value());
  CHECK(!machines_per_gpu(std::numeric_limits<double>::infinity(), h100, bf16).has_value());
}

TEST_CASE("matmul: bad input is one sentence") {
  for (const double n :
       {0.0, -4.0, 0.5, 1e8, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    const auto cost = matmul_cost({n, 512, 512, "fp32"});
    CHECK(!cost.has_value());
    CHECK(cost.error().message.back() == '.');
  }
  CHECK(matmul_cost({1, 1, 1, "fp7"}).error().code == ErrorCode::unknown_name);
  CHECK(matmul_cost({-4, 1, 1, "fp32"}).error().message ==
        "The matrix size must be from 1 to 10M, not -4: give a whole number like 512.");
}
