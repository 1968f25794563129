#include "app/window_memory_native.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>

#include "app/json.h"

namespace lesson {
namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t kLargest = 64 * 1024;
constexpr int kLeastSide = 320, kMostSide = 16'384;

}  // namespace

fs::path window_memory_file() {
  const char* state = std::getenv("XDG_STATE_HOME");
  if (state != nullptr && *state == '/') return fs::path(state) / "gpus-and-compute" / "window.json";
  const char* home = std::getenv("HOME");
  return home != nullptr && *home == '/' ? fs::path(home) / ".local" / "state" / "gpus-and-compute" / "window.json" : fs::path();
}

WindowMemory read_window_memory(const fs::path& file) {
  WindowMemory memory;
  std::error_code error;
  if (file.empty() || !fs::is_regular_file(file, error) || fs::file_size(file, error) > kLargest || error) return memory;
  std::ifstream in(file, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  const Json json = json_from(text);
  if (!json.is_object()) return memory;
  if (json.contains("link") && json["link"].is_string()) memory.link = json["link"].get<std::string>();
  if (json.contains("dark") && json["dark"].is_boolean()) memory.dark = json["dark"].get<bool>();
  const auto side = [&](const char* name) {
    if (!json.contains(name) || !json[name].is_number_integer()) return 0;
    return static_cast<int>(std::clamp<std::int64_t>(json[name].get<std::int64_t>(), kLeastSide, kMostSide));
  };
  memory.width = side("width");
  memory.height = side("height");
  return memory;
}

void write_window_memory(const fs::path& file, const WindowMemory& memory) {
  if (file.empty()) return;
  std::error_code error;
  fs::create_directories(file.parent_path(), error);
  fs::path fresh = file;
  fresh += ".new";
  {
    std::ofstream out(fresh, std::ios::binary | std::ios::trunc);
    out << json_text({{"link", memory.link}, {"dark", memory.dark}, {"width", memory.width}, {"height", memory.height}}) << "\n";
    if (!out) return;
  }
  fs::rename(fresh, file, error);  // whole or not at all
}

}  // namespace lesson
