// As fp32_gemm_5x8, with half the numbers in a vector.
#include "engine/gemm/kernels/packed.h"
#include "engine/gemm/kernels/vector_wasm.h"

LESSON_KERNEL = lesson::packed_kernel<lesson::WasmFp64, lesson::Fp64, 5, 2>(
    5, lesson::GemmType::fp64, "B copied into narrow panels, and a tile of C kept in registers: each number loaded is used many times.",
    {.mc = 80, .kc = 256, .nc = 256});
