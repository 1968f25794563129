// The module's table: devices, one session of products at a time, timing by events, cuBLASLt where it is installed.
// cuBLASLt is opened at run time, so the module also loads, and its own kernels also run, where there is none.
#include <cublasLt.h>
#include <cuda_runtime_api.h>
#include <dlfcn.h>

#include <algorithm>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include "cuda/kernels.h"

#define LESSON_TEXT_OF(x) #x
#define LESSON_TEXT(x) LESSON_TEXT_OF(x)

namespace lesson {
namespace {

constexpr const char* kLibraryFile = "libcublasLt.so." LESSON_TEXT(CUBLAS_VER_MAJOR);
constexpr size_t kWorkspaceBytes = 32u << 20;
constexpr int kMostCandidates = 8;
constexpr int64_t kMostCopies = 64;

std::string& error_text() {
  static std::string text;
  return text;
}
const char* last_error() { return error_text().c_str(); }

int fail(GpuFailure failure, std::string sentence) {
  error_text() = std::move(sentence);
  return failure;
}

int failed(cudaError_t error, const char* what) {
  if (error == cudaSuccess) return kGpuOk;
  (void)cudaGetLastError();
  if (error == cudaErrorMemoryAllocation) return fail(kGpuOutOfMemory, "The GPU has no room for these matrices: choose a smaller n.");
  return fail(kGpuFailed, std::string("The GPU cannot ") + what + " (" + cudaGetErrorString(error) + "): try lesson devices.");
}

// ---- cuBLASLt ---------------------------------------------------------------------------------------------------

struct Library {
  void* file = dlopen(kLibraryFile, RTLD_NOW | RTLD_LOCAL);
#define LESSON_CALL(name) decltype(&::name) name = file == nullptr ? nullptr : reinterpret_cast<decltype(&::name)>(dlsym(file, #name))
  LESSON_CALL(cublasLtGetVersion);
  LESSON_CALL(cublasLtCreate);
  LESSON_CALL(cublasLtMatmul);
  LESSON_CALL(cublasLtMatmulDescCreate);
  LESSON_CALL(cublasLtMatmulDescDestroy);
  LESSON_CALL(cublasLtMatmulDescSetAttribute);
  LESSON_CALL(cublasLtMatrixLayoutCreate);
  LESSON_CALL(cublasLtMatrixLayoutDestroy);
  LESSON_CALL(cublasLtMatmulPreferenceCreate);
  LESSON_CALL(cublasLtMatmulPreferenceDestroy);
  LESSON_CALL(cublasLtMatmulPreferenceSetAttribute);
  LESSON_CALL(cublasLtMatmulAlgoGetHeuristic);
  LESSON_CALL(cublasLtMatmulAlgoConfigGetAttribute);
#undef LESSON_CALL
  bool found() const {
    return cublasLtGetVersion && cublasLtCreate && cublasLtMatmul && cublasLtMatmulDescCreate && cublasLtMatmulDescDestroy &&
           cublasLtMatmulDescSetAttribute && cublasLtMatrixLayoutCreate && cublasLtMatrixLayoutDestroy && cublasLtMatmulPreferenceCreate &&
           cublasLtMatmulPreferenceDestroy && cublasLtMatmulPreferenceSetAttribute && cublasLtMatmulAlgoGetHeuristic &&
           cublasLtMatmulAlgoConfigGetAttribute;
  }
};
const Library& library() {
  static const Library one;
  return one;
}

struct LibraryKernel {
  const char* id;
  GpuType type;
  int transposed_b, least_capability;
  cudaDataType_t in, out, scale;
  cublasComputeType_t compute;
};
// The narrow formats are multiplied with the numbers of a column of B side by side only.
constexpr LibraryKernel kLibraryKernels[] = {
    {"fp64_gemm_cublaslt__cuda", GpuType::fp64, 0, 60, CUDA_R_64F, CUDA_R_64F, CUDA_R_64F, CUBLAS_COMPUTE_64F},
    {"fp32_gemm_cublaslt__cuda", GpuType::fp32, 0, 50, CUDA_R_32F, CUDA_R_32F, CUDA_R_32F, CUBLAS_COMPUTE_32F},
    {"tf32_gemm_cublaslt__cuda", GpuType::tf32, 0, 80, CUDA_R_32F, CUDA_R_32F, CUDA_R_32F, CUBLAS_COMPUTE_32F_FAST_TF32},
    {"fp16_gemm_cublaslt__cuda", GpuType::fp16, 0, 70, CUDA_R_16F, CUDA_R_32F, CUDA_R_32F, CUBLAS_COMPUTE_32F},
    {"bf16_gemm_cublaslt__cuda", GpuType::bf16, 0, 80, CUDA_R_16BF, CUDA_R_32F, CUDA_R_32F, CUBLAS_COMPUTE_32F},
    {"fp8_e4m3_gemm_cublaslt__cuda", GpuType::fp8_e4m3, 1, 89, CUDA_R_8F_E4M3, CUDA_R_32F, CUDA_R_32F, CUBLAS_COMPUTE_32F},
    {"int8_gemm_cublaslt__cuda", GpuType::int8, 1, 75, CUDA_R_8I, CUDA_R_32I, CUDA_R_32I, CUBLAS_COMPUTE_32I},
    {"fp4_gemm_cublaslt__cuda", GpuType::fp4, 1, 100, CUDA_R_4F_E2M1, CUDA_R_32F, CUDA_R_32F, CUBLAS_COMPUTE_32F},
};
constexpr const char* kLibraryIdea = "cuBLASLt, NVIDIA's own library of matrix products, as a yardstick: several algorithms are tried.";

const LibraryKernel* library_kernel(const std::string& id) {
  for (const LibraryKernel& kernel : kLibraryKernels) {
    if (id == kernel.id) return &kernel;
  }
  return nullptr;
}

// ---- the session ----------------------------------------------------------------------------------------------------

struct Copy {
  void *a = nullptr, *b = nullptr, *c = nullptr;
};

struct Session {
  GpuProduct product{};
  int64_t a_bytes = 0, b_bytes = 0, c_bytes = 0;
  std::vector<Copy> copies;  // multiplied in turn, so that no product finds its operands in the L2 cache
  size_t next = 0;
  cudaEvent_t begin = nullptr, end = nullptr;

