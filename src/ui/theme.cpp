#include "ui/theme.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

namespace lesson::ui {
namespace {

struct Token {
  std::string_view name;
  unsigned light, dark;  // 0xrrggbb
};

constexpr Token kTokens[] = {
#define THEME_TOKEN(name, light, dark) {#name, light, dark},
#include "ui/theme_tokens.inc"
#undef THEME_TOKEN
};

ImU32 from_rgb(unsigned rgb) { return IM_COL32(rgb >> 16 & 255, rgb >> 8 & 255, rgb & 255, 255); }

ImU32* slot(Theme& theme, std::string_view name) {
  const std::pair<std::string_view, ImU32*> slots[] = {
      {"paper", &theme.paper},   {"panel", &theme.panel},   {"ink", &theme.ink},       {"soft", &theme.soft},
      {"line", &theme.line},     {"accent", &theme.accent}, {"wash", &theme.wash},     {"data1", &theme.data[0]},
      {"data2", &theme.data[1]}, {"data3", &theme.data[2]}, {"data4", &theme.data[3]}, {"data5", &theme.data[4]},
  };
  for (const auto& [known, colour] : slots)
    if (known == name) return colour;
  return nullptr;
}

Theme from_tokens(unsigned Token::*column) {
  Theme theme{};
  for (const Token& token : kTokens)
    if (ImU32* colour = slot(theme, token.name)) *colour = from_rgb(token.*column);
  return theme;
}

float channel(ImU32 colour, int shift) { return static_cast<float>(colour >> shift & 255) / 255.0f; }

// Relative luminance as WCAG defines it.
float luminance(ImU32 colour) {
  const auto linear = [](float c) { return c <= 0.04045f ? c / 12.92f : std::pow((c + 0.055f) / 1.055f, 2.4f); };
  return 0.2126f * linear(channel(colour, IM_COL32_R_SHIFT)) + 0.7152f * linear(channel(colour, IM_COL32_G_SHIFT)) +
         0.0722f * linear(channel(colour, IM_COL32_B_SHIFT));
}

float contrast(ImU32 a, ImU32 b) {
  const float la = luminance(a), lb = luminance(b);
  return (std::max(la, lb) + 0.05f) / (std::min(la, lb) + 0.05f);
}

}  // namespace

Theme light_theme() { return from_tokens(&Token::light); }
Theme dark_theme() { return from_tokens(&Token::dark); }

bool set_token(Theme& theme, std::string_view name, std::string_view css_colour) {
  ImU32* colour = slot(theme, name);
  if (!colour || css_colour.size() != 7 || css_colour[0] != '#') return false;
  unsigned rgb = 0;
  const auto [end, error] = std::from_chars(css_colour.data() + 1, css_colour.data() + 7, rgb, 16);
  if (error != std::errc() || end != css_colour.data() + 7) return false;
  *colour = from_rgb(rgb);
  return true;
}

ImU32 mix(ImU32 a, ImU32 b, float share_of_b) {
  const ImVec4 from = ImGui::ColorConvertU32ToFloat4(a), to = ImGui::ColorConvertU32ToFloat4(b);
  const auto at = [&](float x, float y) { return x + (y - x) * share_of_b; };
  return ImGui::ColorConvertFloat4ToU32({at(from.x, to.x), at(from.y, to.y), at(from.z, to.z), at(from.w, to.w)});
}

ImU32 faded(ImU32 colour, float opacity) {
  const auto alpha = static_cast<ImU32>(channel(colour, IM_COL32_A_SHIFT) * opacity * 255.0f + 0.5f);
  return (colour & ~IM_COL32_A_MASK) | alpha << IM_COL32_A_SHIFT;
}

ImU32 text_on(const Theme& theme, ImU32 fill) {
  return contrast(theme.ink, fill) > contrast(theme.panel, fill) ? theme.ink : theme.panel;
}

ImU32 readable(const Theme& theme, ImU32 colour) {
  ImU32 text = colour;
  for (float share = 0.05f; contrast(text, theme.panel) < 4.5f && share < 1; share += 0.05f)
    text = mix(colour, theme.ink, share);
  return text;
}

Metrics metrics(bool touch) {
  return touch ? Metrics{.row = 44, .row_gap = 4, .knob = 28, .field_width = 104, .touch = true} : Metrics{};
}

void apply_style(const Theme& theme) {
  ImGuiStyle& style = ImGui::GetStyle();
  style = ImGuiStyle();
  style.FontSizeBase = kBody;
  style.WindowPadding = {0, 0};
  style.WindowBorderSize = 0;
  style.WindowRounding = 0;
  style.PopupRounding = 8;
  style.PopupBorderSize = 1;
  style.FrameRounding = kRadius;
  style.FrameBorderSize = 1;
  style.ScrollbarSize = 8;
  style.ScrollbarRounding = 4;
  style.DisabledAlpha = 0.5f;
  style.CircleTessellationMaxError = 0.1f;
  style.CurveTessellationTol = 0.5f;
  const auto set = [&](ImGuiCol which, ImU32 colour) { style.Colors[which] = ImGui::ColorConvertU32ToFloat4(colour); };
  set(ImGuiCol_Text, theme.ink);
  set(ImGuiCol_TextDisabled, theme.soft);
  set(ImGuiCol_WindowBg, theme.panel);
  set(ImGuiCol_ChildBg, theme.panel);
  set(ImGuiCol_PopupBg, theme.panel);
  set(ImGuiCol_Border, mix(theme.line, theme.soft, 0.25f));
  set(ImGuiCol_FrameBg, theme.panel);
  set(ImGuiCol_FrameBgHovered, theme.panel);
  set(ImGuiCol_FrameBgActive, theme.panel);
  set(ImGuiCol_TextSelectedBg, faded(theme.accent, 0.3f));
  set(ImGuiCol_InputTextCursor, theme.ink);
  set(ImGuiCol_ScrollbarBg, faded(theme.panel, 0));
  set(ImGuiCol_ScrollbarGrab, theme.line);
  set(ImGuiCol_ScrollbarGrabHovered, mix(theme.line, theme.soft, 0.4f));
  set(ImGuiCol_ScrollbarGrabActive, theme.soft);
  set(ImGuiCol_NavCursor, theme.accent);
}

}  // namespace lesson::ui
