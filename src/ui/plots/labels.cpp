#include "ui/plots/labels.h"

#include <algorithm>
#include <numeric>

namespace lesson::ui {

bool LabelPlacer::is_free(const Rect& place) const {
  if (place.min.x < within_.min.x || place.max.x > within_.max.x || place.min.y < within_.min.y ||
      place.max.y > within_.max.y)
    return false;
  return std::ranges::none_of(taken_, [&](const Rect& other) { return other.overlaps(place); });
}

bool LabelPlacer::at(ImVec2 corner, std::string_view text, const TextStyle& style) {
  const ImVec2 size = paint_.measure(text, style);
  const Rect place{{corner.x - 2, corner.y}, {corner.x + size.x + 2, corner.y + size.y}};
  if (!is_free(place)) return false;
  reserve(place);
  paint_.text(corner, text, style);
  return true;
}

bool LabelPlacer::beside(ImVec2 mark, float d, std::string_view text, const TextStyle& style) {
  const ImVec2 size = paint_.measure(text, style);
  const float middle = mark.y - size.y / 2, above = mark.y - size.y - d, below = mark.y + d;
  const float right = mark.x + d + 2, left = mark.x - d - 2 - size.x, centre = mark.x - size.x / 2;
  for (const ImVec2 corner : {ImVec2{right, middle}, ImVec2{left, middle}, ImVec2{centre, above}, ImVec2{centre, below},
                              ImVec2{right, above}, ImVec2{left, above}, ImVec2{right, below}, ImVec2{left, below}})
    if (at(corner, text, style)) return true;
  return false;
}

std::vector<float> spread(std::span<const float> wish, std::span<const float> widths, float low, float high,
                          float apart) {
  const std::size_t count = wish.size();
  if (count == 0) return {};
  const float needed = std::accumulate(widths.begin(), widths.end(), 0.0f) + apart * static_cast<float>(count - 1);
  if (needed > high - low) return {};
  std::vector<float> left(count);
  for (std::size_t i = 0; i < count; ++i) {
    left[i] = std::max(wish[i] - widths[i] / 2, low);
    if (i > 0) left[i] = std::max(left[i], left[i - 1] + widths[i - 1] + apart);
  }
  float limit = high;  // push back what went over the right end
  for (std::size_t i = count; i-- > 0;) {
    left[i] = std::min(left[i], limit - widths[i]);
    limit = left[i] - apart;
  }
  return left;
}

}  // namespace lesson::ui
