// Every kernel that runs here against the float64 reference, over shapes, leading dimensions, transposes and threads.
#include <doctest/doctest.h>

#include <cmath>
#include <cstdio>
#include <limits>
#include <string>
#include <vector>

#include "engine/gemm/gemm.h"
#include "engine/gemm/reference.h"
#include "engine/numeric/convert.h"
#include "gemm_matrix.h"

using namespace lesson;

namespace {

struct Case {
  GemmShape shape;
  Op op_a = Op::none, op_b = Op::none;
  double alpha = 1, beta = 0;
  int threads = 1;
};

double nan_value() { return std::numeric_limits<double>::quiet_NaN(); }

// Runs one product; the text says what is wrong, empty when nothing is.
std::string run_case(const Kernel& kernel, const Case& test, Workspace& workspace) {
  const auto [m, n, k] = test.shape;
  const GemmType type = kernel.desc->type;
  const bool turn_a = test.op_a == Op::transpose, turn_b = test.op_b == Op::transpose;
  const auto random = [](std::uint64_t seed) { return [seed](std::int64_t r, std::int64_t c) { return original_number(seed, r, c); }; };
  const StoredMatrix a(a_type(type), turn_a ? k : m, turn_a ? m : k, 3, random(11));
  const StoredMatrix b(type, turn_b ? n : k, turn_b ? k : n, 5, random(12));
  // beta 0 must overwrite whatever C holds
  const auto old_c = [&](std::int64_t r, std::int64_t c) { return test.beta == 0 ? nan_value() : std::round(100 * original_number(13, r, c)); };
  ResultMatrix c(type, m, n, 7, old_c);

  const Result<void> done = gemm(kernel, test.op_a, test.op_b, test.alpha, a.in(), b.in(), test.beta, c.out(), workspace, test.threads);
  if (!done) return done.error().message;
  if (!c.sentinels_stand()) return "wrote beyond C";

  const std::vector<double> x = a.numbers(), y = b.numbers();
  const double gamma = type == GemmType::int8 ? 0 : gamma_bound(k + 4, unit_roundoff(type)) + gamma_bound(k + 4, 0x1p-53);
  for (std::int64_t i = 0; i < m; ++i) {
    for (std::int64_t j = 0; j < n; ++j) {
      double sum = 0, size = 0;
      for (std::int64_t l = 0; l < k; ++l) {
        const double product = x[turn_a ? l * m + i : i * k + l] * y[turn_b ? j * k + l : l * n + j];
        sum += product;
        size += std::abs(product);
      }
      const double before = test.beta == 0 ? 0 : old_c(i, j);
      const double expected = test.alpha * sum + test.beta * before;
      const double bound = gamma * (std::abs(test.alpha) * size + std::abs(test.beta * before));
      if (!(std::abs(c.get(i, j) - expected) <= bound)) {
        return "C(" + std::to_string(i) + ", " + std::to_string(j) + ") is " + std::to_string(c.get(i, j)) + ", not " + std::to_string(expected);
      }
    }
  }
  return {};
}

void check_case(const Kernel& kernel, const Case& test, Workspace& workspace) {
  const std::string problem = run_case(kernel, test, workspace);
  if (problem.empty()) return;
  FAIL_CHECK(std::string(kernel.id) << " m " << test.shape.m << " n " << test.shape.n << " k " << test.shape.k << " op "
                                    << int(test.op_a) << int(test.op_b) << " alpha " << test.alpha << " beta " << test.beta << " threads "
                                    << test.threads << ": " << problem);
}

std::vector<const Kernel*> kernels_here() {
  std::vector<const Kernel*> here;
  for (const Kernel& kernel : kernels()) {
    if (runs_here(kernel)) here.push_back(&kernel);
  }
  return here;
}

}  // namespace

TEST_CASE("gemm: which kernels run here") {
  std::string ran, not_here;
  for (const Kernel& kernel : kernels()) {
    (runs_here(kernel) ? ran : not_here).append(" ").append(kernel.id);
    CHECK(why_not_here(kernel).empty() == runs_here(kernel));
  }
  std::printf("kernels ran:%s\nkernels not here:%s\n", ran.c_str(), not_here.empty() ? " none" : not_here.c_str());
  CHECK_FALSE(kernels_here().empty());
}

TEST_CASE("gemm: every kernel describes itself") {
  for (const Kernel& kernel : kernels()) {
    const KernelDesc& d = *kernel.desc;
    INFO(std::string(kernel.id));
    CHECK((d.whole != nullptr) != (d.block != nullptr));
    CHECK((d.block != nullptr) == (d.load_rows != nullptr && d.pack_panel != nullptr && d.mr > 0 && d.nr > 0 && d.mc > 0 && d.kc > 0 && d.nc > 0));
    CHECK(kernel.id.starts_with(std::string(type_id(d.type)) + "_gemm_"));
    const std::string_view idea = d.idea;
    CHECK(idea.size() > 20);
    CHECK(idea.ends_with("."));
    CHECK(idea.find(". ") == std::string_view::npos);  // one sentence
    CHECK_FALSE(kernel.flags.empty());
  }
}

