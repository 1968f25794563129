#include <emscripten.h>

#include <cmath>

#include "engine/base/clock.h"

namespace lesson {

std::int64_t now_ns() { return std::llround(emscripten_get_now() * 1e6); }

}  // namespace lesson
