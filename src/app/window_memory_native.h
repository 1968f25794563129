// What the window remembers from one time to the next: inputs, section, light or dark, size. A small file in the user's
// state folder ($XDG_STATE_HOME, else ~/.local/state). Reading trusts nothing; what cannot be read or written is forgotten.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace lesson {

struct WindowMemory {
  std::string link;  // "#cost?n=256": section and inputs
  bool dark = false;
  int width = 0, height = 0;  // 0: none remembered
};

std::filesystem::path window_memory_file();
WindowMemory read_window_memory(const std::filesystem::path& file);
void write_window_memory(const std::filesystem::path& file, const WindowMemory& memory);

}  // namespace lesson
