// The judge is itself judged: a right product passes, every kind of wrong one is rejected.
#include <doctest/doctest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "engine/gemm/verify.h"
#include "gemm_matrix.h"

using namespace lesson;

namespace {

struct Product {
  GemmType type;
  GemmShape shape{61, 67, 96};
  Op op_b;
  StoredMatrix a, b;
  ResultMatrix c;

  explicit Product(GemmType type_)
      : type(type_),
        op_b(type == GemmType::q4_0 ? Op::transpose : Op::none),
        a(a_type(type), shape.m, shape.k, 3, [](std::int64_t r, std::int64_t col) { return original_number(1, r, col); }),
        b(type, op_b == Op::none ? shape.k : shape.n, op_b == Op::none ? shape.n : shape.k, 5,
          [](std::int64_t r, std::int64_t col) { return original_number(2, r, col); }),
        c(type, shape.m, shape.n, 2, [](std::int64_t, std::int64_t) { return 0.0; }) {
    const std::vector<double> exact = gemm_reference(shape, Op::none, op_b, 1, a.in(), b.in(), 0, {});
    for (std::int64_t i = 0; i < shape.m; ++i) {
      for (std::int64_t j = 0; j < shape.n; ++j) c.put(i, j, exact[i * shape.n + j]);
    }
  }

  // full_work 1 forces the check by sums, as for products too large to compare number by number.
  Verification judge(double full_work) {
    return *verify(type, shape, Op::none, op_b, a.in(), b.in(), c.bytes.data(), c.ld, full_work);
  }
};

using Change = std::function<void(ResultMatrix&)>;

void for_all(ResultMatrix& c, const std::function<double(double)>& change) {
  for (std::int64_t i = 0; i < c.rows; ++i) {
    for (std::int64_t j = 0; j < c.cols; ++j) c.put(i, j, change(c.get(i, j)));
  }
}

// A place whose number is not small: halving a number that is nearly zero is within rounding of nothing.
Change one_number(std::int64_t row, std::int64_t col, const std::function<double(double)>& change) {
  return [=](ResultMatrix& c) mutable {
    while (!(std::abs(c.get(row, col)) >= 0.5)) col = (col + 1) % c.cols;
    c.put(row, col, change(c.get(row, col)));
  };
}

}  // namespace

TEST_CASE("judge: a right product passes, wrong ones do not") {
  const double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();
  const std::pair<const char*, Change> wrongs[] = {
      {"zeros", [](ResultMatrix& c) { for_all(c, [](double) { return 0.0; }); }},
      {"doubled", [](ResultMatrix& c) { for_all(c, [](double x) { return 2 * x; }); }},
      {"negated", [](ResultMatrix& c) { for_all(c, [](double x) { return -x; }); }},
      {"all NaN", [&](ResultMatrix& c) { for_all(c, [&](double) { return nan; }); }},
      {"all infinite", [&](ResultMatrix& c) { for_all(c, [&](double) { return inf; }); }},
      {"one NaN", one_number(60, 66, [&](double) { return nan; })},
      {"one infinite", one_number(0, 0, [&](double) { return -inf; })},
      {"one zero, first", one_number(0, 0, [](double) { return 0.0; })},
      {"one zero, inside", one_number(33, 41, [](double) { return 0.0; })},
      {"one zero, last", one_number(60, 66, [](double) { return 0.0; })},
      {"one doubled", one_number(17, 5, [](double x) { return 2 * x; })},
      {"one off by 10 %", one_number(44, 64, [](double x) { return 1.1 * x + (x > 0 ? 1 : -1); })},
      {"last row missing", [](ResultMatrix& c) { for (std::int64_t j = 0; j < c.cols; ++j) c.put(c.rows - 1, j, 0); }},
      {"two rows exchanged",
       [](ResultMatrix& c) {
         for (std::int64_t j = 0; j < c.cols; ++j) {
           const double x = c.get(3, j);
           c.put(3, j, c.get(4, j));
           c.put(4, j, x);
         }
       }},
      {"two columns exchanged",
       [](ResultMatrix& c) {
         for (std::int64_t i = 0; i < c.rows; ++i) {
           const double x = c.get(i, 8);
           c.put(i, 8, c.get(i, 9));
           c.put(i, 9, x);
         }
       }},
  };
  for (const GemmType type : {GemmType::fp64, GemmType::fp32, GemmType::bf16, GemmType::fp16, GemmType::int8, GemmType::q4_0}) {
    for (const double full_work : {Verifier::kFullWork, 50'000.0}) {
      CAPTURE(std::string(type_id(type)));
      CAPTURE(full_work);
      Product right(type);
      const Verification good = right.judge(full_work);
      CHECK(good.verified);
      CHECK(good.reason.empty());
      CHECK(good.error <= good.error_bound);
      CHECK(good.every_number == (full_work == Verifier::kFullWork));
      for (const auto& [name, change] : wrongs) {
        if (type == GemmType::int8 && (std::string(name).find("NaN") != std::string::npos || std::string(name).find("infinite") != std::string::npos)) continue;
        CAPTURE(name);
        Product wrong(type);
        change(wrong.c);
        const Verification bad = wrong.judge(full_work);
        CHECK_FALSE(bad.verified);
        CHECK_FALSE(bad.reason.empty());
      }
    }
  }
}

TEST_CASE("judge: every single number is looked at") {
  // Each in turn made wrong by half the size of a usual number; both kinds of check must see it.
  for (const double full_work : {Verifier::kFullWork, 50'000.0}) {
    Product product(GemmType::fp32);
    int missed = 0;
    for (std::int64_t i = 0; i < product.shape.m; i += 7) {
      for (std::int64_t j = 0; j < product.shape.n; ++j) {
        const double right = product.c.get(i, j);
        product.c.put(i, j, right + 1);
        if (product.judge(full_work).verified) ++missed;
        product.c.put(i, j, right);
      }
    }
    CHECK(missed == 0);
  }
}

TEST_CASE("judge: works in small steps and says how far it is") {
  Product product(GemmType::fp32);
  Result<Verifier> verifier = Verifier::start(GemmType::fp32, product.shape, Op::none, Op::none, product.a.in(), product.b.in(),
                                              product.c.bytes.data(), product.c.ld);
  REQUIRE(verifier.has_value());
  double last = 0;
  int steps = 0;
  for (double share = 0; share < 1; ++steps) {
    REQUIRE(steps < 10'000);
    share = verifier->step(1);
    CHECK(share >= last);
    last = share;
  }
  CHECK(steps > 10);
  CHECK(verifier->result().verified);
}
