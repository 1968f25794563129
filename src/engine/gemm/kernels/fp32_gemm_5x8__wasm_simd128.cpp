// 10 vectors of C, 2 of B, 1 number of A and 1 product are 14; V8 has 15 registers to give, and 6x8 would need 16.
#include "engine/gemm/kernels/packed.h"
#include "engine/gemm/kernels/vector_wasm.h"

LESSON_KERNEL = lesson::packed_kernel<lesson::WasmFp32, lesson::Fp32, 5, 2>(
    5, lesson::GemmType::fp32, "B copied into narrow panels, and a tile of C kept in registers: each number loaded is used many times.",
    {.mc = 80, .kc = 384, .nc = 1024});
