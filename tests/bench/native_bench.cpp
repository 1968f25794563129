// Our float32 products beside Eigen, OpenBLAS and oneDNN in one process: rounds of random order, the register-only peak taken around each block.
// Libraries are opened where they are installed (Debian: libopenblas0-pthread, libdnnl2) and left out where they are not.
// Prints one JSON document; tests/bench/native_bench.mjs makes the table. Nothing here passes or fails, but a wrong product ends it.
//
//   native_bench [rounds] [n,n,...] [threads,threads,...]
#include <dlfcn.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <random>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "engine/base/clock.h"
#include "engine/bench/host_facts.h"
#include "engine/bench/matrices.h"
#include "engine/bench/peak.h"
#include "engine/gemm/gemm.h"

using namespace lesson;

namespace {

struct Contestant {
  std::string name, version;
  bool ours = false;
  std::function<void(int threads)> set_threads;
  std::function<void(std::int64_t n, const float* a, const float* b, float* c)> multiply;
};

template <class F>
F symbol(void* library, const char* name) {
  return reinterpret_cast<F>(dlsym(library, name));
}

void* open_first(std::initializer_list<const char*> names) {
  for (const char* name : names) {
    if (void* library = dlopen(name, RTLD_NOW | RTLD_LOCAL)) return library;
  }
  return nullptr;
}

void add_openblas(std::vector<Contestant>& all) {
  void* library = open_first({"libopenblas.so.0", "libopenblas.so"});
  if (library == nullptr) return;
  constexpr int kRowMajor = 101, kNoTrans = 111;
  using Gemm = void (*)(int, int, int, int, int, int, float, const float*, int, const float*, int, float, float*, int);
  const auto gemm = symbol<Gemm>(library, "cblas_sgemm");
  const auto set = symbol<void (*)(int)>(library, "openblas_set_num_threads");
  const auto config = symbol<char* (*)()>(library, "openblas_get_config");
  if (gemm == nullptr || set == nullptr) return;
  all.push_back({"OpenBLAS", config != nullptr ? config() : "", false, [set](int threads) { set(threads); },
                 [gemm](std::int64_t size, const float* a, const float* b, float* c) {
                   const int n = static_cast<int>(size);
                   gemm(kRowMajor, kNoTrans, kNoTrans, n, n, n, 1, a, n, b, n, 0, c, n);
                 }});
}

void add_onednn(std::vector<Contestant>& all) {
  void* library = open_first({"libdnnl.so.3", "libdnnl.so.2"});
  if (library == nullptr) return;
  struct Version {
    int major, minor, patch;
  };
  using Gemm = int (*)(char, char, std::int64_t, std::int64_t, std::int64_t, float, const float*, std::int64_t, const float*, std::int64_t, float,
                       float*, std::int64_t);
  const auto gemm = symbol<Gemm>(library, "dnnl_sgemm");
  const auto version = symbol<const Version* (*)()>(library, "dnnl_version");
  void* openmp = open_first({"libgomp.so.1"});
  const auto set = openmp != nullptr ? symbol<void (*)(int)>(openmp, "omp_set_num_threads") : nullptr;
  if (gemm == nullptr || set == nullptr) return;
  std::string text;
  if (version != nullptr) text = std::to_string(version()->major) + "." + std::to_string(version()->minor) + "." + std::to_string(version()->patch);
  all.push_back({"oneDNN", text, false, [set](int threads) { set(threads); },
                 [gemm](std::int64_t n, const float* a, const float* b, float* c) { gemm('N', 'N', n, n, n, 1, a, n, b, n, 0, c, n); }});
}

struct Ours {
  Workspace workspace;
  int threads = 1;
};

void add_ours(std::vector<Contestant>& all, Ours& state, const Kernel& kernel) {
  const bool eigen = kernel.id.find("eigen") != std::string_view::npos;
  all.push_back({eigen ? "Eigen" : std::string(kernel.id), std::string(kernel.flags), !eigen, [&state](int threads) { state.threads = threads; },
                 [&state, &kernel](std::int64_t n, const float* a, const float* b, float* c) {
                   (void)gemm(kernel, Op::none, Op::none, 1, matrix_in(a, n, n, n), matrix_in(b, n, n, n), 0, {c, n, n, n}, state.workspace, state.threads);
                 }});
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values.empty() ? 0 : values[values.size() / 2];
}

// 64 numbers of C against float64, relative to sqrt(n): the size of such a sum.
double worst_error(std::int64_t n, const float* a, const float* b, const float* c) {
  double worst = 0;
  for (std::int64_t t = 0; t < 64; ++t) {
    const std::int64_t i = (t * 7919 + 13) % n, j = (t * 104729 + 5) % n;
    double sum = 0;
    for (std::int64_t l = 0; l < n; ++l) sum += double(a[i * n + l]) * b[l * n + j];
    const double error = std::abs(c[i * n + j] - sum) / std::sqrt(double(n));
    if (!(error <= worst)) worst = error;
  }
  return worst;
}

std::vector<std::int64_t> numbers_of(const std::string& text) {
  std::vector<std::int64_t> numbers;
  std::stringstream stream(text);
  for (std::string part; std::getline(stream, part, ',');) numbers.push_back(std::atoll(part.c_str()));
  return numbers;
}

}  // namespace

