// Text blocks, results and their derivations.
#include <algorithm>
#include <span>
#include <utility>

#include "engine/base/language.h"
#include "imgui_internal.h"
#include "ui/widgets/touchable.h"
#include "ui/widgets/widgets.h"

namespace lesson::ui {
namespace {

struct PanelLine {
  std::string text;
  TextStyle style;
  float gap_before = 7;
  bool is_value = false;  // the terms follow it
};

std::vector<PanelLine> derivation_lines(const Lab& lab, const Quantity& quantity) {
  const Theme& theme = lab.paint.theme;
  const TextStyle plain{.size = kCaption}, soft{.size = kSmall, .colour = theme.soft};
  std::vector<PanelLine> lines;
  lines.push_back({quantity.label, {.size = kCaption, .bold = true}, 0});
  if (!quantity.formula.empty()) lines.push_back({"= " + std::string(tr(quantity.formula)), plain});
  if (!quantity.substituted.empty()) lines.push_back({"= " + quantity.substituted, plain});
  lines.push_back({"= " + lab.text(quantity), {.size = kCaption, .bold = true}, 7, true});
  if (!quantity.value && !quantity.reason.empty()) lines.push_back({quantity.reason, plain});
  if (!quantity.caution.empty())
    lines.push_back({quantity.caution, {.size = kSmall, .colour = readable(theme, theme.data[1])}, 10});
  if (!quantity.source.empty()) lines.push_back({say("Source: {}", tr(quantity.source)), soft, 12});
  if (!quantity.left_out.empty()) lines.push_back({say("Left out: {}", tr(quantity.left_out)), soft});
  return lines;
}

float draw_derivation(Lab& lab, const Quantity& open);  // returns its upper end

// Two frames on, the window knows how far it scrolls with the derivation in it.
constexpr int kRevealIn = 2;

void toggle(Lab& lab, const std::string& name) {
  const bool opens = lab.memory.open_derivation != name;
  lab.memory.open_derivation = opens ? name : std::string();
  lab.memory.reveal_in = opens ? kRevealIn : 0;
}

struct Span {
  float from, to;
};

// Scrolls the lab until the lines from..to can be seen, from the first of them if they are many.
void reveal(Span lines) {
  constexpr float kMargin = 12;
  const ImGuiWindow* window = ImGui::GetCurrentWindow();
  const float beyond = lines.to + kMargin - window->InnerRect.Max.y, most = lines.from - kMargin - window->InnerRect.Min.y;
  if (beyond > 0) ImGui::SetScrollY(window->Scroll.y + std::min(beyond, most));
}

}  // namespace

void open_derivation(Lab& lab, const Quantity& quantity) {
  if (lab.memory.open_derivation != quantity.name) toggle(lab, quantity.name);
}

void heading(Lab& lab, std::string_view text) {
  const Rect drawn =
      lab.paint.wrapped({lab.flow.left, lab.flow.y}, lab.flow.width, text, {.size = kBody, .bold = true});
  lab.flow.take(drawn.height() + 10);
}

void caption(Lab& lab, std::string_view text) {
  const Rect drawn = lab.paint.wrapped({lab.flow.left, lab.flow.y}, lab.flow.width, text,
                                       {.size = kCaption, .colour = lab.paint.theme.soft});
  lab.flow.take(drawn.height() + 8);
}

Rect number_at(Lab& lab, ImVec2 at, std::string_view text, const TextStyle& style, const Quantity& quantity) {
  const Painter& paint = lab.paint;
  const bool open = lab.memory.open_derivation == quantity.name;
  ImVec2 size = paint.measure(text, style);
  float left = at.x;
  if (style.align == Align::right) left -= size.x;
  if (style.align == Align::center) left -= size.x / 2;
  const float reach = lab.metrics.touch ? 8 : 2;
  const Touch touch = touchable({{left, at.y - reach}, {left + size.x, at.y + size.y + reach}}, quantity.name + " how");
  TextStyle drawn_style = style;
  if (touch.hovered || open) drawn_style.colour = paint.theme.accent;
  const Rect drawn = paint.text(at, text, drawn_style);
  paint.dotted({drawn.min.x, drawn.max.y + 3}, {drawn.max.x, drawn.max.y + 3}, paint.theme.accent, 1.5f);
  if (touch.focused) paint.focus_ring(drawn, 3);
  if (touch.pressed) toggle(lab, quantity.name);
  lab.controls.push_back({quantity.name, drawn});
  return drawn;
}

void derivation(Lab& lab, std::initializer_list<std::string_view> names) {
  for (const std::string_view name : names)
    if (const Quantity* quantity = lab.result(name)) derivation(lab, *quantity);
}

void derivation(Lab& lab, const Quantity& quantity) {
  if (quantity.name != lab.memory.open_derivation || std::exchange(lab.derivation_drawn, true)) return;
  const float above = draw_derivation(lab, quantity);
  if (lab.memory.reveal_in > 0 && --lab.memory.reveal_in == 0) reveal({above, lab.flow.y});
}

namespace {

float draw_derivation(Lab& lab, const Quantity& open) {
  const Painter& paint = lab.paint;
  const float pad = 12, width = lab.flow.width - 2 * pad - 4;
  const std::vector<PanelLine> lines = derivation_lines(lab, open);
  const bool with_terms = open.terms.size() > 1;
  float height = 2 * pad;
  for (const PanelLine& line : lines)
    height += line.gap_before + paint.wrapped_height(line.text, line.style, &line == &lines[0] ? width - 28 : width);
  if (with_terms) height += 8 + static_cast<float>(open.terms.size()) * 20;

  lab.flow.gap(6);
  const Rect panel = lab.flow.take(height);
  paint.box(panel, paint.theme.wash, kRadius);
  paint.box({panel.min, {panel.min.x + 3, panel.max.y}}, paint.theme.accent, 2);
  const ImVec2 close{panel.max.x - 18, panel.min.y + 18};
  const Touch touch = touchable({{close.x - 14, close.y - 14}, {close.x + 14, close.y + 14}}, "close derivation");
  const ImU32 cross = touch.hovered ? paint.theme.ink : paint.theme.soft;
  paint.line({close.x - 4, close.y - 4}, {close.x + 4, close.y + 4}, cross, 1.6f);
  paint.line({close.x - 4, close.y + 4}, {close.x + 4, close.y - 4}, cross, 1.6f);
  if (touch.focused) paint.focus_ring({{close.x - 8, close.y - 8}, {close.x + 8, close.y + 8}}, 4);
  if (touch.pressed) lab.memory.open_derivation.clear();

  ImVec2 at{panel.min.x + pad + 4, panel.min.y + pad};
  bool first = true;
  for (const PanelLine& line : lines) {
    at.y += line.gap_before;
    at.y += paint.wrapped(at, first ? width - 28 : width, line.text, line.style).height();
    first = false;
    if (!line.is_value || !with_terms) continue;
    at.y += 8;
    for (const Term& term : open.terms) {
      const TextStyle right{.size = kSmall, .align = Align::right};
      const std::string value = lab.text(term.value, term.unit);
      paint.text({panel.max.x - pad, at.y}, value, right);
      const float room = width - paint.measure(value, right).x - 12;
      paint.text(at, paint.fitted(term.name, {.size = kSmall}, room), {.size = kSmall, .colour = paint.theme.soft});
      at.y += 20;
    }
  }
  return panel.min.y;
}

}  // namespace

void figure(Lab& lab, std::string_view name, std::string_view meaning) {
  const Quantity* quantity = lab.result(name);
  if (!quantity) return;
  const Painter& paint = lab.paint;
  if (meaning.empty()) meaning = quantity->label;
  float size = lab.flow.narrow() ? 34 : kFigure;
  // A number with many digits stays whole on a narrow canvas.
  size *= std::min(1.0f, lab.flow.width / paint.measure(lab.text(*quantity), {.size = size}).x);
  const Rect number = number_at(lab, {lab.flow.left, lab.flow.y}, lab.text(*quantity), {.size = size}, *quantity);
  const TextStyle style{.size = kBody, .colour = paint.theme.soft};
  const float beside = number.max.x + 14, room = lab.flow.left + lab.flow.width - beside;
  lab.flow.take(size + 12);
  if (paint.measure(meaning, style).x <= room) {
    // On the number's base line.
    paint.text({beside, number.max.y - size * 0.14f - kBody * 0.86f}, meaning, style);
  } else {
    lab.flow.take(paint.wrapped({lab.flow.left, lab.flow.y}, lab.flow.width, meaning, style).height() + 8);
  }
  if (!quantity->value && !quantity->reason.empty()) caption(lab, quantity->reason);
  derivation(lab, {name});
  lab.flow.gap(6);
}

void figure_row(Lab& lab, const Quantity& quantity) {
  const Painter& paint = lab.paint;
  const TextStyle label{.size = kCaption, .colour = paint.theme.soft}, number{.size = kBody, .align = Align::right};
  const float height = lab.metrics.touch ? 36.0f : 30.0f;
  const std::string text = paint.fitted(lab.text(quantity), number, lab.flow.width * 0.6f);
  const float room = lab.flow.width - paint.measure(text, number).x - 14;
  const float label_height = paint.wrapped_height(quantity.label, label, room);
  const Rect line = lab.flow.take(std::max(height, label_height + 12));
  paint.wrapped({line.min.x, line.center().y - label_height / 2}, room, quantity.label, label);
  number_at(lab, {line.max.x, line.center().y - kBody / 2}, text, number, quantity);
  derivation(lab, quantity);
}

void figures(Lab& lab, std::initializer_list<std::string_view> names) {
  const Painter& paint = lab.paint;
  std::vector<const Quantity*> row;
  for (const std::string_view name : names)
    if (const Quantity* quantity = lab.result(name)) row.push_back(quantity);
  if (row.empty()) return;
  // Where there is no room for columns.
  if (lab.flow.narrow()) {
    for (const Quantity* quantity : row) figure_row(lab, *quantity);
    lab.flow.gap(8);
    return;
  }
  const TextStyle label{.size = kSmall, .colour = paint.theme.soft}, number{.size = kHeading};
  float widest = 112;
  for (const Quantity* quantity : row) widest = std::max(widest, paint.measure(lab.text(*quantity), number).x);
  const float gutter = 18;
  const int fit = std::max(1, static_cast<int>((lab.flow.width + gutter) / (widest + gutter)));
  const int count = static_cast<int>(row.size());
  const int rows = (count + fit - 1) / fit, columns = (count + rows - 1) / rows;
  const float width = (lab.flow.width - gutter * static_cast<float>(columns - 1)) / static_cast<float>(columns);
  for (int first = 0; first < count; first += columns) {
    const std::span<const Quantity* const> line = std::span(row).subspan(
        static_cast<std::size_t>(first), static_cast<std::size_t>(std::min(columns, count - first)));
    float label_height = 0;
    for (const Quantity* quantity : line)
      label_height = std::max(label_height, paint.wrapped_height(quantity->label, label, width));
    float x = lab.flow.left;
    for (const Quantity* quantity : line) {
      const float own_height = paint.wrapped_height(quantity->label, label, width);
      paint.wrapped({x, lab.flow.y + label_height - own_height}, width, quantity->label, label);
      number_at(lab, {x, lab.flow.y + label_height + 7}, paint.fitted(lab.text(*quantity), number, width), number,
                *quantity);
      x += width + gutter;
    }
    lab.flow.take(label_height + 7 + kHeading + 6);
    for (const Quantity* quantity : line)
      derivation(lab, {std::string_view(quantity->name).substr(quantity->name.find('.') + 1)});
    lab.flow.gap(12);
  }
}

}  // namespace lesson::ui
