// Fills a KernelDesc for a rung that is one function, without packing.
#pragma once

#include "engine/gemm/kernel_abi.h"

namespace lesson {
namespace {

constexpr KernelDesc whole_kernel(int rung, GemmType type, const char* idea, WholeFn whole) {
  KernelDesc d{};
  d.rung = rung;
  d.type = type;
  d.idea = idea;
  d.whole = whole;
  return d;
}

}  // namespace
}  // namespace lesson
