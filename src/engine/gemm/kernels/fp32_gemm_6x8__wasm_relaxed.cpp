// 12 vectors of C, 2 of B and 1 number of A are the 15 registers V8 has to give: one more and half the speed is gone.
#include "engine/gemm/kernels/packed.h"
#include "engine/gemm/kernels/vector_wasm.h"

LESSON_KERNEL = lesson::packed_kernel<lesson::WasmRelaxedFp32, lesson::Fp32, 6, 2>(
    6, lesson::GemmType::fp32, "The packed tile with fused multiply-add: one instruction where there were two.",
    {.mc = 96, .kc = 384, .nc = 1024});
