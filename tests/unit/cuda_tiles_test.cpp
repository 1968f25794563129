// The GPU kernels' index arithmetic, compiled for the host: every thread of every block in turn, waiting replaced by
// finishing a phase for all threads. And the GPU benchmark over a module that runs here. No GPU code runs in this test.
#include <doctest/doctest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include "cuda/tiles.h"
#include "engine/bench/matrices.h"
#include "engine/gpu/gpu_bench.h"
#include "engine/numeric/convert.h"

using namespace lesson;

namespace {

template <class Tile>
std::int64_t blocks(std::int64_t size, int tile) {
  return (size + tile - 1) / tile;
}

void run_naive(const TileProduct& p) {
  for (std::int64_t row = 0; row < blocks<Naive>(p.m, Naive::kRows); ++row) {
    for (std::int64_t col = 0; col < blocks<Naive>(p.n, Naive::kCols); ++col) {
      for (int thread = 0; thread < Naive::kThreads; ++thread) Naive::run(p, row, col, thread);
    }
  }
}

template <class Tile, class Multiply>
void run_blocks(const TileProduct& p, const Multiply& multiply) {
  typename Tile::Shared shared;
  std::vector<typename Tile::Own> own(Tile::kThreads);
  for (std::int64_t row = 0; row < blocks<Tile>(p.m, Tile::kRows); ++row) {
    for (std::int64_t col = 0; col < blocks<Tile>(p.n, Tile::kCols); ++col) {
      for (auto& one : own) Tile::begin(one);
      for (std::int64_t step = 0; step * Tile::kDepth < p.k; ++step) {
        std::memset(&shared, 0xff, sizeof shared);  // NaN: a number that no thread loaded shows
        for (int thread = 0; thread < Tile::kThreads; ++thread) Tile::load(p, row, col, thread, step, shared);
        multiply(shared, own);
      }
      for (int thread = 0; thread < Tile::kThreads; ++thread) Tile::store(p, row, col, thread, own[thread]);
    }
  }
}

template <class Tile>
void run_tiled(const TileProduct& p) {
  run_blocks<Tile>(p, [](const typename Tile::Shared& shared, std::vector<typename Tile::Own>& own) {
    for (int thread = 0; thread < Tile::kThreads; ++thread) Tile::multiply(shared, thread, own[thread]);
  });
}

double half_of(GpuType type, std::uint32_t word, int half) {
  return decode_float(type == GpuType::fp16 ? kFp16 : kBf16, (word >> (16 * half)) & 0xffff);
}

// mma.m16n8k16 of one warp as the PTX ISA draws it (figures "m16n8k16 matrix fragments"), written from the document and
// not from MmaLane: register 0 of A holds rows 0-7 and k 0-7, register 1 rows 8-15, registers 2 and 3 k 8-15.
void mma_on_host(GpuType type, const std::uint32_t (*a)[4], const std::uint32_t (*b)[2], float (*sum)[4]) {
  double full_a[16][16], full_b[16][8];
  for (int lane = 0; lane < 32; ++lane) {
    const int group = lane >> 2, in_group = lane & 3;
    for (int half = 0; half < 2; ++half) {
      full_a[group][in_group * 2 + half] = half_of(type, a[lane][0], half);
      full_a[group + 8][in_group * 2 + half] = half_of(type, a[lane][1], half);
      full_a[group][in_group * 2 + 8 + half] = half_of(type, a[lane][2], half);
      full_a[group + 8][in_group * 2 + 8 + half] = half_of(type, a[lane][3], half);
      full_b[in_group * 2 + half][group] = half_of(type, b[lane][0], half);
      full_b[in_group * 2 + 8 + half][group] = half_of(type, b[lane][1], half);
    }
  }
  for (int lane = 0; lane < 32; ++lane) {
    for (int i = 0; i < 4; ++i) {
      const int row = (lane >> 2) + (i < 2 ? 0 : 8), col = (lane & 3) * 2 + (i & 1);
      for (int l = 0; l < 16; ++l) sum[lane][i] += static_cast<float>(full_a[row][l] * full_b[l][col]);
    }
  }
}

void run_mma(GpuType type, const TileProduct& p) {
  run_blocks<MmaTile>(p, [&](const MmaTile::Shared& shared, std::vector<MmaTile::Own>& own) {
    std::vector<MmaTile::Fragments> f(32);
    for (int warp = 0; warp < MmaTile::kThreads / 32; ++warp) {
      for (int piece = 0; piece < MmaTile::kPieces; ++piece) {
        for (int lane = 0; lane < 32; ++lane) MmaTile::fragments(shared, warp * 32 + lane, piece, f[lane]);
        for (int i = 0; i < MmaTile::kDown; ++i) {
          for (int j = 0; j < MmaTile::kAcross; ++j) {
            std::uint32_t a[32][4], b[32][2];
            float sum[32][4];
            for (int lane = 0; lane < 32; ++lane) {
              std::memcpy(a[lane], f[lane].a[i], sizeof a[lane]);
              std::memcpy(b[lane], f[lane].b[j], sizeof b[lane]);
              std::memcpy(sum[lane], own[warp * 32 + lane].sum[i][j], sizeof sum[lane]);
            }
            mma_on_host(type, a, b, sum);
            for (int lane = 0; lane < 32; ++lane) std::memcpy(own[warp * 32 + lane].sum[i][j], sum[lane], sizeof sum[lane]);
          }
        }
      }
    }
  });
}

// ---- a module of the ABI that runs here --------------------------------------------------------------------------

struct HostKernel {
  const char* id;
  GpuType type;
  int transposed_b;
  void (*run)(const TileProduct&);
};
constexpr HostKernel kHostKernels[] = {
    {"fp32_gemm_naive__cuda", GpuType::fp32, 0, run_naive},
    {"fp32_gemm_shared32__cuda", GpuType::fp32, 0, run_tiled<SharedTile>},
    {"fp32_gemm_register8x8__cuda", GpuType::fp32, 0, run_tiled<RegisterTile>},
    {"fp16_gemm_mma16x8__cuda", GpuType::fp16, 1, [](const TileProduct& p) { run_mma(GpuType::fp16, p); }},
    {"bf16_gemm_mma16x8__cuda", GpuType::bf16, 1, [](const TileProduct& p) { run_mma(GpuType::bf16, p); }},
};

struct HostSession {
  GpuProduct product{};
  const HostKernel* kernel = nullptr;
  int capability = 80;
  bool wrong = false;  // one number of C is spoiled
};
HostSession& host() {
  static HostSession one;
  return one;
}

void multiply(void* c) {
  const GpuProduct& p = host().product;
  host().kernel->run({p.m, p.n, p.k, p.a, p.b, static_cast<float*>(c)});
  if (host().wrong) static_cast<float*>(c)[0] += 1;
}

GpuModule host_module() {
  GpuModule module{};
  module.abi = kGpuAbi;
  module.last_error = [] { return "The test's module says no."; };
  module.device = [](int, GpuDevice* out) -> int {
    *out = {};
    std::strcpy(out->name, "Test GPU");
    out->major = host().capability / 10;
    out->minor = host().capability % 10;
    out->memory_bytes = out->free_bytes = 1 << 30;
    return kGpuOk;
  };
  module.kernel = [](int index, GpuType* type, const char** idea, int* transposed, int* least) -> const char* {
    if (index >= static_cast<int>(std::size(kHostKernels))) return nullptr;
    *type = kHostKernels[index].type;
    *idea = "A kernel of the test.";
    *transposed = kHostKernels[index].transposed_b;
    *least = 50;
    return kHostKernels[index].id;
  };
  module.open = [](const GpuProduct* product) -> int {
    host().product = *product;
    for (const HostKernel& kernel : kHostKernels) {
      if (std::string(product->kernel) == kernel.id) host().kernel = &kernel;
    }
    return kGpuOk;
  };
  module.candidates = [] { return 1; };
  module.candidate = [](int) { return "on the host"; };
  module.product = [](int, void* c) -> int {
    std::memset(c, 0xff, static_cast<std::size_t>(host().product.m * host().product.n * 4));
    multiply(c);
    return kGpuOk;
  };
  module.time = [](int, std::int64_t calls, double* ns) -> int {
    *ns = 1e6 * static_cast<double>(calls);  // a millisecond each: nothing runs
    return kGpuOk;
  };
  module.close = [] {};
  return module;
}

}  // namespace

