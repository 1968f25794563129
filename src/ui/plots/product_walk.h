// A picture of what one step of a matrix product reads and writes: A, B and C as squares, and in each the part in use.
#pragma once

#include <string_view>

#include "ui/lab.h"

namespace lesson::ui {

inline constexpr float kWalkWidth = 132, kWalkHeight = 54;

// kernel: an id, "fp32_gemm_ikj__scalar". Nothing is drawn for an id whose walk is not known; false then.
bool product_walk(const Painter& paint, ImVec2 at, std::string_view kernel);

}  // namespace lesson::ui
