#include "engine/base/aligned_buffer.h"

#include <cstdlib>
#include <limits>
#include <string>

namespace lesson {

AlignedBuffer::~AlignedBuffer() { std::free(data_); }

Result<AlignedBuffer> AlignedBuffer::allocate(std::int64_t size_bytes) {
  constexpr std::int64_t kAlign = kAlignmentBytes;
  const bool countable = size_bytes >= 0 && size_bytes <= std::numeric_limits<std::int64_t>::max() - kAlign &&
                         static_cast<std::uint64_t>(size_bytes) <= std::numeric_limits<std::size_t>::max() - kAlign;
  AlignedBuffer buffer;
  if (countable) {
    // aligned_alloc wants a multiple of the alignment, and not zero.
    const std::int64_t rounded = size_bytes == 0 ? kAlign : (size_bytes + kAlign - 1) / kAlign * kAlign;
    buffer.data_ = std::aligned_alloc(kAlignmentBytes, static_cast<std::size_t>(rounded));
  }
  if (buffer.data_ == nullptr) {
    return fail(ErrorCode::out_of_memory,
                "There is no memory for a block of " + std::to_string(size_bytes / 1'000'000) + " MB: choose a smaller n.");
  }
  buffer.size_bytes_ = size_bytes;
  return buffer;
}

Result<void> AlignedBuffer::reserve(std::int64_t size_bytes) {
  if (data_ != nullptr && size_bytes_ >= size_bytes) return {};
  *this = AlignedBuffer();  // give the old block back first: both at once may not fit
  Result<AlignedBuffer> fresh = allocate(size_bytes);
  if (!fresh) return std::unexpected(fresh.error());
  *this = std::move(*fresh);
  return {};
}

}  // namespace lesson
