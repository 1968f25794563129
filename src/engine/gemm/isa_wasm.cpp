#include "engine/gemm/isa.h"

namespace lesson {

// A browser accepts a module whole or not at all: whatever kernel is in it can run.
Isa host_isa() { return Isa::wasm_simd128 | Isa::wasm_relaxed; }

}  // namespace lesson
