// Stored in two bytes, computed in four.
#include "engine/gemm/kernels/packed.h"
#include "engine/gemm/kernels/vector_wasm.h"

LESSON_KERNEL = lesson::packed_kernel<lesson::WasmFp32, lesson::Fp16, 5, 2>(
    5, lesson::GemmType::fp16, "Numbers are stored as float16 and widened to float32 while packing: half the memory, the same arithmetic.",
    {.mc = 80, .kc = 384, .nc = 1024});
