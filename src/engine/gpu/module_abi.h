// What the CUDA module (src/cuda, a shared object loaded at run time) exports: one table of functions. Plain data, no
// standard library across the border, so that module and program may be built by different compilers.
//
// Products: C[m x n] = A[m x k] * B[k x n], row-major and without gaps. C: fp64 for fp64, int32 for int8, else fp32.
// Every function returns 0, or one of GpuFailure with its sentence in last_error(). One session at a time.
#pragma once

#include <stdint.h>

namespace lesson {

constexpr int kGpuAbi = 1;

// fp4: two numbers to a byte, the first in the low half; a scale of 1 for each block of 16 along k.
enum class GpuType : uint8_t { fp64, fp32, tf32, fp16, bf16, fp8_e4m3, int8, fp4 };

// What `count` numbers of A or B, or of C, take in memory; both sides of the border count alike.
constexpr int64_t gpu_stored_bytes(GpuType type, int64_t count) {
  switch (type) {
    case GpuType::fp64: return count * 8;
    case GpuType::fp32:
    case GpuType::tf32: return count * 4;
    case GpuType::fp16:
    case GpuType::bf16: return count * 2;
    case GpuType::fp8_e4m3:
    case GpuType::int8: return count;
    case GpuType::fp4: return (count + 1) / 2;
  }
  return 0;
}
constexpr int64_t gpu_result_bytes(GpuType type, int64_t count) { return count * (type == GpuType::fp64 ? 8 : 4); }

enum GpuFailure : int { kGpuOk = 0, kGpuFailed = 1, kGpuOutOfMemory = 2, kGpuNotSupported = 3 };

struct GpuVersions {
  int driver_cuda, runtime_cuda;  // 13000 for 13.0
  int library;                    // cuBLASLt's own number, 0 when it was not found
  char library_name[64];          // the file that was looked for: "libcublasLt.so.13"
};

struct GpuDevice {
  char name[128];
  int major, minor;  // compute capability
  int multiprocessors;
  int64_t memory_bytes, free_bytes, l2_bytes;
  int clock_khz, memory_clock_khz;  // highest; 0 when not told
};

struct GpuProduct {
  int device;
  GpuType type;
  int64_t m, n, k;
  const void* a;        // as stored, on the host
  const void* b;        // k x n, or n x k where b_transposed: the numbers of a column side by side
  int b_transposed;     // what wants_transposed_b said
  const char* kernel;   // an id of the module, from kernel()
};

struct GpuModule {
  int abi;
  const char* (*last_error)();

  int (*versions)(GpuVersions* out);
  int (*device)(int index, GpuDevice* out);

  // The ladder, slowest first; null after the last. What it multiplies, what it is, and whether B's columns lie together.
  const char* (*kernel)(int index, GpuType* type, const char** idea, int* transposed_b, int* least_capability);

  // Copies A and B to the device, as often as `l2_bytes` asks for, and makes room for C. A library offers several
  // algorithms; an own kernel is one candidate.
  int (*open)(const GpuProduct* product);
  int (*candidates)();
  const char* (*candidate)(int index);                         // in words
  int (*product)(int candidate, void* c);                      // one product from a C full of NaN, copied to the host
  int (*time)(int candidate, int64_t calls, double* total_ns); // by events around `calls` products, buffers in turn
  void (*close)();

  // The rate of a copy within the device's memory, read and written bytes both counted.
  int (*copy_rate)(int device, double* bytes_per_s);
};

// The one symbol of the shared object. Null for another ABI than the module's own.
constexpr const char* kGpuModuleSymbol = "lesson_gpu_module";
using GpuModuleFn = const GpuModule* (*)(int abi);

}  // namespace lesson
