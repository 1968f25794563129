// Errors are values: a code for the program and one sentence for the reader, which says what to do.
// Does not: throw, print or exit. Nothing in the engine does.
#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <utility>

namespace lesson {

enum class ErrorCode : std::uint8_t {
  bad_number,      // not a number at all, or not finite
  out_of_range,    // a number, but outside what the quantity allows
  unknown_name,    // no such parameter, device, model, kernel, format, section
  not_available,   // known, but this machine or this build cannot do it
  out_of_memory,
  wrong_result,    // a kernel's product failed verification
  bad_format,      // text, link or file that does not parse
  io,              // file, port or window
};

struct Error {
  ErrorCode code;
  std::string message;  // one sentence, ends with what to do
};

template <class T>
using Result = std::expected<T, Error>;

inline std::unexpected<Error> fail(ErrorCode code, std::string message) {
  return std::unexpected<Error>(Error{code, std::move(message)});
}

}  // namespace lesson