TEST_CASE("gemm: shapes around the tile, with every padding poisoned") {
  Workspace workspace;
  for (const Kernel* kernel : kernels_here()) {
    const KernelDesc& d = *kernel->desc;
    const std::int64_t mr = std::max(d.mr, 4), nr = std::max(d.nr, 4);
    int turn = 0;
    for (const std::int64_t m : {std::int64_t{0}, std::int64_t{1}, mr - 1, mr, mr + 1, 2 * mr + 1}) {
      for (const std::int64_t n : {std::int64_t{0}, std::int64_t{1}, nr - 1, nr, nr + 1, 2 * nr + 3}) {
        for (const std::int64_t k : {0, 1, 2, 7, 31, 32, 33, 64}) {
          // alpha, beta, transposes and threads change from case to case; primes keep them from moving in step
          const bool exact = d.type == GemmType::int8;
          Case test{{m, n, k}};
          test.op_a = turn % 2 != 0 ? Op::transpose : Op::none;
          test.op_b = turn % 3 == 1 ? Op::transpose : Op::none;
          test.alpha = exact || turn % 5 != 2 ? 1 : turn % 10 == 2 ? -0.75 : 0;
          test.beta = turn % 7 == 3 ? 1 : turn % 7 == 5 && !exact ? 0.5 : 0;
          test.threads = 1 + turn % 11 % 3;
          check_case(*kernel, test, workspace);
          ++turn;
        }
      }
    }
  }
}

TEST_CASE("gemm: cache blocks, deep, tall, wide and prime") {
  Workspace workspace;
  for (const Kernel* kernel : kernels_here()) {
    const KernelDesc& d = *kernel->desc;
    const std::int64_t mc = d.mc > 0 ? d.mc : 64, nc = d.nc > 0 ? d.nc : 64, kc = d.kc > 0 ? d.kc : 64;
    const GemmShape shapes[] = {{97, 101, 103}, {2 * mc + 3, 17, 29}, {9, nc + 5, 11}, {7, 19, 2 * kc + 1}, {3, 5, 4096},
                                {257, 1, 9},    {1, 259, 13},         {mc + 1, 2 * nc + 1, 3}, {31, 37, kc}, {64, 64, 64}};
    for (const GemmShape& shape : shapes) {
      for (const int threads : {1, 2, 4}) {
        check_case(*kernel, {.shape = shape, .beta = threads == 2 ? 1.0 : 0.0, .threads = threads}, workspace);
      }
      check_case(*kernel, {.shape = shape, .op_a = Op::transpose, .op_b = Op::transpose, .threads = 2}, workspace);
    }
  }
}

TEST_CASE("gemm: infinities, NaN, negative zero and tiny numbers follow the reference") {
  Workspace workspace;
  const double inf = std::numeric_limits<double>::infinity();
  const double specials[] = {inf, -inf, nan_value(), -0.0, 0.0, 1.0, 0x1p-149, -0x1p-140, 65504, 0x1p-24};
  constexpr std::int64_t kCount = 10;
  for (const Kernel* kernel : kernels_here()) {
    const GemmType type = kernel->desc->type;
    if (type == GemmType::int8 || type == GemmType::q4_0) continue;  // they hold no special values
    INFO(std::string(kernel->id));
    // k = 1: every pair of specials once. k = 2: an infinity and a finite number.
    const StoredMatrix a(type, kCount, 1, 0, [&](std::int64_t r, std::int64_t) { return specials[r]; });
    const StoredMatrix b(type, 1, kCount, 2, [&](std::int64_t, std::int64_t c) { return specials[c]; });
    ResultMatrix c(type, kCount, kCount, 1, [](std::int64_t, std::int64_t) { return 0.0; });
    REQUIRE(gemm(*kernel, Op::none, Op::none, 1, a.in(), b.in(), 0, c.out(), workspace, 1).has_value());
    const std::vector<double> x = a.numbers(), y = b.numbers();
    for (std::int64_t i = 0; i < kCount; ++i) {
      for (std::int64_t j = 0; j < kCount; ++j) {
        double expected = x[i] * y[j];
        if (type != GemmType::fp64) expected = static_cast<float>(expected);
        const double got = c.get(i, j);
        CAPTURE(x[i]);
        CAPTURE(y[j]);
        CHECK((std::isnan(expected) ? std::isnan(got) : got == expected));
      }
    }
  }
}

