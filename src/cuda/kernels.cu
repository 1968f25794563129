// The ladder on the device: threads and waiting for the tiles of tiles.h.
#include "cuda/kernels.h"

namespace lesson {
namespace {

__global__ void naive_product(TileProduct p) { Naive::run(p, blockIdx.y, blockIdx.x, static_cast<int>(threadIdx.x)); }

template <class Tile>
__global__ void __launch_bounds__(Tile::kThreads) tiled_product(TileProduct p) {
  __shared__ typename Tile::Shared shared;
  typename Tile::Own own;
  const int thread = static_cast<int>(threadIdx.x);
  Tile::begin(own);
  for (int64_t step = 0; step * Tile::kDepth < p.k; ++step) {
    Tile::load(p, blockIdx.y, blockIdx.x, thread, step, shared);
    __syncthreads();
    Tile::multiply(shared, thread, own);
    __syncthreads();
  }
  Tile::store(p, blockIdx.y, blockIdx.x, thread, own);
}

// sum += a * b of 16 x 16 by 16 x 8 numbers, by a whole warp.
template <GpuType type>
__device__ void mma(float (&sum)[4], const uint32_t (&a)[4], const uint32_t (&b)[2]) {
#if __CUDA_ARCH__ >= 800
  if constexpr (type == GpuType::fp16) {
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                 : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
  } else {
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                 : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
  }
#elif __CUDA_ARCH__ >= 750
  // Turing takes 8 along k at once, and no bfloat16.
  if constexpr (type == GpuType::fp16) {
    for (int half = 0; half < 2; ++half) {
      asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"
                   : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
                   : "r"(a[2 * half]), "r"(a[2 * half + 1]), "r"(b[half]));
    }
  } else {
    __trap();
  }
#endif
}

template <GpuType type>
__global__ void __launch_bounds__(MmaTile::kThreads) mma_product(TileProduct p) {
  __shared__ MmaTile::Shared shared;
  MmaTile::Own own;
  const int thread = static_cast<int>(threadIdx.x);
  MmaTile::begin(own);
  for (int64_t step = 0; step * MmaTile::kDepth < p.k; ++step) {
    MmaTile::load(p, blockIdx.y, blockIdx.x, thread, step, shared);
    __syncthreads();
    for (int piece = 0; piece < MmaTile::kPieces; ++piece) {
      MmaTile::Fragments f;
      MmaTile::fragments(shared, thread, piece, f);
      for (int i = 0; i < MmaTile::kDown; ++i) {
        for (int j = 0; j < MmaTile::kAcross; ++j) mma<type>(own.sum[i][j], f.a[i], f.b[j]);
      }
    }
    __syncthreads();
  }
  MmaTile::store(p, blockIdx.y, blockIdx.x, thread, own);
}

template <class Tile>
dim3 blocks(const TileProduct& p) {
  return dim3(static_cast<unsigned>((p.n + Tile::kCols - 1) / Tile::kCols), static_cast<unsigned>((p.m + Tile::kRows - 1) / Tile::kRows));
}

cudaError_t launch_naive(const TileProduct& p) {
  naive_product<<<blocks<Naive>(p), Naive::kThreads>>>(p);
  return cudaGetLastError();
}
template <class Tile>
cudaError_t launch_tiled(const TileProduct& p) {
  tiled_product<Tile><<<blocks<Tile>(p), Tile::kThreads>>>(p);
  return cudaGetLastError();
}
template <GpuType type>
cudaError_t launch_mma(const TileProduct& p) {
  mma_product<type><<<blocks<MmaTile>(p), MmaTile::kThreads>>>(p);
  return cudaGetLastError();
}

constexpr OwnKernel kLadder[] = {
    {"fp32_gemm_naive__cuda", GpuType::fp32, "One thread for each number of C, which reads its row and column from memory.", 0, 50, launch_naive},
    {"fp32_gemm_shared32__cuda", GpuType::fp32, "Tiles of 32 x 32 in shared memory: each number is read from memory once for 32 uses.", 0, 50,
     launch_tiled<SharedTile>},
    {"fp32_gemm_register8x8__cuda", GpuType::fp32, "Each thread keeps 8 x 8 sums in registers: a read from shared memory serves 8 multiplies.", 0, 50,
     launch_tiled<RegisterTile>},
    {"fp16_gemm_mma16x8__cuda", GpuType::fp16, "Tensor cores: a warp multiplies 16 x 16 by 16 x 8 numbers in one instruction.", 1, 75,
     launch_mma<GpuType::fp16>},
    {"bf16_gemm_mma16x8__cuda", GpuType::bf16, "Tensor cores: a warp multiplies 16 x 16 by 16 x 8 numbers in one instruction.", 1, 80,
     launch_mma<GpuType::bf16>},
};

}  // namespace

const OwnKernel* own_kernel(int index) { return index >= 0 && index < static_cast<int>(sizeof kLadder / sizeof *kLadder) ? &kLadder[index] : nullptr; }

}  // namespace lesson
