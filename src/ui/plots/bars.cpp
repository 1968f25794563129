#include "ui/plots/bars.h"

#include <algorithm>
#include <cmath>

#include "ui/plots/labels.h"

namespace lesson::ui {
namespace {

constexpr float kLabelLine = 17, kAxisHeight = 24, kMarkHeight = 22, kListRow = 24;

TextStyle soft_small(const Painter& paint, Align align = Align::left) { return {.size = kSmall, .colour = paint.theme.soft, .align = align}; }

float label_width(const Painter& paint, const Part& part) {
  return std::max(paint.measure(part.name, {.size = kSmall}).x, paint.measure(part.text, {.size = kSmall}).x);
}

// Whether every part's label fits on one line above the bar.
bool labels_fit(const Painter& paint, float width, const std::vector<Part>& parts) {
  float needed = 0;
  for (const Part& part : parts) needed += label_width(paint, part) + 14;
  return needed - 14 <= width;
}

float bar_height(float width) { return width < 440 ? 34 : 44; }

void scale_below(const Painter& paint, const Axis& axis, float y, const TickText& text) {
  paint.line({axis.from, y + 0.5f}, {axis.to, y + 0.5f}, paint.theme.line);
  float free_from = -1e9f;
  for (const Tick& tick : ticks(axis, 64, text)) {
    const float x = axis.place(tick.value);
    paint.line({x, y}, {x, y + 4}, paint.theme.line);
    const float width = paint.measure(tick.label, {.size = kSmall}).x;
    const float left = std::clamp(x - width / 2, axis.from, std::max(axis.from, axis.to - width));
    if (left < free_from) continue;
    paint.text({left, y + 7}, tick.label, soft_small(paint));
    free_from = left + width + 10;
  }
}

}  // namespace

float stacked_bar_height(const Lab& lab, float width, const std::vector<Part>& parts, bool with_mark) {
  const bool above = labels_fit(lab.paint, width, parts);
  return (with_mark ? kMarkHeight : 0) + (above ? 2 * kLabelLine + 6 : 0) + bar_height(width) + kAxisHeight +
         (above ? 0 : 6 + kListRow * static_cast<float>(parts.size()));
}

void stacked_bar(const Lab& lab, const Rect& place, const std::vector<Part>& parts, double full, const TickText& tick_text,
                 const std::optional<MarkLine>& mark) {
  const Painter& paint = lab.paint;
  const Theme& theme = paint.theme;
  double sum = 0;
  for (const Part& part : parts) sum += part.value;
  Axis axis{.low = 0, .high = std::max(full, sum), .log = false, .from = place.min.x, .to = place.max.x};
  if (!(axis.high > 0)) axis.high = 1;

  const bool above = labels_fit(paint, place.width(), parts);
  const bool with_mark = mark && axis.shows(mark->value);
  const float label_y = place.min.y + (mark ? kMarkHeight : 0);
  const float bar_y = label_y + (above ? 2 * kLabelLine + 6 : 0), height = bar_height(place.width());

  std::vector<float> wish, widths, starts, ends;
  double at = 0;
  for (const Part& part : parts) {
    starts.push_back(axis.place(at));
    ends.push_back(axis.place(at += part.value));
    widths.push_back(label_width(paint, part));
    wish.push_back(starts.back() + widths.back() / 2);
  }
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (ends[i] - starts[i] <= 0) continue;
    const float right = i + 1 < parts.size() && ends[i] - starts[i] > 3 ? ends[i] - 1 : ends[i];
    paint.box({{starts[i], bar_y}, {std::max(right, starts[i] + 1), bar_y + height}}, parts[i].colour, 2);
  }
  if (above) {
    const std::vector<float> left = spread(wish, widths, place.min.x, place.max.x, 14);
    for (std::size_t i = 0; i < left.size(); ++i) {
      paint.text({left[i], label_y}, parts[i].text, soft_small(paint));
      paint.text({left[i], label_y + kLabelLine}, parts[i].name, {.size = kSmall});
      const float middle = (starts[i] + ends[i]) / 2, foot = std::clamp(left[i] + 4, left[i], left[i] + widths[i]);
      if (foot > ends[i] || left[i] + widths[i] < starts[i])  // the label had to move away from its part
        paint.line({foot, bar_y - 4}, {middle, bar_y}, theme.soft);
    }
  } else {
    float y = bar_y + height + kAxisHeight + 6;
    for (const Part& part : parts) {
      paint.box({{place.min.x, y + 5}, {place.min.x + 12, y + 17}}, part.colour, 2);
      const TextStyle value{.size = kCaption, .align = Align::right};
      paint.text({place.max.x, y + 4}, part.text, value);
      const float room = place.width() - 20 - paint.measure(part.text, value).x - 12;
      paint.text({place.min.x + 20, y + 4}, paint.fitted(part.name, {.size = kCaption}, room), {.size = kCaption});
      y += kListRow;
    }
  }
  scale_below(paint, axis, bar_y + height + 2, tick_text);
  if (!with_mark) return;
  const float x = std::floor(axis.place(mark->value)) + 0.5f;
  paint.dotted({x, place.min.y + 2}, {x, bar_y + height + 2}, theme.ink, 1.5f, 5);
  const float width = paint.measure(mark->text, {.size = kSmall}).x;
  const float left = x - width - 8 >= place.min.x ? x - width - 8 : x + 8;
  if (left + width <= place.max.x) paint.text({left, place.min.y}, mark->text, {.size = kSmall});
}