TEST_CASE("gemm: two-byte formats widen exactly, every bit pattern") {
  Workspace workspace;
  for (const Kernel* kernel : kernels_here()) {
    const GemmType type = kernel->desc->type;
    if (type != GemmType::bf16 && type != GemmType::fp16) continue;
    INFO(std::string(kernel->id));
    std::vector<std::uint16_t> bits(65'536);
    for (std::size_t i = 0; i < bits.size(); ++i) bits[i] = static_cast<std::uint16_t>(i);
    std::uint16_t one = 0;
    store_number(type, 1.0, &one);
    std::vector<float> as_a(bits.size()), as_b(bits.size());
    const std::int64_t count = static_cast<std::int64_t>(bits.size());
    REQUIRE(gemm(*kernel, Op::none, Op::none, 1, {bits.data(), count, 1, 1, type}, {&one, 1, 1, 1, type}, 0, {as_a.data(), count, 1, 1}, workspace, 1).has_value());
    REQUIRE(gemm(*kernel, Op::none, Op::none, 1, {&one, 1, 1, 1, type}, {bits.data(), 1, count, count, type}, 0, {as_b.data(), 1, count, count}, workspace, 1).has_value());
    int wrong = 0;
    for (std::size_t i = 0; i < bits.size(); ++i) {
      const double expected = decode_float(type == GemmType::bf16 ? kBf16 : kFp16, static_cast<std::uint32_t>(i));
      const bool same = std::isnan(expected) ? std::isnan(as_a[i]) && std::isnan(as_b[i]) : as_a[i] == expected && as_b[i] == expected;
      if (!same) ++wrong;
    }
    CHECK(wrong == 0);
  }
}

TEST_CASE("gemm: operands that do not fit are refused with a sentence, and nothing is written") {
  Workspace workspace;
  const Kernel& kernel = **best_kernel(GemmType::fp32, {4, 4, 4});
  std::vector<float> a(16, 1), b(16, 1), c(16, -1);
  const MatrixIn good = matrix_in(a.data(), 4, 4, 4);
  const MatrixOut out{c.data(), 4, 4, 4};
  const auto refused = [&](MatrixIn x, MatrixIn y, MatrixOut z, int threads) {
    const Result<void> done = gemm(kernel, Op::none, Op::none, 1, x, y, 0, z, workspace, threads);
    REQUIRE_FALSE(done.has_value());
    CHECK(done.error().message.ends_with("."));
    for (const float number : c) CHECK(number == -1);
    return done.error().code;
  };
  CHECK(refused(matrix_in(a.data(), 3, 4, 4), good, out, 1) == ErrorCode::out_of_range);
  CHECK(refused(good, matrix_in(b.data(), 3, 4, 4), out, 1) == ErrorCode::out_of_range);
  CHECK(refused(matrix_in(a.data(), 4, 4, 3), good, out, 1) == ErrorCode::out_of_range);
  CHECK(refused(good, good, {c.data(), 4, -4, 4}, 1) == ErrorCode::out_of_range);
  CHECK(refused(good, good, out, 0) == ErrorCode::out_of_range);
  const std::vector<double> wide(16, 1);
  CHECK(refused(matrix_in(wide.data(), 4, 4, 4), good, out, 1) == ErrorCode::out_of_range);
}

TEST_CASE("gemm: kernels are found by id, and the error lists them") {
  for (const Kernel& kernel : kernels()) CHECK(*find_kernel(kernel.id) == &kernel);
  const Result<const Kernel*> missing = find_kernel("fp32_gemm_magic");
  REQUIRE_FALSE(missing.has_value());
  CHECK(missing.error().code == ErrorCode::unknown_name);
  for (const Kernel& kernel : kernels()) CHECK(missing.error().message.find(kernel.id) != std::string::npos);

  CHECK(choose_kernel("best", GemmType::fp32, {8, 8, 8}).has_value());
  const Result<const Kernel*> other = choose_kernel("fp32_gemm_ijk__scalar", GemmType::fp64, {8, 8, 8});
  REQUIRE_FALSE(other.has_value());
  CHECK(other.error().code == ErrorCode::not_available);
  for (const std::string_view id : {"fp64", "fp32", "bf16", "fp16", "int8", "q4_0"}) {
    REQUIRE(find_gemm_type(id).has_value());
    CHECK(type_id(*find_gemm_type(id)) == id);
    CHECK(best_kernel(*find_gemm_type(id), {64, 64, 64}).has_value());
  }
  CHECK_FALSE(find_gemm_type("fp8").has_value());
  CHECK_FALSE(find_gemm_type("nonsense").has_value());
}