int main(int argc, char** argv) {
  // These would choose another processor's kernels; and OpenMP's threads must not spin into the next contestant's time.
  unsetenv("OPENBLAS_CORETYPE");
  unsetenv("OPENBLAS_L2_SIZE");
  setenv("OMP_WAIT_POLICY", "passive", 1);
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 5;
  const std::vector<std::int64_t> sizes = numbers_of(argc > 2 ? argv[2] : "64,128,256,512,1024,2048");
  const std::vector<std::int64_t> thread_counts = numbers_of(argc > 3 ? argv[3] : "1," + std::to_string(std::thread::hardware_concurrency()));

  Ours ours;
  std::vector<Contestant> all;
  const Result<const Kernel*> best = best_kernel(GemmType::fp32, {512, 512, 512});
  for (const Kernel& kernel : kernels()) {
    if (kernel.desc->type != GemmType::fp32 || !runs_here(kernel)) continue;
    const bool widest_split = kernel.desc->split_levels > 0 && kernel.desc->nr == (*best)->desc->nr;
    if (&kernel == *best || kernel.id.find("eigen") != std::string_view::npos || widest_split) add_ours(all, ours, kernel);
  }
  add_openblas(all);
  add_onednn(all);

  std::mt19937 random(1);
  const HostFacts& host = host_facts();
  std::printf("{\"cpu\": \"%s\", \"cores\": %d, \"compiler\": \"%s\", \"contestants\": [", host.cpu.c_str(), host.cores, host.compiler.c_str());
  for (std::size_t i = 0; i < all.size(); ++i) {
    std::printf("%s{\"name\": \"%s\", \"version\": \"%s\", \"ours\": %s}", i == 0 ? "" : ", ", all[i].name.c_str(), all[i].version.c_str(),
                all[i].ours ? "true" : "false");
  }
  std::printf("], \"rows\": [");
  bool first_row = true;
  for (const std::int64_t n : sizes) {
    for (const std::int64_t threads : thread_counts) {
      AlignedBuffer data[3];
      for (AlignedBuffer& buffer : data) {
        if (!buffer.reserve(n * n * 4)) return 1;
      }
      float *a = data[0].as<float>(), *b = data[1].as<float>(), *c = data[2].as<float>();
      fill_rows(GemmType::fp32, 1, 0, n, n, n, a);
      fill_rows(GemmType::fp32, 2, 0, n, n, n, b);
      const double operations = 2.0 * double(n) * double(n) * double(n);
      const auto calls = std::max<std::int64_t>(1, static_cast<std::int64_t>(1e-3 / (operations / 150e9)));
      const auto peak = [&] { return measure_register_peak(**best, ours.workspace.pool(), static_cast<int>(threads)).value_or(0); };
      struct Samples {
        std::vector<double> flops_per_s, of_peak, peaks;
        double error = 0;
      };
      std::vector<Samples> samples(all.size());
      for (std::size_t i = 0; i < all.size(); ++i) {
        all[i].set_threads(static_cast<int>(threads));
        std::fill_n(c, n * n, std::nanf(""));
        for (int turn = 0; turn < 3; ++turn) all[i].multiply(n, a, b, c);
        samples[i].error = worst_error(n, a, b, c);
        if (!(samples[i].error < 1e-4)) {
          std::fprintf(stderr, "%s: a wrong product at n = %lld\n", all[i].name.c_str(), static_cast<long long>(n));
          return 1;
        }
      }
      std::vector<std::size_t> order(all.size());
      for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
      for (int round = 0; round < rounds; ++round) {
        std::shuffle(order.begin(), order.end(), random);
        for (const std::size_t i : order) {
          std::this_thread::sleep_for(std::chrono::milliseconds(40));  // a library's threads spin for a while after a product
          const double before = peak();
          all[i].set_threads(static_cast<int>(threads));
          double fastest = 0;
          const std::int64_t end = now_ns() + 80'000'000;
          do {
            const std::int64_t start = now_ns();
            for (std::int64_t call = 0; call < calls; ++call) all[i].multiply(n, a, b, c);
            const double speed = operations * double(calls) / double(now_ns() - start) * 1e9;
            samples[i].flops_per_s.push_back(speed);
            fastest = std::max(fastest, speed);
          } while (now_ns() < end);
          std::this_thread::sleep_for(std::chrono::milliseconds(40));
          const double limit = std::max(before, peak());
          samples[i].peaks.push_back(limit);
          samples[i].of_peak.push_back(fastest / limit);
        }
      }
      for (std::size_t i = 0; i < all.size(); ++i) {
        const Samples& s = samples[i];
        std::printf("%s\n{\"name\": \"%s\", \"n\": %lld, \"threads\": %lld, \"flops_per_s\": %.4g, \"best_flops_per_s\": %.4g, \"peak_flops_per_s\": %.4g, "
                    "\"of_peak\": %.3f, \"error\": %.2g}",
                    first_row ? "" : ",", all[i].name.c_str(), static_cast<long long>(n), static_cast<long long>(threads), median(s.flops_per_s),
                    *std::max_element(s.flops_per_s.begin(), s.flops_per_s.end()), median(s.peaks), median(s.of_peak), s.error);
        first_row = false;
      }
    }
  }
  std::printf("\n]}\n");
}
