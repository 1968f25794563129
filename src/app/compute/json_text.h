// Writes JSON text for the compute modules, whose size counts: a library for it would be a quarter of them.
// Objects of texts, numbers, truths and lists, one level at a time. Numbers that are not finite become null; texts may hold any bytes,
// as they all come from this program. Does not: read, escape anything but quotes, backslashes and control characters.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace lesson {

void append_json(std::string& out, std::string_view text);
void append_json(std::string& out, double number);  // 15 significant digits; whole numbers below 2^53 exactly
void append_json(std::string& out, bool truth);
inline void append_json(std::string& out, std::int64_t number) { out += std::to_string(number); }
inline void append_json(std::string& out, int number) { append_json(out, std::int64_t{number}); }
inline void append_json(std::string& out, const std::string& text) { append_json(out, std::string_view(text)); }
inline void append_json(std::string& out, const char* text) { append_json(out, std::string_view(text)); }

template <class T>
void append_json(std::string& out, const std::optional<T>& value) {
  if (value) append_json(out, *value);
  else out += "null";
}
template <class T>
void append_json(std::string& out, const std::vector<T>& list) {
  out += '[';
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (i != 0) out += ',';
    append_json(out, list[i]);
  }
  out += ']';
}

// An object, field by field: JsonObject(text).field("n", 512), closed when it goes.
class JsonObject {
 public:
  explicit JsonObject(std::string& out) : out_(out) { out_ += '{'; }
  ~JsonObject() { out_ += '}'; }
  JsonObject(const JsonObject&) = delete;
  JsonObject& operator=(const JsonObject&) = delete;

  template <class T>
  JsonObject& field(std::string_view name, const T& value) {
    if (!first_) out_ += ',';
    first_ = false;
    append_json(out_, name);
    out_ += ':';
    append_json(out_, value);
    return *this;
  }

 private:
  std::string& out_;
  bool first_ = true;
};

}  // namespace lesson
