// Which kernel "best" is: the rule on made measurements, the real self-tune, and that forced ids stay as they are.
// Kernels here are any of the build's: the rule looks at their addresses only.
#include <doctest/doctest.h>

#include <limits>
#include <vector>

#include "engine/bench/tune.h"
#include "engine/gemm/choice.h"
#include "engine/gemm/kernels/tuned.h"

using namespace lesson;

namespace {

struct NoTuning {  // leaves best as without tuning, whatever a test did
  ~NoTuning() {
    for (int type = 0; type <= static_cast<int>(GemmType::q4_0); ++type) {
      for (std::size_t size = 0; size < kTuneSizes.size(); ++size) set_winner(static_cast<GemmType>(type), size, nullptr);
    }
  }
};

const Kernel* kernel(std::size_t i) { return &kernels()[i]; }

}  // namespace

TEST_CASE("choice: the nearest tuned size, measured in factors") {
  static_assert(kTuneSizes[0] == 16 && kTuneSizes[1] == 64 && kTuneSizes[2] == 512);
  const auto nearest = [](std::int64_t m, std::int64_t n, std::int64_t k) { return kTuneSizes[nearest_tune_size({m, n, k})]; };
  // Halfway, in factors: sqrt(16 * 64) = 32 and sqrt(64 * 512) = 181.02.
  for (const auto& [n, size] : {std::pair{1, 16}, {16, 16}, {31, 16}, {33, 64}, {64, 64}, {181, 64}, {182, 512}, {65'536, 512}}) {
    CAPTURE(n);
    CHECK(nearest(n, n, n) == size);
  }
  CHECK(nearest(32, 32, 32) == 64);    // as far from both: the larger
  CHECK(nearest(0, 5, 5) == 16);
  CHECK(nearest(1, 512, 512) == 64);   // the work of 64 x 64 x 64
  CHECK(nearest(65'536, 1, 1) == 64);  // of 40.3 x 40.3 x 40.3
}

TEST_CASE("choice: the fastest verified kernel of a size wins, by more than measurements differ") {
  const Kernel *first = kernel(0), *second = kernel(1), *third = kernel(2);
  const auto win = [](std::vector<TuneSample> samples, std::size_t size = 0) { return winner(samples, size); };
  CHECK(win({}) == nullptr);
  CHECK(win({{first, 0, 10, true}, {second, 0, 11, true}}) == second);
  CHECK(win({{first, 0, 10, true}, {second, 0, 10, true}}) == first);        // a tie
  CHECK(win({{first, 0, 10, true}, {second, 0, 10.2, true}}) == first);      // within 3 %
  CHECK(win({{first, 0, 10, true}, {second, 0, 10.2, true}, {third, 0, 10.4, true}}) == third);
  CHECK(win({{first, 0, 10, true}, {second, 0, 12, true}, {first, 0, 15, true}}) == first);  // the best of its samples counts
  CHECK(win({{first, 0, 10, true}, {second, 1, 99, true}}) == first);        // other sizes do not
  CHECK(win({{first, 0, 10, true}, {second, 1, 99, true}}, 1) == second);
  CHECK(win({{first, 0, 10, true}}, 2) == nullptr);
}

TEST_CASE("choice: a kernel that gave a wrong product is not chosen at any size, nor one without a speed") {
  const Kernel *first = kernel(0), *second = kernel(1);
  const std::vector<TuneSample> samples{{first, 0, 10, true}, {second, 0, 99, true}, {first, 1, 10, true}, {second, 1, 0, false}};
  CHECK(winner(samples, 0) == first);
  CHECK(winner(samples, 1) == first);
  CHECK(winner(std::vector<TuneSample>{{first, 0, 10, false}}, 0) == nullptr);
  for (const double speed : {0.0, -1.0, std::numeric_limits<double>::quiet_NaN()})
    CHECK(winner(std::vector<TuneSample>{{first, 0, speed, true}, {second, 0, 1, true}}, 0) == second);
}

TEST_CASE("choice: best is what was tuned, for its format and nearest size; ids mean themselves") {
  const NoTuning after;
  const Kernel* const usual = *best_kernel(GemmType::fp32, {512, 512, 512});
  const Kernel* const other = *find_kernel("fp32_gemm_3x4__scalar");
  REQUIRE(usual != other);
  set_winner(GemmType::fp32, 0, other);
  CHECK(*best_kernel(GemmType::fp32, {18, 18, 18}) == other);
  CHECK(*choose_kernel("best", GemmType::fp32, {18, 18, 18}) == other);
  CHECK(*best_kernel(GemmType::fp32, {512, 512, 512}) == usual);
  CHECK((*best_kernel(GemmType::int8, {18, 18, 18}))->desc->type == GemmType::int8);
  CHECK(*choose_kernel(usual->id, GemmType::fp32, {18, 18, 18}) == usual);
  set_winner(GemmType::fp32, 0, nullptr);
  CHECK(*best_kernel(GemmType::fp32, {512, 512, 512}) == usual);
}

TEST_CASE("choice: candidates run here, have blocks, split nothing, and the highest rung is first") {
  for (const Kernel& one : kernels()) {
    const std::vector<const Kernel*> all = candidates(one.desc->type);
    REQUIRE_FALSE(all.empty());
    for (const Kernel* candidate : all) {
      CHECK(runs_here(*candidate));
      CHECK(candidate->desc->block != nullptr);
      CHECK(candidate->desc->split_levels == 0);
      CHECK(candidate->desc->rung <= all.front()->desc->rung);
      CHECK((candidate->needs != Isa::none || all.front()->needs == Isa::none));
    }
  }
}

TEST_CASE("choice: rows of the tuned table hold up to their size, where their kernel runs") {
  for (const TunedRow& row : kTuned) {
    CAPTURE(row.id);
    const Result<const Kernel*> named = find_kernel(row.id);
    if (!named) continue;  // for another processor
    CHECK((*named)->desc->type == row.type);
    CHECK((*named)->desc->block != nullptr);
    if (!runs_here(**named)) continue;
    CHECK(*best_kernel(row.type, {row.up_to, row.up_to, row.up_to}) == *named);
    CHECK(*best_kernel(row.type, {row.up_to, row.up_to, row.up_to + 1}) == candidates(row.type).front());
  }
}

TEST_CASE("choice: a self-tune in slices ends, and best is then what it says") {
  const NoTuning after;
  Workspace workspace;
  TuneRun run(workspace);
  double last = 0;
  int slices = 0;
  for (Progress progress; !progress.done; ++slices) {
    progress = run.step(5'000'000);
    CHECK(progress.fraction >= last);
    last = progress.fraction;
    REQUIRE(slices < 100'000);
  }
  CHECK(last == 1);
  for (const TunedBest& best : run.finish()) {
    CAPTURE(best.dtype);
    CHECK(best.flops_per_s > 0);
    const Result<const Kernel*> now = best_kernel(*find_gemm_type(best.dtype), {best.n, best.n, best.n});
    REQUIRE(now.has_value());
    CHECK((*now)->id == best.kernel);
  }
}