  const OwnKernel* own = nullptr;

  const LibraryKernel* from_library = nullptr;
  cublasLtHandle_t handle = nullptr;  // kept: making one takes long
  cublasLtMatmulDesc_t desc = nullptr;
  cublasLtMatrixLayout_t left = nullptr, right = nullptr, out = nullptr;
  void* workspace = nullptr;
  void* ones = nullptr;  // fp4's block scales
  std::vector<cublasLtMatmulHeuristicResult_t> algorithms;
  std::string words;
};

Session& session() {
  static Session one;
  return one;
}

void close_session() {
  Session& s = session();
  for (const Copy& copy : s.copies) {
    cudaFree(copy.a);
    cudaFree(copy.b);
    cudaFree(copy.c);
  }
  s.copies.clear();
  if (s.begin != nullptr) cudaEventDestroy(s.begin);
  if (s.end != nullptr) cudaEventDestroy(s.end);
  s.begin = s.end = nullptr;
  cudaFree(s.workspace);
  cudaFree(s.ones);
  s.workspace = s.ones = nullptr;
  if (s.desc != nullptr) library().cublasLtMatmulDescDestroy(s.desc);
  for (cublasLtMatrixLayout_t* layout : {&s.left, &s.right, &s.out}) {
    if (*layout != nullptr) library().cublasLtMatrixLayoutDestroy(*layout);
    *layout = nullptr;
  }
  s.desc = nullptr;
  s.algorithms.clear();
  s.own = nullptr;
  s.from_library = nullptr;
  (void)cudaGetLastError();
}

template <class T>
bool set(cublasLtMatmulDesc_t desc, cublasLtMatmulDescAttributes_t name, const T& value) {
  return library().cublasLtMatmulDescSetAttribute(desc, name, &value, sizeof value) == CUBLAS_STATUS_SUCCESS;
}

// The library counts by columns: row-major C = A * B is its C' = B' * A', with m and n in each other's place.
int open_library(Session& s) {
  const Library& lt = library();
  const LibraryKernel& kernel = *s.from_library;
  const GpuProduct& p = s.product;
  const auto trouble = [&](const char* what) { return fail(kGpuNotSupported, std::string("cuBLASLt cannot ") + what + " in this format on this GPU: choose another."); };
  if (!lt.found()) return fail(kGpuNotSupported, std::string("cuBLASLt was not found (") + kLibraryFile + "): install CUDA's libraries, or choose an own kernel with --kernel.");
  if (s.handle == nullptr && lt.cublasLtCreate(&s.handle) != CUBLAS_STATUS_SUCCESS) return trouble("start");
  if (lt.cublasLtMatmulDescCreate(&s.desc, kernel.compute, kernel.scale) != CUBLAS_STATUS_SUCCESS) return trouble("describe products");
  const cublasOperation_t left_op = p.b_transposed != 0 ? CUBLAS_OP_T : CUBLAS_OP_N;
  if (!set(s.desc, CUBLASLT_MATMUL_DESC_TRANSA, left_op)) return trouble("describe products");
  if (p.type == GpuType::fp4) {
    const int64_t widest = std::max(p.m, p.n);
    const int64_t scales = (widest + 127) / 128 * 128 * ((p.k / 16 + 3) / 4 * 4);
    if (const int bad = failed(cudaMalloc(&s.ones, static_cast<size_t>(scales)), "get memory")) return bad;
    if (const int bad = failed(cudaMemset(s.ones, 0x38, static_cast<size_t>(scales)), "fill memory")) return bad;  // 1.0 as e4m3
    const cublasLtMatmulMatrixScale_t mode = CUBLASLT_MATMUL_MATRIX_SCALE_VEC16_UE4M3;
    const bool good = set(s.desc, CUBLASLT_MATMUL_DESC_A_SCALE_MODE, mode) && set(s.desc, CUBLASLT_MATMUL_DESC_B_SCALE_MODE, mode) &&
                      set(s.desc, CUBLASLT_MATMUL_DESC_A_SCALE_POINTER, s.ones) && set(s.desc, CUBLASLT_MATMUL_DESC_B_SCALE_POINTER, s.ones);
    if (!good) return trouble("scale blocks");
  }
  const auto m = static_cast<uint64_t>(p.m), n = static_cast<uint64_t>(p.n), k = static_cast<uint64_t>(p.k);
  const bool laid_out = lt.cublasLtMatrixLayoutCreate(&s.left, kernel.in, p.b_transposed != 0 ? k : n, p.b_transposed != 0 ? n : k,
                                                      p.b_transposed != 0 ? p.k : p.n) == CUBLAS_STATUS_SUCCESS &&
                        lt.cublasLtMatrixLayoutCreate(&s.right, kernel.in, k, m, p.k) == CUBLAS_STATUS_SUCCESS &&
                        lt.cublasLtMatrixLayoutCreate(&s.out, kernel.out, n, m, p.n) == CUBLAS_STATUS_SUCCESS;
  if (!laid_out) return trouble("lay matrices out");
  if (const int bad = failed(cudaMalloc(&s.workspace, kWorkspaceBytes), "get memory")) return bad;
  cublasLtMatmulPreference_t preference = nullptr;
  if (lt.cublasLtMatmulPreferenceCreate(&preference) != CUBLAS_STATUS_SUCCESS) return trouble("take preferences");
  s.algorithms.resize(kMostCandidates);
  int found = 0;
  const cublasStatus_t asked =
      lt.cublasLtMatmulPreferenceSetAttribute(preference, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, &kWorkspaceBytes, sizeof kWorkspaceBytes);
  const cublasStatus_t status = lt.cublasLtMatmulAlgoGetHeuristic(s.handle, s.desc, s.left, s.right, s.out, s.out, preference, kMostCandidates,
                                                                  s.algorithms.data(), &found);
  lt.cublasLtMatmulPreferenceDestroy(preference);
  s.algorithms.resize(static_cast<size_t>(std::max(found, 0)));
  if (asked != CUBLAS_STATUS_SUCCESS || status != CUBLAS_STATUS_SUCCESS || found == 0) return trouble("find an algorithm");
  return kGpuOk;
}

int run(Session& s, int candidate, const Copy& copy) {
  if (s.own != nullptr) {
    return failed(s.own->launch({s.product.m, s.product.n, s.product.k, copy.a, copy.b, static_cast<float*>(copy.c)}), "run the kernel");
  }
  const float one_f = 1, zero_f = 0;
  const double one_d = 1, zero_d = 0;
  const int32_t one_i = 1, zero_i = 0;
  const bool wide = s.product.type == GpuType::fp64, whole = s.product.type == GpuType::int8;
  const void* one = wide ? static_cast<const void*>(&one_d) : whole ? static_cast<const void*>(&one_i) : &one_f;
  const void* zero = wide ? static_cast<const void*>(&zero_d) : whole ? static_cast<const void*>(&zero_i) : &zero_f;
  const cublasStatus_t status = library().cublasLtMatmul(s.handle, s.desc, one, copy.b, s.left, copy.a, s.right, zero, copy.c, s.out, copy.c, s.out,
                                                         &s.algorithms[static_cast<size_t>(candidate)].algo, s.workspace, kWorkspaceBytes, nullptr);
  return status == CUBLAS_STATUS_SUCCESS ? kGpuOk : fail(kGpuNotSupported, "This algorithm of cuBLASLt does not run for this size: choose another size.");
}

// ---- the table's functions ----------------------------------------------------------------------------------------------

int versions(GpuVersions* out) {
  *out = {};
  std::snprintf(out->library_name, sizeof out->library_name, "%s", kLibraryFile);
  if (const int bad = failed(cudaDriverGetVersion(&out->driver_cuda), "tell its driver's version")) return bad;
  if (const int bad = failed(cudaRuntimeGetVersion(&out->runtime_cuda), "tell its version")) return bad;
  out->library = library().found() ? static_cast<int>(library().cublasLtGetVersion()) : 0;
  return kGpuOk;
}

int device(int index, GpuDevice* out) {
  *out = {};
  cudaDeviceProp properties{};
  if (const int bad = failed(cudaGetDeviceProperties(&properties, index), "be described")) return bad;
  if (const int bad = failed(cudaSetDevice(index), "be used")) return bad;
  size_t free_bytes = 0, total_bytes = 0;
  if (const int bad = failed(cudaMemGetInfo(&free_bytes, &total_bytes), "tell its memory")) return bad;
  std::snprintf(out->name, sizeof out->name, "%.127s", properties.name);
  out->major = properties.major;
  out->minor = properties.minor;
  out->multiprocessors = properties.multiProcessorCount;
  out->memory_bytes = static_cast<int64_t>(total_bytes);
  out->free_bytes = static_cast<int64_t>(free_bytes);
  out->l2_bytes = properties.l2CacheSize;
  (void)cudaDeviceGetAttribute(&out->clock_khz, cudaDevAttrClockRate, index);
  (void)cudaDeviceGetAttribute(&out->memory_clock_khz, cudaDevAttrMemoryClockRate, index);
  return kGpuOk;
}

const char* kernel(int index, GpuType* type, const char** idea, int* transposed_b, int* least_capability) {
  if (const OwnKernel* own = own_kernel(index)) {
    *type = own->type;
    *idea = own->idea;
    *transposed_b = own->transposed_b;
    *least_capability = own->least_capability;
    return own->id;
  }
  int own_count = 0;
  while (own_kernel(own_count) != nullptr) ++own_count;
  const int at = index - own_count;
  if (at < 0 || at >= static_cast<int>(sizeof kLibraryKernels / sizeof *kLibraryKernels) || !library().found()) return nullptr;
  *type = kLibraryKernels[at].type;
  *idea = kLibraryIdea;
  *transposed_b = kLibraryKernels[at].transposed_b;
  *least_capability = kLibraryKernels[at].least_capability;
  return kLibraryKernels[at].id;
}

int make_copies(Session& s, const GpuDevice& facts) {
  const int64_t one = s.a_bytes + s.b_bytes + s.c_bytes;
  const int64_t wanted = std::max<int64_t>(2, (2 * facts.l2_bytes + one - 1) / one);
  const int64_t room = std::max<int64_t>(1, static_cast<int64_t>(0.8 * static_cast<double>(facts.free_bytes)) / one);
  const int64_t count = std::min({wanted, room, kMostCopies});
  for (int64_t i = 0; i < count; ++i) {
    Copy& copy = s.copies.emplace_back();
    for (const auto& [place, bytes] : {std::pair{&copy.a, s.a_bytes}, {&copy.b, s.b_bytes}, {&copy.c, s.c_bytes}}) {
      if (const int bad = failed(cudaMalloc(place, static_cast<size_t>(bytes)), "get memory")) return bad;
    }
    const bool first = i == 0;
    const cudaMemcpyKind kind = first ? cudaMemcpyHostToDevice : cudaMemcpyDeviceToDevice;
    if (const int bad = failed(cudaMemcpy(copy.a, first ? s.product.a : s.copies[0].a, static_cast<size_t>(s.a_bytes), kind), "take the matrices")) return bad;
    if (const int bad = failed(cudaMemcpy(copy.b, first ? s.product.b : s.copies[0].b, static_cast<size_t>(s.b_bytes), kind), "take the matrices")) return bad;
  }
  return kGpuOk;
}

int open(const GpuProduct* product) {
  close_session();
  Session& s = session();
  s.product = *product;
  s.next = 0;
  const std::string id = product->kernel;
  for (int i = 0; const OwnKernel* own = own_kernel(i); ++i) {
    if (id == own->id && own->type == product->type) s.own = own;
  }
  s.from_library = s.own == nullptr ? library_kernel(id) : nullptr;
  if (s.own == nullptr && (s.from_library == nullptr || s.from_library->type != product->type))
    return fail(kGpuNotSupported, "There is no GPU kernel " + id + " of this format: choose best.");
  GpuDevice facts{};
  if (const int bad = device(product->device, &facts)) return bad;
  s.a_bytes = gpu_stored_bytes(product->type, product->m * product->k);
  s.b_bytes = gpu_stored_bytes(product->type, product->k * product->n);
  s.c_bytes = gpu_result_bytes(product->type, product->m * product->n);
  int bad = s.own != nullptr ? kGpuOk : open_library(s);
  if (bad == kGpuOk) bad = make_copies(s, facts);
  if (bad == kGpuOk) bad = failed(cudaEventCreate(&s.begin), "make a timer");
  if (bad == kGpuOk) bad = failed(cudaEventCreate(&s.end), "make a timer");
  if (bad != kGpuOk) close_session();
  return bad;
}

int candidates() { return session().own != nullptr ? 1 : static_cast<int>(session().algorithms.size()); }

const char* candidate(int index) {
  Session& s = session();
  s.words = "CUDA " LESSON_TEXT(CUDART_VERSION);
  if (s.own == nullptr && index >= 0 && index < candidates()) {
    const auto ask = [&](cublasLtMatmulAlgoConfigAttributes_t name) {
      uint32_t value = 0;
      size_t written = 0;
      library().cublasLtMatmulAlgoConfigGetAttribute(&s.algorithms[static_cast<size_t>(index)].algo, name, &value, sizeof value, &written);
      return std::to_string(value);
    };
    const size_t version = library().cublasLtGetVersion();
    s.words = "cuBLASLt " + std::to_string(version / 10000) + "." + std::to_string(version / 100 % 100) + "." + std::to_string(version % 100) +
              ", algorithm " + ask(CUBLASLT_ALGO_CONFIG_ID) + ", tile " + ask(CUBLASLT_ALGO_CONFIG_TILE_ID) + ", stages " +
              ask(CUBLASLT_ALGO_CONFIG_STAGES_ID) + ", split of k " + ask(CUBLASLT_ALGO_CONFIG_SPLITK_NUM);
  }
  s.words += "; " + std::to_string(s.copies.size()) + (s.copies.size() == 1 ? " set" : " sets") + " of matrices in turn";
  return s.words.c_str();
}

int product(int candidate_index, void* c) {
  Session& s = session();
  if (s.copies.empty() || candidate_index < 0 || candidate_index >= candidates()) return fail(kGpuFailed, "No product is open: start again.");
  const Copy& copy = s.copies.front();
  if (const int bad = failed(cudaMemset(copy.c, 0xff, static_cast<size_t>(s.c_bytes)), "fill memory")) return bad;
  if (const int bad = run(s, candidate_index, copy)) return bad;
  if (const int bad = failed(cudaDeviceSynchronize(), "finish the product")) return bad;
  return failed(cudaMemcpy(c, copy.c, static_cast<size_t>(s.c_bytes), cudaMemcpyDeviceToHost), "give the product back");
}

int time(int candidate_index, int64_t calls, double* total_ns) {
  Session& s = session();
  if (s.copies.empty() || candidate_index < 0 || candidate_index >= candidates()) return fail(kGpuFailed, "No product is open: start again.");
  if (const int bad = failed(cudaEventRecord(s.begin), "start a timer")) return bad;
  for (int64_t i = 0; i < calls; ++i) {
    if (const int bad = run(s, candidate_index, s.copies[s.next])) return bad;
    s.next = (s.next + 1) % s.copies.size();
  }
  if (const int bad = failed(cudaEventRecord(s.end), "stop a timer")) return bad;
  if (const int bad = failed(cudaEventSynchronize(s.end), "finish the products")) return bad;
  float ms = 0;
  if (const int bad = failed(cudaEventElapsedTime(&ms, s.begin, s.end), "read a timer")) return bad;
  *total_ns = static_cast<double>(ms) * 1e6;
  return kGpuOk;
}

int copy_rate(int index, double* bytes_per_s) {
  constexpr int kCopies = 10, kSamples = 5;
  close_session();
  GpuDevice facts{};
  if (const int bad = device(index, &facts)) return bad;
  const auto bytes = static_cast<size_t>(std::min<int64_t>(int64_t{512} << 20, facts.free_bytes / 4));
  void *from = nullptr, *to = nullptr;
  cudaEvent_t begin = nullptr, end = nullptr;
  int bad = failed(cudaMalloc(&from, bytes), "get memory");
  if (bad == kGpuOk) bad = failed(cudaMalloc(&to, bytes), "get memory");
  if (bad == kGpuOk) bad = failed(cudaMemset(from, 1, bytes), "fill memory");
  if (bad == kGpuOk) bad = failed(cudaEventCreate(&begin), "make a timer");
  if (bad == kGpuOk) bad = failed(cudaEventCreate(&end), "make a timer");
  std::vector<float> samples;
  for (int sample = 0; bad == kGpuOk && sample <= kSamples; ++sample) {  // the first one warms up
    (void)cudaEventRecord(begin);
    for (int i = 0; i < kCopies; ++i) (void)cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice);
    (void)cudaEventRecord(end);
    bad = failed(cudaEventSynchronize(end), "copy its memory");
    float ms = 0;
    if (bad == kGpuOk) bad = failed(cudaEventElapsedTime(&ms, begin, end), "read a timer");
    if (sample > 0) samples.push_back(ms);
  }
  if (begin != nullptr) cudaEventDestroy(begin);
  if (end != nullptr) cudaEventDestroy(end);
  cudaFree(from);
  cudaFree(to);
  if (bad != kGpuOk) return bad;
  std::sort(samples.begin(), samples.end());
  const float median_ms = samples[samples.size() / 2];
  if (!(median_ms > 0)) return fail(kGpuFailed, "The GPU's clock stood still while its memory was copied: try again.");
  *bytes_per_s = 2.0 * static_cast<double>(bytes) * kCopies / (static_cast<double>(median_ms) * 1e-3);
  return kGpuOk;
}

}  // namespace
}  // namespace lesson

extern "C" __attribute__((visibility("default"))) const lesson::GpuModule* lesson_gpu_module(int abi) {
  using namespace lesson;
  static const GpuModule table{kGpuAbi, last_error, versions, device, kernel, open, candidates, candidate, product, time, close_session, copy_rate};
  return abi == kGpuAbi ? &table : nullptr;
}
