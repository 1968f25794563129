// Inter, cut to the lesson's characters by scripts/gen_font.py and compiled in: for the native window and the tests.
// The page loads the same files and hands them over (app_font), so the web module does not carry them.
#pragma once

#include <span>

namespace lesson::ui {

std::span<const unsigned char> embedded_inter_400();
std::span<const unsigned char> embedded_inter_600();

}  // namespace lesson::ui
