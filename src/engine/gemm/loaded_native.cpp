// The libraries' own threads are switched off: rows are shared out by our pool, as for every other kernel, so that
// "threads" means the same in every line. Interfaces: OpenBLAS's cblas.h; oneDNN's dnnl.h, BLAS-like functions.
#include <dlfcn.h>

#include <string>
#include <utility>

#include "engine/gemm/loaded.h"

namespace lesson {
namespace {

using Library = void*;  // never closed: its code may run until the program ends

template <class Fn>
Fn* find(Library library, const char* name) {
  return library == nullptr ? nullptr : reinterpret_cast<Fn*>(dlsym(library, name));
}

KernelDesc library_kernel(GemmType type, const char* idea, WholeFn whole, ProbeFn probe) {
  KernelDesc d{};
  d.type = type;
  d.idea = idea;
  d.whole = whole;
  d.probe = probe;
  return d;
}

// ---- OpenBLAS -------------------------------------------------------------------------------------------------------

enum CblasOrder { kRowMajor = 101 };
enum CblasTranspose { kNoTranspose = 111 };

template <class T>
using CblasGemm = void(CblasOrder, CblasTranspose, CblasTranspose, int m, int n, int k, T alpha, const T* a, int lda, const T* b, int ldb, T beta,
                       T* c, int ldc);

struct OpenBlas {
  Library library = dlopen("libopenblas.so.0", RTLD_NOW | RTLD_LOCAL);
  CblasGemm<float>* sgemm = find<CblasGemm<float>>(library, "cblas_sgemm");
  CblasGemm<double>* dgemm = find<CblasGemm<double>>(library, "cblas_dgemm");
  void (*set_threads)(int) = find<void(int)>(library, "openblas_set_num_threads");
  char* (*config)() = find<char*()>(library, "openblas_get_config");
  char* (*core)() = find<char*()>(library, "openblas_get_corename");
  std::string words;

  OpenBlas() {
    if (!works()) return;
    set_threads(1);
    const std::string full = config != nullptr ? config() : "OpenBLAS";
    const std::size_t second_space = full.find(' ', full.find(' ') + 1);
    words = full.substr(0, second_space) + ", loaded here; its kernels for " + (core != nullptr ? core() : "this processor");
  }
  bool works() const { return sgemm != nullptr && dgemm != nullptr && set_threads != nullptr; }
};

const OpenBlas& openblas() {
  static const OpenBlas one;
  return one;
}

const char* probe_openblas() { return openblas().works() ? nullptr : "OpenBLAS (libopenblas.so.0) is not installed here"; }
std::string_view openblas_words() { return openblas().words; }

template <class T>
void multiply_cblas(CblasGemm<T>* gemm, const WholeProduct& p) {
  gemm(kRowMajor, kNoTranspose, kNoTranspose, int(p.m), int(p.n), int(p.k), T(p.alpha), static_cast<const T*>(p.a), int(p.lda),
       static_cast<const T*>(p.b), int(p.ldb), T(p.beta), static_cast<T*>(p.c), int(p.ldc));
}

const KernelDesc kOpenBlasFp32 = library_kernel(
    GemmType::fp32, "OpenBLAS, a library of linear algebra, as a yardstick: assembly written by hand for each processor.",
    [](const WholeProduct* p) { multiply_cblas<float>(openblas().sgemm, *p); }, probe_openblas);
const KernelDesc kOpenBlasFp64 = library_kernel(
    GemmType::fp64, "OpenBLAS, a library of linear algebra, as a yardstick: assembly written by hand for each processor.",
    [](const WholeProduct* p) { multiply_cblas<double>(openblas().dgemm, *p); }, probe_openblas);

// ---- oneDNN ---------------------------------------------------------------------------------------------------------

struct DnnlVersion {
  int major, minor, patch;
  const char* hash;  // more follows; it is not read
};

using DnnlSgemm = int(char op_a, char op_b, std::int64_t m, std::int64_t n, std::int64_t k, float alpha, const float* a, std::int64_t lda,
                      const float* b, std::int64_t ldb, float beta, float* c, std::int64_t ldc);
// The instruction sets, as dnnl_cpu_isa_t counts them: a bit for each step.
const char* isa_words(int isa) {
  constexpr std::pair<int, const char*> kSteps[] = {{0x200, "AMX"},  {0x100, "AVX-512 with float16"}, {0x80, "AVX-512 with bfloat16"}, {0x40, "AVX-512 with VNNI"},
                                                    {0x20, "AVX-512"}, {0x8, "AVX2 with VNNI"},          {0x4, "AVX2"},                   {0x2, "AVX"},
                                                    {0x1, "SSE4.1"}};
  for (const auto& [bit, words] : kSteps) {
    if ((isa & bit) != 0) return words;
  }
  return "this processor";
}

struct OneDnn {
  Library library = open();
  DnnlSgemm* sgemm = find<DnnlSgemm>(library, "dnnl_sgemm");
  void (*omp_set_num_threads)(int) = find<void(int)>(library, "omp_set_num_threads");
  std::string words;

  static Library open() {
    for (const char* name : {"libdnnl.so.3", "libdnnl.so.2"}) {
      if (const Library library = dlopen(name, RTLD_NOW | RTLD_LOCAL)) return library;
    }
    return nullptr;
  }

  OneDnn() {
    if (!works()) return;
    const auto version = find<const DnnlVersion*()>(library, "dnnl_version");
    const auto isa = find<int()>(library, "dnnl_get_effective_cpu_isa");
    words = "oneDNN";
    if (version != nullptr) {
      const DnnlVersion& v = *version();
      words += " " + std::to_string(v.major) + "." + std::to_string(v.minor) + "." + std::to_string(v.patch);
    }
    words += std::string(", loaded here; its kernels for ") + (isa != nullptr ? isa_words(isa()) : "this processor");
  }
  bool works() const { return sgemm != nullptr; }
  // The number of threads belongs to the thread that asks.
  void keep_to_this_thread() const {
    thread_local bool kept = false;
    if (!kept && omp_set_num_threads != nullptr) omp_set_num_threads(1);
    kept = true;
  }
};

const OneDnn& onednn() {
  static const OneDnn one;
  return one;
}

const char* probe_onednn() { return onednn().works() ? nullptr : "oneDNN (libdnnl.so.3 or libdnnl.so.2) is not installed here"; }
std::string_view onednn_words() { return onednn().words; }

void multiply_onednn(const WholeProduct* product) {
  const WholeProduct& p = *product;
  onednn().keep_to_this_thread();
  onednn().sgemm('N', 'N', p.m, p.n, p.k, float(p.alpha), static_cast<const float*>(p.a), p.lda, static_cast<const float*>(p.b), p.ldb,
                 float(p.beta), static_cast<float*>(p.c), p.ldc);
}

const char* const kOneDnnIdea = "oneDNN, a library for neural networks, as a yardstick: machine code made while it runs, for this processor.";
const KernelDesc kOneDnnFp32 = library_kernel(GemmType::fp32, kOneDnnIdea, multiply_onednn, probe_onednn);

}  // namespace

std::vector<Kernel> loadable_kernels() {
  constexpr std::string_view kBefore = "a library of this machine";
  return {{"fp32_gemm_openblas__library", Isa::none, kBefore, &kOpenBlasFp32, openblas_words},
          {"fp64_gemm_openblas__library", Isa::none, kBefore, &kOpenBlasFp64, openblas_words},
          {"fp32_gemm_onednn__library", Isa::none, kBefore, &kOneDnnFp32, onednn_words}};
}

}  // namespace lesson
