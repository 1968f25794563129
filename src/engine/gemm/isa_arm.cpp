#include "engine/gemm/isa.h"

namespace lesson {

// Every 64-bit Arm processor has NEON.
Isa host_isa() { return Isa::neon; }

}  // namespace lesson
