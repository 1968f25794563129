// A block of memory that starts at a cache line. Owns it; moves, does not copy. Contents are not initialised.
// Does not: throw. No memory is an Error::out_of_memory that names the size.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "engine/base/result.h"

namespace lesson {

class AlignedBuffer {
 public:
  static constexpr std::size_t kAlignmentBytes = 64;

  AlignedBuffer() = default;
  AlignedBuffer(AlignedBuffer&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), size_bytes_(std::exchange(other.size_bytes_, 0)) {}
  AlignedBuffer& operator=(AlignedBuffer&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_bytes_, other.size_bytes_);
    return *this;
  }
  AlignedBuffer(const AlignedBuffer&) = delete;
  AlignedBuffer& operator=(const AlignedBuffer&) = delete;
  ~AlignedBuffer();

  static Result<AlignedBuffer> allocate(std::int64_t size_bytes);

  // Keeps the block when it is large enough already, else replaces it; the contents are lost then.
  Result<void> reserve(std::int64_t size_bytes);

  void* data() const { return data_; }
  template <class T>
  T* as() const {
    return static_cast<T*>(data_);
  }
  std::int64_t size_bytes() const { return size_bytes_; }

 private:
  void* data_ = nullptr;
  std::int64_t size_bytes_ = 0;
};

}  // namespace lesson
