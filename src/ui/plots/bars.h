// Horizontal bars: one made of parts, and rows of them against a common scale.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ui/lab.h"
#include "ui/plots/axis.h"

namespace lesson::ui {

struct Part {
  std::string name;
  double value = 0;
  std::string text;  // the value, formatted
  ImU32 colour = 0;
  const Quantity* how = nullptr;  // opens its derivation, where the part is a result of its own
};

struct MarkLine {
  double value = 0;
  std::string text;  // "one 80 GB card ends here"
};

// Parts end to end, each with its name and value above it, a scale below, an optional line across. Labels that find no
// room above their part go to a list under the bar, so that nothing overlaps and nothing is missing. `full` is the
// value at the right end of the scale; 0 = the sum.
void stacked_bar(Lab& lab, const Rect& place, const std::vector<Part>& parts, double full, const UnitScale& scale,
                 const std::optional<MarkLine>& mark = std::nullopt);
// Height it wants at this width.
float stacked_bar_height(const Lab& lab, float width, const std::vector<Part>& parts, double full, bool with_mark);
// The same parts on the same scale as a bar above it, without words.
void thin_bar(const Lab& lab, const Rect& place, const std::vector<Part>& parts, double full);

struct BarRow {
  std::string name;
  std::optional<double> value;  // absent: an empty track with `text`
  std::string text;             // right of the bar
  ImU32 colour = 0;
  double capacity = 0;  // > 0: a frame that the bar fills (a device's memory)
  bool strong = false;  // the reader's own: bold
  std::optional<Quantity> how = std::nullopt;  // what `text` says: opens its derivation
};

// Rows on one scale, linear from 0 or logarithmic from `low`. Heights come from the place; rows that find no room are
// left out from the end. Returns the index of the row under the pointer, or -1.
int bar_rows(Lab& lab, const Rect& place, const std::vector<BarRow>& rows, double low, double high, bool log);
// The open derivation, if it is a row's.
void row_derivation(Lab& lab, const std::vector<BarRow>& rows);
// What a place for so many rows needs at least, should have, and can use at most.
struct RowHeights {
  float least, wish, most;
};
RowHeights bar_row_heights(const Lab& lab, std::size_t rows);

}  // namespace lesson::ui
