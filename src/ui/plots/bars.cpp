#include "ui/plots/bars.h"

#include <algorithm>
#include <cmath>

#include "ui/plots/labels.h"
#include "ui/widgets/widgets.h"

namespace lesson::ui {
namespace {

constexpr float kLabelLine = 18, kAxisHeight = 26, kMarkHeight = 24, kListRow = 26;

TextStyle soft_small(const Painter& paint, Align align = Align::left) {
  return {.size = kSmall, .colour = paint.theme.soft, .align = align};
}

float label_width(const Painter& paint, const Part& part) {
  return std::max(paint.measure(part.name, {.size = kSmall}).x, paint.measure(part.text, {.size = kSmall}).x);
}

struct Places {
  std::vector<float> starts, ends;  // of the parts
  std::vector<float> labels;        // left edges; empty: the labels find no room above their parts
};

// Where parts and their labels stand. A label that would have to go far from its part goes to the list with all others.
Places places_of(const Painter& paint, const std::vector<Part>& parts, const Axis& axis) {
  Places places;
  std::vector<float> wish, widths;
  double at = 0;
  for (const Part& part : parts) {
    places.starts.push_back(axis.place(at));
    places.ends.push_back(axis.place(at += part.value));
    widths.push_back(label_width(paint, part));
    wish.push_back(places.starts.back() + widths.back() / 2);
  }
  places.labels = spread(wish, widths, axis.from, axis.to, 14);
  for (std::size_t i = 0; i < places.labels.size(); ++i)
    if (places.labels[i] > places.ends[i] + 24 || places.labels[i] + widths[i] < places.starts[i] - 24)
      return {places.starts, places.ends, {}};
  return places;
}

Axis bar_axis(const std::vector<Part>& parts, double full, float from, float to) {
  double sum = 0;
  for (const Part& part : parts) sum += part.value;
  Axis axis{.low = 0, .high = std::max(full, sum), .log = false, .from = from, .to = to};
  if (!(axis.high > 0)) axis.high = 1;
  return axis;
}

// A number that opens its derivation, if it has one. The same number may stand elsewhere in the lab too: `where` tells them apart.
void bar_number(Lab& lab, const Quantity* how, const char* where, ImVec2 at, std::string_view text, const TextStyle& style) {
  if (!how) {
    lab.paint.text(at, text, style);
    return;
  }
  ImGui::PushID(where);
  number_at(lab, at, text, style, *how);
  ImGui::PopID();
}

float bar_height(float width) { return width < 440 ? 34 : 44; }

// Round values of the unit under a line; the last one says the unit.
void scale_below(const Painter& paint, const Axis& bytes, float y, const UnitScale& scale) {
  const Axis axis{
      .low = bytes.low / scale.unit, .high = bytes.high / scale.unit, .log = false, .from = bytes.from, .to = bytes.to};
  paint.line({axis.from, y + 0.5f}, {axis.to, y + 0.5f}, paint.theme.line);
  std::vector<Tick> list = ticks(axis, 64, [](double value) { return tick_number(value); });
  if (list.empty()) return;
  list.back().label += " " + scale.name;
  const float last_width = paint.measure(list.back().label, {.size = kSmall}).x;
  const float last_left = std::min(axis.place(list.back().value) - last_width / 2, axis.to - last_width);
  float free_from = -1e9f;
  for (const Tick& tick : list) {
    const bool last = &tick == &list.back();
    const float x = axis.place(tick.value), width = paint.measure(tick.label, {.size = kSmall}).x;
    paint.line({x, y}, {x, y + 4}, paint.theme.line);
    const float left = last ? std::max(last_left, axis.from) : std::max(x - width / 2, axis.from);
    if (left < free_from || (!last && left + width + 10 > last_left)) continue;
    paint.text({left, y + 8}, tick.label, soft_small(paint));
    free_from = left + width + 10;
  }
}

}  // namespace

float stacked_bar_height(const Lab& lab, float width, const std::vector<Part>& parts, double full, bool with_mark) {
  const bool above = !places_of(lab.paint, parts, bar_axis(parts, full, 0, width)).labels.empty();
  return (with_mark ? kMarkHeight : 0) + (above ? 2 * kLabelLine + 4 : 0) + bar_height(width) + kAxisHeight +
         (above ? 0 : 6 + kListRow * static_cast<float>(parts.size()));
}

void thin_bar(const Lab& lab, const Rect& place, const std::vector<Part>& parts, double full) {
  const Places places = places_of(lab.paint, parts, bar_axis(parts, full, place.min.x, place.max.x));
  for (std::size_t i = 0; i < parts.size(); ++i)
    if (places.ends[i] > places.starts[i])
      lab.paint.box(
          {{places.starts[i], place.min.y}, {std::max(places.ends[i] - 1, places.starts[i] + 1), place.max.y}},
          parts[i].colour, 1);
}

void stacked_bar(Lab& lab, const Rect& place, const std::vector<Part>& parts, double full, const UnitScale& scale,
                 const std::optional<MarkLine>& mark) {
  const Painter& paint = lab.paint;
  const Theme& theme = paint.theme;
  const Axis axis = bar_axis(parts, full, place.min.x, place.max.x);
  const Places places = places_of(paint, parts, axis);
  const bool above = !places.labels.empty();
  const bool with_mark = mark && axis.shows(mark->value);
  const float label_y = place.min.y + (mark ? kMarkHeight : 0);
  const float bar_y = label_y + (above ? 2 * kLabelLine + 4 : 0), height = bar_height(place.width());
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const float start = places.starts[i], end = places.ends[i];
    if (end <= start) continue;
    const float right = i + 1 < parts.size() && end - start > 3 ? end - 1 : end;
    paint.box({{start, bar_y}, {std::max(right, start + 1), bar_y + height}}, parts[i].colour, 2);
  }
  if (above) {
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const float left = places.labels[i], width = label_width(paint, parts[i]);
      bar_number(lab, parts[i].how, "part", {left, label_y}, parts[i].text, soft_small(paint));
      paint.text({left, label_y + kLabelLine}, parts[i].name, {.size = kSmall});
      if (left > places.ends[i] || left + width < places.starts[i])  // the label had to step aside
        paint.line({left > places.ends[i] ? left : left + width, bar_y - 3},
                   {(places.starts[i] + places.ends[i]) / 2, bar_y}, theme.soft);
    }
  } else {
    float y = bar_y + height + kAxisHeight + 6;
    for (const Part& part : parts) {
      paint.box({{place.min.x, y + 5}, {place.min.x + 12, y + 17}}, part.colour, 2);
      const TextStyle value{.size = kCaption, .align = Align::right};
      bar_number(lab, part.how, "part", {place.max.x, y + 4}, part.text, value);
      const float room = place.width() - 20 - paint.measure(part.text, value).x - 12;
      paint.text({place.min.x + 20, y + 4}, paint.fitted(part.name, {.size = kCaption}, room), {.size = kCaption});
      y += kListRow;
    }
  }
  scale_below(paint, axis, bar_y + height + 2, scale);
  if (!with_mark) return;
  const float x = std::floor(axis.place(mark->value)) + 0.5f;
  bool over_label = false;
  for (std::size_t i = 0; i < places.labels.size(); ++i)
    over_label |= x > places.labels[i] - 4 && x < places.labels[i] + label_width(paint, parts[i]) + 4;
  paint.dotted({x, place.min.y + 2}, {x, over_label ? label_y - 3 : bar_y}, theme.ink, 1.5f, 5);
  paint.dotted({x, bar_y}, {x, bar_y + height + 2}, theme.ink, 1.5f, 5);
  const float width = paint.measure(mark->text, {.size = kSmall}).x;
  const float left = x - width - 8 >= place.min.x ? x - width - 8 : x + 8;
  if (left + width <= place.max.x) paint.text({left, place.min.y}, mark->text, {.size = kSmall});
}

