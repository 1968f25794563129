#include "ui/plots/chart.h"

#include <algorithm>
#include <cmath>

namespace lesson::ui {
namespace {

TickText text_of(const TickText& wished, const Axis& axis) {
  if (wished) return wished;
  return axis.log ? log_tick_text(axis) : TickText(tick_number);
}

std::vector<Tick> x_ticks(const Axis& x, const ChartWords& words) {
  const TickText text = text_of(words.x_tick, x);
  if (words.x_values.empty()) return ticks(x, 54, text);
  std::vector<Tick> list;
  for (const double value : words.x_values)
    if (x.shows(value)) list.push_back({value, text(value)});
  return list;
}

Rect inner_frame(const Painter& paint, const Rect& place, Axis y, const ChartWords& words) {
  y.from = place.max.y - 46;
  y.to = place.min.y + 26;
  float widest = 12;
  for (const Tick& tick : ticks(y, 30, text_of(words.y_tick, y)))
    widest = std::max(widest, paint.measure(tick.label, {.size = kSmall}).x);
  return {{place.min.x + widest + 8, place.min.y + 26}, {place.max.x - 6, place.max.y - 46}};
}

Axis across(Axis axis, float from, float to) {
  axis.from = from;
  axis.to = to;
  return axis;
}

}  // namespace

Chart::Chart(const Lab& lab, const Rect& place, const Axis& x, const Axis& y, const ChartWords& words)
    : paint_(lab.paint),
      touch_(lab.metrics.touch),
      inside_(inner_frame(lab.paint, place, y, words)),
      placer_(lab.paint, inside_) {
  x_ = across(x, inside_.min.x, inside_.max.x);
  y_ = across(y, inside_.max.y, inside_.min.y);
  const Theme& theme = paint_.theme;
  const TextStyle soft{.size = kSmall, .colour = theme.soft};
  const ImU32 grid = mix(theme.panel, theme.line, 0.6f);

  paint_.text({place.min.x, place.min.y}, paint_.fitted(words.y_title, soft, place.width()), soft);
  for (const Tick& tick : ticks(y_, 30, text_of(words.y_tick, y_))) {
    if (tick.label.empty()) continue;
    const float at = std::floor(y_.place(tick.value)) + 0.5f;
    paint_.line({inside_.min.x, at}, {inside_.max.x, at}, grid);
    paint_.text({inside_.min.x - 8, at - kSmall / 2}, tick.label,
                {.size = kSmall, .colour = theme.soft, .align = Align::right});
  }
  float free_from = -1e9f;
  for (const Tick& tick : x_ticks(x_, words)) {
    const float at = std::floor(x_.place(tick.value)) + 0.5f;
    paint_.line({at, inside_.max.y}, {at, inside_.max.y + 4}, theme.line);
    if (tick.label.empty()) continue;
    const float width = paint_.measure(tick.label, soft).x, left = std::min(at - width / 2, place.max.x - width);
    if (left < free_from) continue;
    paint_.text({left, inside_.max.y + 9}, tick.label, soft);
    free_from = left + width + 8;
  }
  paint_.line({inside_.min.x, inside_.max.y + 0.5f}, {inside_.max.x, inside_.max.y + 0.5f},
              mix(theme.line, theme.soft, 0.4f));
  paint_.text({inside_.max.x, place.max.y - kSmall - 4}, paint_.fitted(words.x_title, soft, inside_.width()),
              {.size = kSmall, .colour = theme.soft, .align = Align::right});
}

void Chart::curve(const std::vector<Point>& points, ImU32 colour, float width, bool dotted) {
  paint_.list().PushClipRect(inside_.min, {inside_.max.x, inside_.max.y + 1}, true);
  for (std::size_t i = 1; i < points.size(); ++i) {
    const ImVec2 a = place(points[i - 1]), b = place(points[i]);
    if (dotted)
      paint_.dotted(a, b, colour, width, 6);
    else
      paint_.line(a, b, colour, width);
    const float length = std::hypot(b.x - a.x, b.y - a.y), half = width / 2 + 1;
    for (float at = 0; at <= std::min(length, 4000.0f); at += 6) {
      const ImVec2 dot{a.x + (b.x - a.x) * at / length, a.y + (b.y - a.y) * at / length};
      placer_.reserve({{dot.x - half, dot.y - half}, {dot.x + half, dot.y + half}});
    }
  }
  paint_.list().PopClipRect();
}

void Chart::band(const std::vector<Point>& lower, const std::vector<Point>& upper, ImU32 colour) const {
  paint_.list().PushClipRect(inside_.min, inside_.max, true);
  for (std::size_t i = 1; i < std::min(lower.size(), upper.size()); ++i)
    paint_.list().AddQuadFilled(place(lower[i - 1]), place(lower[i]), place(upper[i]), place(upper[i - 1]), colour);
  paint_.list().PopClipRect();
}

void Chart::mark(Point point, ImU32 colour, float radius, bool hollow) {
  if (!shows(point)) return;
  const ImVec2 at = place(point);
  paint_.disc(at, radius, colour);
  if (hollow) paint_.disc(at, radius - 1.5f, paint_.theme.panel);
  placer_.reserve({{at.x - radius, at.y - radius}, {at.x + radius, at.y + radius}});
}

bool Chart::label(Point point, std::string_view text, const TextStyle& style) {
  return shows(point) && placer_.beside(place(point), 7, text, style);
}

void Chart::words_at(float share_x, float share_y, std::string_view text, const TextStyle& style) {
  const ImVec2 size = paint_.measure(text, style);
  const float x = std::clamp(inside_.min.x + share_x * inside_.width(), inside_.min.x + 4,
                             std::max(inside_.min.x + 4, inside_.max.x - size.x - 4));
  float y = std::clamp(inside_.min.y + share_y * inside_.height(), inside_.min.y + 2,
                       std::max(inside_.min.y + 2, inside_.max.y - size.y - 2));
  for (int tries = 0; tries < 12; ++tries, y += size.y / 2)
    if (placer_.at({x, y}, text, style)) return;
}

int Chart::nearest(const std::vector<Point>& points) const {
  const ImVec2 pointer = ImGui::GetIO().MousePos;
  const float reach = touch_ ? 22 : 12;
  int best = -1;
  float best_distance = reach * reach;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (!shows(points[i])) continue;
    const ImVec2 at = place(points[i]);
    const float distance = (at.x - pointer.x) * (at.x - pointer.x) + (at.y - pointer.y) * (at.y - pointer.y);
    if (distance < best_distance) {
      best_distance = distance;
      best = static_cast<int>(i);
    }
  }
  return best;
}

}  // namespace lesson::ui
