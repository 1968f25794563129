#include "ui/plots/product_walk.h"

#include <string>

namespace lesson::ui {
namespace {

// A part of a square, in eighths of its side.
struct Part {
  float x, y, width, height;
};
struct Walk {
  std::string_view shape;
  Part far;   // of B or A: what stays near for a while, drawn faint
  Part a, b, c;
};

// The loops: one number against a row or a column. Blocks: a piece of B stays while rows of A pass. A tile: a few rows of A, a narrow
// panel of B, and the tile of C that stays in registers. Strassen: sums of quarters.
constexpr Walk kWalks[] = {
    {"ijk", {}, {0, 3, 8, 1}, {4, 0, 1, 8}, {4, 3, 1, 1}},
    {"ikj", {}, {4, 3, 1, 1}, {0, 4, 8, 1}, {0, 3, 8, 1}},
    {"blocked", {2, 4, 4, 2}, {4, 3, 1, 1}, {2, 4, 4, 1}, {2, 3, 4, 1}},
    {"strassen", {}, {4, 0, 4, 4}, {0, 4, 4, 4}, {4, 4, 4, 4}},
};
constexpr Walk kTile{"", {0, 0, 8, 4}, {0, 2, 4, 2}, {4, 0, 1, 4}, {4, 2, 1, 2}};

const Walk* walk_of(std::string_view kernel) {
  const std::size_t gemm = kernel.find("_gemm_"), bar = kernel.rfind("__");
  if (gemm == std::string_view::npos || bar == std::string_view::npos || bar < gemm + 6) return nullptr;
  const std::string_view shape = kernel.substr(gemm + 6, bar - gemm - 6);
  for (const Walk& walk : kWalks) {
    if (walk.shape == shape) return &walk;
  }
  return shape.find('x') != std::string_view::npos ? &kTile : nullptr;
}

}  // namespace

bool product_walk(const Painter& paint, ImVec2 at, std::string_view kernel) {
  const Walk* walk = walk_of(kernel);
  if (walk == nullptr) return false;
  constexpr float kSide = 36, kCell = kSide / 8;
  const Theme& theme = paint.theme;
  const Part parts[] = {walk->a, walk->b, walk->c};
  constexpr std::string_view kNames[] = {"A", "B", "C"};
  for (int i = 0; i < 3; ++i) {
    const ImVec2 corner{at.x + static_cast<float>(i) * 48, at.y + 16};
    const auto part = [&](const Part& p, ImU32 colour) {
      paint.box({{corner.x + p.x * kCell, corner.y + p.y * kCell}, {corner.x + (p.x + p.width) * kCell, corner.y + (p.y + p.height) * kCell}}, colour);
    };
    paint.text({corner.x + kSide / 2, at.y}, kNames[i], {.size = kSmall, .colour = theme.soft, .align = Align::center});
    if (i == 1) part(walk->far, faded(theme.data[1], 0.3f));
    part(parts[i], i == 2 ? theme.data[0] : theme.data[1]);
    paint.frame({corner, {corner.x + kSide, corner.y + kSide}}, theme.soft);
  }
  return true;
}

}  // namespace lesson::ui
