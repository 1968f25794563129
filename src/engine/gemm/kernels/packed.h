// Fills a KernelDesc for tile.h. `From` is how numbers are stored, V what they are computed with.
#pragma once

#include "engine/gemm/kernels/pack.h"
#include "engine/gemm/kernels/tile.h"

namespace lesson {
namespace {

struct CacheBlock {
  int64_t mc, kc, nc;
};

template <class V, class From, int kRows, int kVectors>
constexpr KernelDesc packed_kernel(int rung, GemmType type, const char* idea, CacheBlock cache) {
  using S = typename V::scalar;
  constexpr int kColumns = kVectors * V::lanes;
  KernelDesc d{};
  d.rung = rung;
  d.type = type;
  d.idea = idea;
  d.block = block_of_tiles<V, kRows, kVectors>;
  d.load_rows = load_rows<From, S>;
  d.pack_panel = pack_panel<From, S, kColumns>;
  d.mr = kRows;
  d.nr = kColumns;
  d.mc = cache.mc;
  d.kc = cache.kc;
  d.nc = cache.nc;
  d.k_step = 1;
  d.unit_bytes = sizeof(S);
  d.a_as_stored = sizeof(typename From::stored) == sizeof(S);
  d.b_as_stored = d.a_as_stored;
  d.peak = register_peak<V>;
  return d;
}

}  // namespace
}  // namespace lesson