TEST_CASE("cuda tiles: every kernel gives the product, at sizes around its tile, checked by the GPU benchmark itself") {
  const GpuModule module = host_module();
  host() = {};
  for (const GpuKernel& kernel : gpu_kernels(module)) {
    const bool narrow = kernel.type != GpuType::fp32;  // 16-bit sizes are multiples of 8
    const std::vector<GemmShape> shapes = narrow ? std::vector<GemmShape>{{8, 8, 8}, {128, 128, 32}, {136, 120, 40}, {264, 8, 64}, {16, 256, 24}}
                                                 : std::vector<GemmShape>{{1, 1, 1}, {32, 32, 32}, {33, 31, 65}, {128, 128, 8}, {129, 127, 9}, {7, 260, 17}};
    for (const GemmShape& shape : shapes) {
      CAPTURE(kernel.id);
      CAPTURE(shape.m);
      CAPTURE(shape.n);
      GpuRequest request;
      request.shape = shape;
      request.type = kernel.type;
      request.kernel = kernel.id;
      request.warm_up_ns = 0;
      const auto result = run_gpu_bench(request, module, [](double, std::string_view) { return true; });
      REQUIRE_MESSAGE(result.has_value(), result.error().message);
      REQUIRE(result->has_value());
      const BenchResult& r = **result;
      CHECK(r.verified);
      CHECK(r.error <= r.error_bound);
      CHECK(r.kernel == kernel.id);
      CHECK(r.median_ns == 1e6);
      CHECK(r.device == "cuda:0");
      CHECK(r.device_name == "Test GPU");
    }
  }
}

