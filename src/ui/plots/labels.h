// Keeps labels apart: a label is drawn only where it touches neither another label nor a reserved place.
#pragma once

#include <initializer_list>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "ui/painter.h"

namespace lesson::ui {

class LabelPlacer {
 public:
  LabelPlacer(const Painter& paint, const Rect& within) : paint_(paint), within_(within) {}

  void reserve(const Rect& place) { taken_.push_back(place); }
  bool is_free(const Rect& place) const;
  // The first free one of the places around a mark: right, left, above, below and the corners. False: there was none.
  bool beside(ImVec2 mark, float distance, std::string_view text, const TextStyle& style);
  bool at(ImVec2 corner, std::string_view text, const TextStyle& style);

 private:
  const Painter& paint_;
  Rect within_;
  std::vector<Rect> taken_;
};

// Places for labels of given widths, wished to be centred at `wish`, on one line from `low` to `high`, in order and at
// least `apart` from each other. Empty when they do not fit. Returns left edges.
std::vector<float> spread(std::span<const float> wish, std::span<const float> widths, float low, float high,
                          float apart);

}  // namespace lesson::ui
