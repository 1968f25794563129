// The kernel that block_bench cuts into blocks of other sizes: the page's own, and natively the same tile of 128-bit multiply-adds.
#pragma once

#include "engine/gemm/gemm.h"

const lesson::Kernel& block_kernel();
// Asks the system for large pages where it can be asked; false where it cannot.
bool ask_for_large_pages(void* data, std::int64_t bytes);
