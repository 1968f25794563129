#include "ui/painter.h"

#include "engine/base/language.h"

#include <algorithm>
#include <cmath>

namespace lesson::ui {
namespace {

constexpr float kLineHeight = 1.4f;  // of wrapped text, in ems

float snapped(float x) { return std::floor(x + 0.5f); }

}  // namespace

void Painter::push(const TextStyle& style) const {
  ImGui::PushFont(style.bold ? fonts_.semibold : fonts_.regular, style.size);
}

ImVec2 Painter::measure(std::string_view text, const TextStyle& style) const { return size_of(tr(text), style); }

ImVec2 Painter::size_of(std::string_view text, const TextStyle& style) const {
  push(style);
  const ImVec2 size = ImGui::GetFont()->CalcTextSizeA(style.size, 1e9f, 0, text.data(), text.data() + text.size());
  ImGui::PopFont();
  return {std::ceil(size.x), style.size};
}

void Painter::note(std::string_view text, const Rect& box, bool floating) const {
  if (!trace_ || text.empty()) return;
  trace_->push_back({std::string(text), box, {list_->GetClipRectMin(), list_->GetClipRectMax()}, floating});
}

Rect Painter::text(ImVec2 at, std::string_view text, const TextStyle& style) const { return put(at, tr(text), style); }

Rect Painter::put(ImVec2 at, std::string_view text, const TextStyle& style) const {
  const ImVec2 size = size_of(text, style);
  if (style.align == Align::center) at.x -= size.x / 2;
  if (style.align == Align::right) at.x -= size.x;
  at = {snapped(at.x), snapped(at.y)};
  push(style);
  list_->AddText(ImGui::GetFont(), style.size, at, style.colour ? style.colour : theme.ink, text.data(),
                 text.data() + text.size());
  ImGui::PopFont();
  const Rect box{at, {at.x + size.x, at.y + size.y}};
  note(text, box, floating_);
  return box;
}

std::vector<std::string_view> Painter::lines_of(std::string_view text, const TextStyle& style, float width) const {
  push(style);
  std::vector<std::string_view> lines;
  const char *at = text.data(), *end = at + text.size();
  while (at < end) {
    const char* stop = std::max(ImGui::GetFont()->CalcWordWrapPosition(style.size, at, end, width), at + 1);
    lines.emplace_back(at, static_cast<std::size_t>(stop - at));
    for (at = stop; at < end && *at == ' ';) ++at;
  }
  ImGui::PopFont();
  return lines;
}

float Painter::wrapped_height(std::string_view text, const TextStyle& style, float width) const {
  const auto lines = static_cast<float>(lines_of(tr(text), style, width).size());
  return lines > 0 ? style.size + (lines - 1) * std::round(style.size * kLineHeight) : 0;
}

Rect Painter::wrapped(ImVec2 at, float width, std::string_view text, const TextStyle& style) const {
  Rect all{at, at};
  for (const std::string_view line : lines_of(tr(text), style, width)) {
    const Rect drawn = put(at, line, style);
    all.max = {std::max(all.max.x, drawn.max.x), drawn.max.y};
    at.y += std::round(style.size * kLineHeight);
  }
  return all;
}

std::string Painter::fitted(std::string_view text, const TextStyle& style, float width) const {
  text = tr(text);
  if (size_of(text, style).x <= width) return std::string(text);
  std::size_t length = text.size();
  while (length > 0) {
    do --length;
    while (length > 0 && (static_cast<unsigned char>(text[length]) & 0xC0) == 0x80);
    std::string cut = std::string(text.substr(0, length)) + "…";
    if (size_of(cut, style).x <= width) return cut;
  }
  return {};
}

void Painter::line(ImVec2 a, ImVec2 b, ImU32 colour, float width) const { list_->AddLine(a, b, colour, width); }

void Painter::dotted(ImVec2 a, ImVec2 b, ImU32 colour, float width, float step) const {
  const float dx = b.x - a.x, dy = b.y - a.y, length = std::sqrt(dx * dx + dy * dy);
  if (length <= 0) return;
  for (float at = 0; at < length; at += step) {
    const float end = std::min(at + step / 2, length);
    list_->AddLine({a.x + dx * at / length, a.y + dy * at / length}, {a.x + dx * end / length, a.y + dy * end / length},
                   colour, width);
  }
}

void Painter::box(const Rect& rect, ImU32 colour, float radius) const {
  list_->AddRectFilled(rect.min, rect.max, colour, radius);
}

void Painter::frame(const Rect& rect, ImU32 colour, float radius, float width) const {
  list_->AddRect(rect.min, rect.max, colour, radius, 0, width);
}

void Painter::disc(ImVec2 center, float radius, ImU32 colour) const { list_->AddCircleFilled(center, radius, colour); }
void Painter::ring(ImVec2 center, float radius, ImU32 colour, float width) const {
  list_->AddCircle(center, radius, colour, 0, width);
}

void Painter::chevron(ImVec2 center, float size, ImU32 colour, bool up) const {
  const float half = size / 2, rise = up ? -size / 4 : size / 4;
  const ImVec2 points[] = {
      {center.x - half, center.y - rise}, {center.x, center.y + rise}, {center.x + half, center.y - rise}};
  list_->AddPolyline(points, 3, colour, 0, 1.6f);
}

void Painter::focus_ring(const Rect& around, float radius) const {
  frame({{around.min.x - 3, around.min.y - 3}, {around.max.x + 3, around.max.y + 3}}, theme.accent, radius + 3, 2);
}

void Painter::read_out(ImVec2 at, const Rect& within, const std::vector<std::string>& lines) const {
  const TextStyle first{.size = kSmall, .bold = true}, rest{.size = kSmall, .colour = theme.soft};
  const float pad = 8, line_height = kSmall + 5, limit = std::max(within.width() - 2 * pad, 80.0f);
  float width = 0;
  std::vector<std::string> fit;
  for (const std::string& line : lines) {
    fit.push_back(fitted(line, fit.empty() ? first : rest, limit));
    width = std::max(width, measure(fit.back(), fit.size() == 1 ? first : rest).x);
  }
  const ImVec2 size{width + 2 * pad, line_height * static_cast<float>(fit.size()) + 2 * pad - 4};
  ImVec2 corner{at.x + 14, at.y - size.y - 10};
  if (corner.x + size.x > within.max.x) corner.x = at.x - 14 - size.x;
  corner.x = std::clamp(corner.x, within.min.x, std::max(within.min.x, within.max.x - size.x));
  if (corner.y < within.min.y) corner.y = at.y + 16;
  const Rect panel{corner, {corner.x + size.x, corner.y + size.y}};
  box({{panel.min.x, panel.min.y + 2}, {panel.max.x, panel.max.y + 2}}, faded(IM_COL32_BLACK, 0.12f), kRadius);
  box(panel, theme.panel, kRadius);
  frame(panel, mix(theme.line, theme.soft, 0.3f), kRadius);
  floating_ = true;
  for (std::size_t i = 0; i < fit.size(); ++i)
    text({corner.x + pad, corner.y + pad - 2 + line_height * static_cast<float>(i)}, fit[i], i == 0 ? first : rest);
  floating_ = false;
}

}  // namespace lesson::ui
