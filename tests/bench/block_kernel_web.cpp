#include "block_kernel.h"

const lesson::Kernel& block_kernel() { return **lesson::find_kernel("fp32_gemm_6x8__wasm_relaxed"); }
bool ask_for_large_pages(void*, std::int64_t) { return false; }
