// "Vectors" of one number, for tile.h: the packed idea on any processor.
#pragma once

namespace lesson {
namespace {

template <class T>
struct Plain {
  using scalar = T;
  using reg = T;
  static constexpr int lanes = 1;
  static reg zero() { return 0; }
  static reg load(const T* p) { return *p; }
  static reg splat(const T* p) { return *p; }
  static void store(T* p, reg v) { *p = v; }
  static reg mul(reg a, reg b) { return a * b; }
  static reg madd(reg a, reg b, reg c) { return a * b + c; }
};

}  // namespace
}  // namespace lesson