float bar_row_height(const std::vector<BarRow>& rows) {
  return std::ranges::any_of(rows, [](const BarRow& row) { return !row.note.empty(); }) ? 46 : 32;
}

int bar_rows(const Lab& lab, const Rect& place, const std::vector<BarRow>& rows, double low, double high, bool log) {
  if (rows.empty()) return -1;
  const Painter& paint = lab.paint;
  const Theme& theme = paint.theme;
  const bool stacked = place.width() < 440;  // name above its bar
  const bool notes = std::ranges::any_of(rows, [](const BarRow& row) { return !row.note.empty(); });
  float name_width = 0, text_width = 0;
  for (const BarRow& row : rows) {
    name_width = std::max(name_width, paint.measure(row.name, {.size = kCaption, .bold = row.strong}).x);
    text_width = std::max(text_width, paint.measure(row.text, {.size = kCaption}).x);
  }
  name_width = std::min(name_width, place.width() * 0.4f);
  text_width = std::min(text_width, place.width() * 0.4f);
  const float least = stacked ? 42.0f : notes ? 40.0f : 24.0f, most = stacked ? 54.0f : notes ? 56.0f : 44.0f;
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
    const float thickness = stacked ? 10 : std::min(18.0f, row_height - 10);
    const float middle = stacked ? y + 20 + thickness / 2 + 2 : all.center().y;
    const Rect track{{axis.from, middle - thickness / 2}, {axis.to, middle + thickness / 2}};
    const TextStyle name{.size = kCaption, .bold = row.strong}, note = soft_small(paint);
    const float name_room = stacked ? place.width() - text_width - 12 : name_width;
    if (stacked) {
      paint.text({place.min.x, y}, paint.fitted(row.name, name, name_room), name);
    } else if (row.note.empty()) {
      paint.text({place.min.x, middle - kCaption / 2}, paint.fitted(row.name, name, name_room), name);
    } else {
      paint.text({place.min.x, middle - kCaption - 1}, paint.fitted(row.name, name, name_room), name);
      paint.text({place.min.x, middle + 3}, paint.fitted(row.note, note, place.width() * 0.4f), note);
    }
    const float end = row.value ? std::max(axis.place(*row.value), axis.from + 1) : axis.from;
    if (row.capacity > 0) {
      const float wall = axis.place(row.capacity);
      paint.box({track.min, {wall, track.max.y}}, mix(theme.panel, theme.line, 0.45f), 2);
      paint.box({track.min, {std::min(end, wall), track.max.y}}, row.colour, 2);
      if (end > wall) paint.box({{wall + 2, track.min.y}, {end, track.max.y}}, faded(theme.data[1], 0.55f), 2);
      paint.line({wall, track.min.y - 3}, {wall, track.max.y + 3}, theme.ink, 1.5f);
    } else {
      if (!row.value) paint.box(track, mix(theme.panel, theme.line, 0.4f), 2);
      else paint.box({track.min, {end, track.max.y}}, row.colour, 2);
    }
    const TextStyle value{.size = kCaption, .colour = row.value ? theme.ink : theme.soft, .bold = row.strong, .align = Align::right};
    paint.text({place.max.x, stacked ? y : middle - kCaption / 2}, paint.fitted(row.text, value, text_width), value);
  }
  return under_pointer;
}

}  // namespace lesson::ui
