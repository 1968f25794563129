// Buttons, switches, progress.
#include <algorithm>

#include "imgui.h"
#include "ui/measuring.h"
#include "ui/widgets/touchable.h"
#include "ui/widgets/widgets.h"

namespace lesson::ui {
namespace {

float button_height(const Lab& lab) { return lab.metrics.touch ? 44.0f : 36.0f; }

}  // namespace

float button_width(const Lab& lab, const ButtonSpec& button) {
  const float pad = button.kind == ButtonKind::quiet ? 4 : 16;
  return lab.paint.measure(button.label, {.size = kBody}).x + 2 * pad;
}

bool button_at(Lab& lab, ImVec2 corner, const ButtonSpec& button) {
  const Painter& paint = lab.paint;
  const Theme& theme = paint.theme;
  const Rect box{corner, {corner.x + button_width(lab, button), corner.y + button_height(lab)}};
  const Touch touch = touchable(box, button.label, button.enabled);
  const float opacity = button.enabled ? 1.0f : 0.45f;
  ImU32 text = theme.accent;
  if (button.kind == ButtonKind::primary) {
    paint.box(box, faded(touch.hovered ? mix(theme.accent, theme.ink, 0.18f) : theme.accent, opacity), kRadius);
    text = theme.panel;
  } else if (button.kind == ButtonKind::plain) {
    paint.box(box, touch.hovered ? theme.wash : theme.panel, kRadius);
    paint.frame(box, faded(theme.accent, opacity), kRadius);
  } else if (touch.hovered) {
    text = mix(theme.accent, theme.ink, 0.4f);
  }
  paint.text({box.center().x, box.center().y - kBody / 2}, button.label,
             {.size = kBody, .colour = faded(text, opacity), .align = Align::center});
  if (touch.focused) paint.focus_ring(box, kRadius);
  return touch.pressed;
}

int buttons(Lab& lab, std::span<const ButtonSpec> row) {
  const float height = button_height(lab);
  ImVec2 at{lab.flow.left, lab.flow.y};
  int pressed = -1, index = 0;
  for (const ButtonSpec& button : row) {
    const float width = button_width(lab, button);
    if (at.x > lab.flow.left && at.x + width > lab.flow.left + lab.flow.width)
      at = {lab.flow.left, at.y + height + kGap};
    if (button_at(lab, at, button)) pressed = index;
    at.x += width + kGap;
    ++index;
  }
  lab.flow.y = at.y + height;
  return pressed;
}

float segments_width(const Lab& lab, std::span<const std::string> labels) {
  float width = 0;
  for (const std::string& label : labels) width += lab.paint.measure(label, {.size = kCaption}).x + 24;
  return width;
}

int segments_at(Lab& lab, const Rect& place, std::string_view id, std::span<const std::string> labels, int chosen) {
  const Painter& paint = lab.paint;
  const Theme& theme = paint.theme;
  const float spare = std::max(0.0f, place.width() - segments_width(lab, labels)) / static_cast<float>(labels.size());
  paint.box(place, mix(theme.panel, theme.line, 0.35f), kRadius);
  float x = place.min.x;
  int picked = chosen;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const float width =
        i + 1 == labels.size() ? place.max.x - x : paint.measure(labels[i], {.size = kCaption}).x + 24 + spare;
    const Rect segment{{x, place.min.y}, {x + width, place.max.y}};
    const bool on = static_cast<int>(i) == chosen;
    const Touch touch = touchable(segment, std::string(id) + "/" + labels[i]);
    if (on) {
      const Rect inner{{segment.min.x + 2, segment.min.y + 2}, {segment.max.x - 2, segment.max.y - 2}};
      paint.box(inner, theme.panel, kRadius - 1);
      paint.frame(inner, theme.accent, kRadius - 1, 1.5f);
    }
    const ImU32 colour = on ? theme.accent : touch.hovered ? theme.ink : theme.soft;
    paint.text({segment.center().x, segment.center().y - kCaption / 2}, labels[i],
               {.size = kCaption, .colour = colour, .align = Align::center});
    if (touch.focused) paint.focus_ring(segment, kRadius);
    if (touch.pressed) picked = static_cast<int>(i);
    x += width;
  }
  return picked;
}

void view_switch(Lab& lab, std::initializer_list<std::string> labels) {
  const std::vector<std::string> list(labels);
  const float height = lab.metrics.touch ? 44.0f : 32.0f;
  const Rect row = lab.flow.take(height);
  const Rect place{row.min, {row.min.x + std::min(row.width(), segments_width(lab, list) + 40), row.max.y}};
  lab.memory.view = segments_at(lab, place, "view", list, std::min(lab.memory.view, static_cast<int>(list.size()) - 1));
  lab.flow.gap(10);
}

namespace {

void bench_progress(Lab& lab) {
  const Painter& paint = lab.paint;
  const Theme& theme = paint.theme;
  if (!lab.bench.running) {
    const bool failed = !lab.bench.error.empty();
    const std::string words = failed ? lab.bench.error : tuned_words(lab.bench, lab.host);
    if (words.empty()) return;
    lab.flow.gap(kGap);
    const Rect text = paint.wrapped({lab.flow.left, lab.flow.y}, lab.flow.width, words,
                                    {.size = kCaption, .colour = failed ? readable(theme, theme.data[1]) : theme.soft});
    lab.flow.take(text.height());
    return;
  }
  lab.flow.gap(kGap);
  const float height = button_height(lab), stop_width = button_width(lab, {.label = "Stop"});
  const Rect row = lab.flow.take(height);
  const Rect bar{{row.min.x, row.center().y + 6}, {row.max.x - stop_width - 16, row.center().y + 10}};
  const TextStyle style{.size = kCaption, .colour = theme.soft};
  paint.text({bar.min.x, bar.min.y - kCaption - 6}, paint.fitted(lab.bench.text, style, bar.width()), style);
  paint.box(bar, theme.line, 2);
  paint.box(
      {bar.min, {bar.min.x + bar.width() * static_cast<float>(std::clamp(lab.bench.fraction, 0.0, 1.0)), bar.max.y}},
      theme.accent, 2);
  if (button_at(lab, {row.max.x - stop_width, row.min.y}, {.label = "Stop"})) lab.ask(Action::Kind::stop);
}

}  // namespace

std::string measure_row(Lab& lab) {
  const std::vector<MeasureButton> offered = measure_buttons(lab.section, lab.state, lab.host, lab.bench);
  std::vector<ButtonSpec> row;
  for (const MeasureButton& button : offered)
    if (button.id != "stop")
      row.push_back({.label = button.label,
                     .kind = row.empty() ? ButtonKind::primary : ButtonKind::plain,
                     .enabled = button.enabled});
  const int pressed = buttons(lab, row);
  bench_progress(lab);
  if (pressed < 0) return {};
  lab.ask_bench(offered[static_cast<std::size_t>(pressed)].jobs);
  return offered[static_cast<std::size_t>(pressed)].id;
}

}  // namespace lesson::ui
