// As fp32_gemm_6x8, with half the numbers in a vector.
#include "engine/gemm/kernels/packed.h"
#include "engine/gemm/kernels/vector_wasm.h"

LESSON_KERNEL = lesson::packed_kernel<lesson::WasmRelaxedFp64, lesson::Fp64, 6, 2>(
    6, lesson::GemmType::fp64, "The packed tile with fused multiply-add: one instruction where there were two.",
    {.mc = 96, .kc = 256, .nc = 256});
