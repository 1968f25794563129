// "Vectors" of one number, for tile.h: the packed idea on any processor.
#pragma once

namespace lesson {
namespace {

template <class T>
struct Plain {
  using scalar = T;
  using reg = T;
  static constexpr int lanes = 1;
  static constexpr int steps = 1;
  static constexpr int turn = 1;
  template <int kVectors>
  static constexpr int extra_bytes = 0;
  static reg start(const char*, int) { return 0; }
  static reg load(const T* p) { return *p; }
  static reg splat(const T* p) { return *p; }
  static void store(T* p, reg v) { *p = v; }
  static reg add(reg a, reg b) { return a + b; }
  static void pin(reg&) {}
  static reg madd(reg a, reg b, reg c) { return a * b + c; }
};

}  // namespace
}  // namespace lesson
