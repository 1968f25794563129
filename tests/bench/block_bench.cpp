// What limits one thread's float32 product at large n: the same tile with other cache blocks, and with one cost after the other taken away.
// Variants are interleaved in rounds, the register-only peak is taken around each; a cell is the median over the rounds of its share.
// A product with something taken away is wrong on purpose: nothing is verified here, the same tile is verified everywhere else.
//
//   block_bench [--n 1024,2048] [--rounds 7] [--blocks MCxKCxNC,...] [--kernel ID]
//
// Without blocks: what each cost is. Without an id: the page's tile of 128-bit multiply-adds.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <sstream>
#include <string>
#include <vector>

#include "block_kernel.h"
#include "engine/base/clock.h"
#include "engine/bench/matrices.h"
#include "engine/bench/peak.h"
#include "engine/bench/stats.h"

using namespace lesson;

namespace {

// ---- costs taken away: functions in place of the kernel's own -----------------------------------------------------------

Kernel kernel;
const KernelDesc* real = nullptr;
alignas(64) float small_c[96 * 1024];

void no_rows(const StoredBlock*, void*, std::int64_t) {}
void no_panel(const StoredBlock*, void*) {}
void no_block(const BlockProduct*) {}
void near_c(const BlockProduct* block) {  // C: six rows that stay in the first-level cache
  BlockProduct b = *block;
  for (std::int64_t i = 0; i < block->m; i += real->mr) {
    b.m = std::min<std::int64_t>(real->mr, block->m - i);
    b.a = static_cast<const float*>(block->a) + i * block->lda;
    b.c = small_c;
    b.ldc = real->nr;
    for (std::int64_t j = 0; j < block->n; j += real->nr) {
      b.n = real->nr;
      b.b = static_cast<const char*>(block->b) + j / real->nr * block->b_panel;
      real->block(&b);
    }
  }
}
void dense_c(const BlockProduct* block) {  // C: a dense block of its own
  BlockProduct b = *block;
  b.c = small_c;
  b.ldc = block->n;
  if (block->m * block->n <= static_cast<std::int64_t>(std::size(small_c))) real->block(&b);
}
void one_panel(const BlockProduct* block) {  // B: the same panel for all columns
  BlockProduct b = *block;
  b.b_panel = 0;
  real->block(&b);
}
void everything_near(const BlockProduct* block) {
  BlockProduct b = *block;
  b.b_panel = 0;
  near_c(&b);
}

struct Variant {
  std::string name;
  KernelDesc desc;
  Kernel kernel;
  bool large_pages = false, registers_only = false;
  std::vector<double> shares = {}, speeds = {};
};

std::vector<std::int64_t> numbers(const std::string& text, char between) {
  std::vector<std::int64_t> all;
  std::istringstream parts(text);
  for (std::string part; std::getline(parts, part, between);) all.push_back(std::atoll(part.c_str()));
  return all;
}

std::vector<Variant> costs() {
  std::vector<Variant> all;
  const auto add = [&](const char* name, const std::function<void(KernelDesc&)>& change, bool large_pages = false) {
    Variant v{name, *real, kernel, large_pages};
    change(v.desc);
    all.push_back(v);
  };
  add("the product", [](KernelDesc&) {});
  add("without packing", [](KernelDesc& d) { d.pack_panel = no_panel, d.load_rows = no_rows; });
  add("packing alone (share of the time)", [](KernelDesc& d) { d.block = no_block; });
  add("C in a dense block", [](KernelDesc& d) { d.block = dense_c; });
  add("C in the first-level cache", [](KernelDesc& d) { d.block = near_c; });
  add("one panel of B for all columns", [](KernelDesc& d) { d.block = one_panel; });
  add("C near and one panel of B", [](KernelDesc& d) { d.block = everything_near; });
  add("C near, one panel of B, no packing", [](KernelDesc& d) { d.block = everything_near, d.pack_panel = no_panel, d.load_rows = no_rows; });
  add("A always copied to a dense block", [](KernelDesc& d) { d.a_as_stored = 0; });
  all.push_back({"registers only, for as long", *real, kernel, false, true});
  add("large pages", [](KernelDesc&) {}, true);
  return all;
}

std::vector<Variant> blocks(const std::string& text) {
  std::vector<Variant> all;
  std::istringstream parts(text);
  for (std::string part; std::getline(parts, part, ',');) {
    const std::vector<std::int64_t> size = numbers(part, 'x');
    Variant v{part, *real, kernel};
    v.desc.mc = size.at(0), v.desc.kc = size.at(1), v.desc.nc = size.at(2);
    all.push_back(v);
  }
  return all;
}

// Rounds of the register-only loop with the multiply-adds of the product.
std::int64_t as_long_rounds(std::int64_t n) { return static_cast<std::int64_t>(gemm_flops({n, n, n}) / real->peak(1)); }

struct Matrices {
  AlignedBuffer a, b, c;
  Workspace workspace;
};

void run(std::int64_t n, int rounds, std::vector<Variant>& variants) {
  Matrices plain, large;
  for (Matrices* m : {&plain, &large}) {
    for (AlignedBuffer* buffer : {&m->a, &m->b, &m->c}) {
      if (!buffer->reserve(n * n * 4)) std::exit(1);
      if (m == &large) ask_for_large_pages(buffer->data(), n * n * 4);
      std::memset(buffer->data(), 0, static_cast<std::size_t>(n * n * 4));
    }
    fill_rows(GemmType::fp32, 1, 0, n, n, n, m->a.data());
    fill_rows(GemmType::fp32, 2, 0, n, n, n, m->b.data());
  }
  for (Variant& v : variants) v.shares.clear(), v.speeds.clear();
  const auto peak = [&] { return measure_register_peak(kernel, plain.workspace.pool(), 1).value_or(0); };
  for (int round = 0; round <= rounds; ++round) {  // round 0 warms up
    double before = peak();
    for (std::size_t i = 0; i < variants.size(); ++i) {
      Variant& v = variants[(i + static_cast<std::size_t>(round)) % variants.size()];
      v.kernel.desc = &v.desc;
      Matrices& m = v.large_pages ? large : plain;
      double best_ns = 1e300;
      const int samples = n >= 2048 ? 1 : 3;
      for (int s = 0; s < samples; ++s) {
        const std::int64_t start = now_ns();
        if (v.registers_only) (void)real->peak(as_long_rounds(n));
        else (void)gemm(v.kernel, Op::none, Op::none, 1, matrix_in(m.a.as<float>(), n, n, n), matrix_in(m.b.as<float>(), n, n, n), 0, {m.c.data(), n, n, n}, m.workspace, 1);
        best_ns = std::min(best_ns, static_cast<double>(now_ns() - start));
      }
      const double work = v.registers_only ? real->peak(1) * static_cast<double>(as_long_rounds(n)) : gemm_flops({n, n, n});
      const double after = peak(), speed = work / best_ns * 1e9;
      if (round > 0) v.shares.push_back(speed / std::max(before, after)), v.speeds.push_back(speed);
      before = after;
    }
  }
  std::printf("n = %lld\n", static_cast<long long>(n));
  const double whole = quartiles(variants.front().speeds).median;
  for (const Variant& v : variants) {
    const Quartiles share = quartiles(v.shares);
    if (v.desc.block == no_block) std::printf("  %-38s %5.1f %% of the product's time\n", v.name.c_str(), 100 * whole / quartiles(v.speeds).median);
    else std::printf("  %-38s %.3f of the peak (%.3f to %.3f), %.1f GFLOP/s\n", v.name.c_str(), share.median, share.min, share.max, quartiles(v.speeds).median / 1e9);
  }
  std::fflush(stdout);
}

}  // namespace

int main(int count, char** words) {
  std::string sizes = "1024,2048", wanted, id;
  int rounds = 7;
  for (int i = 1; i + 1 < count; i += 2) {
    const std::string name = words[i];
    if (name == "--n") sizes = words[i + 1];
    if (name == "--rounds") rounds = std::atoi(words[i + 1]);
    if (name == "--kernel") id = words[i + 1];
    if (name == "--blocks") wanted = words[i + 1];
  }
  const Result<const Kernel*> found = id.empty() ? &block_kernel() : find_kernel(id);
  if (!found) {
    std::printf("%s\n", found.error().message.c_str());
    return 2;
  }
  kernel = **found;
  real = kernel.desc;
  std::vector<Variant> variants = wanted.empty() ? costs() : blocks(wanted);
  for (const std::int64_t n : numbers(sizes, ',')) run(n, rounds, variants);
}