TEST_CASE("gpu bench: a wrong product, a device that cannot, odd sizes, too little memory, a stop") {
  const GpuModule module = host_module();
  host() = {};
  const auto run = [&](GpuRequest request) {
    request.warm_up_ns = 0;
    return run_gpu_bench(request, module, [](double, std::string_view) { return true; });
  };
  GpuRequest request;
  request.shape = {16, 16, 16};
  request.kernel = "best";
  host().wrong = true;
  CHECK(run(request).error().code == ErrorCode::wrong_result);
  host().wrong = false;
  CHECK(run(request).has_value());
  CHECK((*run(request))->kernel == "fp32_gemm_register8x8__cuda");

  request.type = GpuType::fp8_e4m3;
  CHECK(run(request).error().message.find("8.9") != std::string::npos);
  host().capability = 90;
  CHECK(run(request).error().message.find("no implementation") != std::string::npos);
  request.shape = {16, 17, 16};
  CHECK(run(request).error().message.find("multiples of 16") != std::string::npos);
  request.type = GpuType::fp32;
  request.shape = {32'768, 32'768, 32'768};
  CHECK(run(request).error().code == ErrorCode::out_of_memory);
  request.shape = {16, 16, 16};
  const auto stopped = run_gpu_bench(request, module, [](double, std::string_view) { return false; });
  REQUIRE(stopped.has_value());
  CHECK_FALSE(stopped->has_value());
}

TEST_CASE("gpu bench: zeros are multiplied right too, and said") {
  const GpuModule module = host_module();
  host() = {};
  GpuRequest request;
  request.shape = {20, 20, 20};
  request.kernel = "best";
  request.zeros = true;
  request.warm_up_ns = 0;
  const auto result = run_gpu_bench(request, module, [](double, std::string_view) { return true; });
  REQUIRE(result.has_value());
  CHECK((*result)->flags.find("zeros") != std::string::npos);
}

TEST_CASE("gpu numbers: stored as the format says, B by columns where that is asked for") {
  // bits of 1.5: bf16 0x3fc0, fp16 0x3e00; fp8 e4m3 of 0.4375 is 0x2e (exponent 5 - 7 = -2, 1.75), from OFP8 1.0
  CHECK(encode_float(kFp8E4m3, 0.4375) == 0x2e);
  for (const GpuFormat& format : gpu_formats()) {
    CAPTURE(format.id);
    constexpr std::int64_t rows = 6, cols = 4;
    std::vector<std::uint8_t> plain(static_cast<std::size_t>(gpu_stored_bytes(format.type, rows * cols))), turned = plain;
    gpu_fill(format.type, 9, rows, cols, false, false, plain.data());
    gpu_fill(format.type, 9, rows, cols, true, false, turned.data());
    const auto piece = [&](const std::vector<std::uint8_t>& bytes, std::int64_t at) {
      if (format.type == GpuType::fp4) return std::string(1, static_cast<char>(bytes[at / 2] >> (at % 2 * 4) & 15));
      const std::int64_t size = gpu_stored_bytes(format.type, 1);
      return std::string(reinterpret_cast<const char*>(bytes.data()) + at * size, static_cast<std::size_t>(size));
    };
    for (std::int64_t row = 0; row < rows; ++row) {
      for (std::int64_t col = 0; col < cols; ++col) {
        CHECK(piece(plain, row * cols + col) == piece(turned, col * rows + row));
        CHECK(std::isfinite(gpu_stored_number(format.type, 9, row, col)));
      }
    }
  }
}