RowHeights bar_row_heights(const Lab& lab, std::size_t rows) {
  const auto count = static_cast<float>(rows);
  return lab.flow.narrow() ? RowHeights{count * 42, count * 48, count * 56}
                           : RowHeights{count * 26, count * 34, count * 44};
}

int bar_rows(Lab& lab, const Rect& place, const std::vector<BarRow>& rows, double low, double high, bool log) {
  if (rows.empty()) return -1;
  const Painter& paint = lab.paint;
  const Theme& theme = paint.theme;
  const bool stacked = place.width() < 440;  // name above its bar
  float name_width = 0, text_width = 0;
  for (const BarRow& row : rows) {
    name_width = std::max(name_width, paint.measure(row.name, {.size = kCaption, .bold = row.strong}).x);
    text_width = std::max(text_width, paint.measure(row.text, {.size = kCaption, .bold = row.strong}).x);
  }
  name_width = std::min(name_width, place.width() * 0.38f);
  constexpr float kLeastBar = 96;  // names and values stay whole as long as the bars can be compared
  text_width = std::min(text_width, stacked ? place.width() * 0.6f : place.width() - name_width - kLeastBar);
  const float least = stacked ? 42.0f : 24.0f, most = stacked ? 56.0f : 44.0f;
  const float row_height = std::clamp(place.height() / static_cast<float>(rows.size()), least, most);
  Axis axis{.low = low, .high = high, .log = log, .from = stacked ? place.min.x : place.min.x + name_width + 14};
  axis.to = std::max(axis.from + 20, stacked ? place.max.x : place.max.x - text_width - 14);

  int under_pointer = -1;
  float y = place.min.y;
  const ImVec2 pointer = ImGui::GetIO().MousePos;
  for (std::size_t i = 0; i < rows.size() && y + row_height <= place.max.y + 1; ++i, y += row_height) {
    const BarRow& row = rows[i];
    const Rect all{{place.min.x, y}, {place.max.x, y + row_height}};
    if (all.contains(pointer)) under_pointer = static_cast<int>(i);
    const float thickness = stacked ? 10 : std::clamp(row_height - 14, 10.0f, 20.0f);
    const float middle = stacked ? y + 20 + thickness / 2 + 2 : all.center().y;
    const Rect track{{axis.from, middle - thickness / 2}, {axis.to, middle + thickness / 2}};
    const TextStyle name{.size = kCaption, .bold = row.strong};
    const float name_room = stacked ? place.width() - text_width - 12 : name_width;
    paint.text({place.min.x, stacked ? y : middle - kCaption / 2}, paint.fitted(row.name, name, name_room), name);
    const float end = row.value ? std::clamp(axis.place(*row.value), axis.from + 1, axis.to) : axis.from;
    if (row.capacity > 0) {
      const float wall = axis.place(row.capacity);
      paint.box({track.min, {wall, track.max.y}}, mix(theme.panel, theme.line, 0.45f), 2);
      paint.box({track.min, {std::min(end, wall), track.max.y}}, row.colour, 2);
      if (end > wall) paint.box({{wall + 2, track.min.y}, {end, track.max.y}}, faded(theme.data[1], 0.55f), 2);
      paint.line({wall, track.min.y - 3}, {wall, track.max.y + 3}, theme.ink, 1.5f);
    } else {
      if (!row.value)
        paint.box(track, mix(theme.panel, theme.line, 0.4f), 2);
      else
        paint.box({track.min, {end, track.max.y}}, row.colour, 2);
    }
    const TextStyle value{
        .size = kCaption, .colour = row.value ? theme.ink : theme.soft, .bold = row.strong, .align = Align::right};
    const ImVec2 at{place.max.x, stacked ? y : middle - kCaption / 2};
    const std::string text = paint.fitted(row.text, value, text_width);
    bar_number(lab, row.how ? &*row.how : nullptr, "row", at, text, value);
  }
  return under_pointer;
}

void row_derivation(Lab& lab, const std::vector<BarRow>& rows) {
  for (const BarRow& row : rows)
    if (row.how) derivation(lab, *row.how);
}

}  // namespace lesson::ui
