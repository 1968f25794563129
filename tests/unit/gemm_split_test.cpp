// Products with fewer operations: the split must happen, be right within its own bound, and be judged by it.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "engine/gemm/gemm.h"
#include "engine/gemm/reference.h"
#include "engine/gemm/verify.h"
#include "gemm_matrix.h"

using namespace lesson;

namespace {

// A kernel that splits, made to split small products already.
struct Small {
  KernelDesc desc;
  Kernel kernel;
  Small(const Kernel& from, std::int64_t split_from) : desc(*from.desc), kernel(from) {
    desc.split_from = split_from;
    kernel.desc = &desc;
  }
};

std::vector<const Kernel*> splitting_kernels() {
  std::vector<const Kernel*> found;
  for (const Kernel& kernel : kernels()) {
    if (kernel.desc->split_levels > 0 && runs_here(kernel)) found.push_back(&kernel);
  }
  return found;
}

double number(std::uint64_t seed, std::int64_t r, std::int64_t c) { return original_number(seed, r, c); }

struct Product {
  GemmShape shape;
  Op op_a, op_b;
  StoredMatrix a, b;
  ResultMatrix c;
  Product(GemmShape s, Op op_a_, Op op_b_)
      : shape(s),
        op_a(op_a_),
        op_b(op_b_),
        a(GemmType::fp32, op_a == Op::none ? s.m : s.k, op_a == Op::none ? s.k : s.m, 3, [](auto r, auto col) { return number(21, r, col); }),
        b(GemmType::fp32, op_b == Op::none ? s.k : s.n, op_b == Op::none ? s.n : s.k, 5, [](auto r, auto col) { return number(22, r, col); }),
        c(GemmType::fp32, s.m, s.n, 7, [](auto, auto) { return std::nan(""); }) {}
  Verification judge(int levels, double full_work = Verifier::kFullWork) {
    return *verify(GemmType::fp32, shape, op_a, op_b, a.in(), b.in(), c.bytes.data(), c.ld, full_work, levels);
  }
};

}  // namespace

TEST_CASE("split: a product is halved while its sizes are even and large") {
  for (const Kernel* kernel : splitting_kernels()) {
    const Small small(*kernel, 16);
    CHECK(split_levels(small.kernel, {16, 16, 16}) == 1);
    CHECK(split_levels(small.kernel, {32, 64, 48}) == 2);
    CHECK(split_levels(small.kernel, {1024, 1024, 1024}) == kernel->desc->split_levels);
    CHECK(split_levels(small.kernel, {17, 16, 16}) == 0);
    CHECK(split_levels(small.kernel, {16, 14, 16}) == 0);
    CHECK(split_levels(small.kernel, {34, 34, 34}) == 1);  // 17 is odd
    CHECK(split_levels(small.kernel, {0, 16, 16}) == 0);
  }
  CHECK(split_levels(**best_kernel(GemmType::fp32, {2048, 2048, 2048}), {2048, 2048, 2048}) == 0);
}

TEST_CASE("split: within its bound for all operands, layouts and threads") {
  Workspace workspace;
  for (const Kernel* kernel : splitting_kernels()) {
    const Small small(*kernel, 16);
    for (const GemmShape shape : {GemmShape{16, 16, 16}, {32, 64, 48}, {36, 40, 200}, {128, 96, 64}, {34, 50, 22}}) {
      for (const Op op_a : {Op::none, Op::transpose}) {
        for (const Op op_b : {Op::none, Op::transpose}) {
          for (const int threads : {1, 2, 3}) {
            Product p(shape, op_a, op_b);
            REQUIRE(gemm(small.kernel, op_a, op_b, 1, p.a.in(), p.b.in(), 0, p.c.out(), workspace, threads).has_value());
            CHECK(p.c.sentinels_stand());
            const int levels = split_levels(small.kernel, shape);
            REQUIRE(levels > 0);
            const std::vector<double> exact = gemm_reference(shape, op_a, op_b, 1, p.a.in(), p.b.in(), 0, {});
            double largest = 0;
            for (std::int64_t i = 0; i < shape.m; ++i) {
              for (std::int64_t j = 0; j < shape.n; ++j) {
                const double error = std::abs(p.c.get(i, j) - exact[i * shape.n + j]);
                if (!(error <= largest)) largest = error;
              }
            }
            // |A| and |B| stay under 1
            CHECK_FALSE(!(largest <= split_error_bound(shape.k, levels)));
            const Verification judged = p.judge(levels);
            CHECK(judged.verified);
            CHECK(judged.error <= judged.error_bound);
            CHECK(p.judge(levels, 5000).verified);  // by sums
          }
        }
      }
    }
  }
}

TEST_CASE("split: with another alpha or beta nothing is split") {
  Workspace workspace;
  for (const Kernel* kernel : splitting_kernels()) {
    const Small small(*kernel, 16);
    for (const double alpha : {1.0, -0.5}) {
      Product split({64, 64, 64}, Op::none, Op::none), whole({64, 64, 64}, Op::none, Op::none);
      for (Product* p : {&split, &whole}) {
        for (std::int64_t i = 0; i < 64; ++i) {
          for (std::int64_t j = 0; j < 64; ++j) p->c.put(i, j, number(23, i, j));
        }
      }
      REQUIRE(gemm(small.kernel, Op::none, Op::none, alpha, split.a.in(), split.b.in(), 1, split.c.out(), workspace, 1).has_value());
      REQUIRE(gemm(*kernel, Op::none, Op::none, alpha, whole.a.in(), whole.b.in(), 1, whole.c.out(), workspace, 1).has_value());
      CHECK(split.c.bytes == whole.c.bytes);
    }
  }
}

TEST_CASE("split: wrong numbers are found though the bound is wide") {
  Workspace workspace;
  for (const Kernel* kernel : splitting_kernels()) {
    const Small small(*kernel, 16);
    const GemmShape shape{64, 64, 64};
    Product p(shape, Op::none, Op::none);
    REQUIRE(gemm(small.kernel, Op::none, Op::none, 1, p.a.in(), p.b.in(), 0, p.c.out(), workspace, 1).has_value());
    const int levels = split_levels(small.kernel, shape);
    for (const double full_work : {Verifier::kFullWork, 50'000.0}) {
      for (const auto& [i, j] : {std::pair{0, 0}, {31, 32}, {63, 63}, {17, 40}}) {
        const double right = p.c.get(i, j);
        for (const double wrong : {right + 1, right * 1.01 + 0.001, std::nan(""), HUGE_VAL}) {
          p.c.put(i, j, wrong);
          CHECK_FALSE(p.judge(levels, full_work).verified);
        }
        p.c.put(i, j, right);
      }
      CHECK(p.judge(levels, full_work).verified);
    }
  }
}

// Theorem 23.3 in Higham's book with no halving is the plain product's k^2 u, and each halving may multiply it by 18.
TEST_CASE("split: the bound's own values") {
  CHECK(split_error_bound(64, 0) == doctest::Approx(1.01 * 64 * 64 * 0x1p-24));
  CHECK(split_error_bound(2048, 2) == doctest::Approx(1.01 * (324.0 * (512.0 * 512 + 6 * 512) - 6 * 2048) * 0x1p-24));
}
