#include "ui/plots/bits.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "engine/base/format.h"
#include "engine/base/language.h"
#include "ui/plots/labels.h"

namespace lesson::ui {
namespace {

constexpr float kGroupGap = 6, kRowGap = 6, kNames = 40;

struct Group {
  std::string name;
  std::string digits;
  ImU32 colour;
};

struct Shape {
  float box = 0;  // side of one bit's box
  int per_row = 0;
  int rows = 0;
};

Shape shape_of(float width, int bits) {
  for (const int per_row : {bits, 32, 16}) {
    if (per_row > bits) continue;
    const float box = std::floor((width - 2 * kGroupGap) / static_cast<float>(per_row));
    if (box >= 15 || per_row == 16) return {std::min(box, 30.0f), per_row, (bits + per_row - 1) / per_row};
  }
  return {std::min(30.0f, std::floor((width - 2 * kGroupGap) / static_cast<float>(bits))), bits, 1};
}

int bit_count(const NumberFormat& format) { return format.sign_bits + format.exponent_bits + format.fraction_bits; }

std::vector<Group> groups_of(const Theme& theme, const NumberFormat& format, std::string_view bits) {
  const bool whole = format.kind == FormatKind::integer;
  const std::array<std::string, 3> names{"sign", "exponent", whole ? "whole number" : "fraction"};
  const std::array<ImU32, 3> colours{theme.data[4], theme.data[1], theme.data[0]};
  std::vector<Group> groups;
  std::size_t first = 0;
  const std::size_t parts = static_cast<std::size_t>(std::ranges::count(bits, '|')) + 1;
  for (std::size_t part = 0; part < parts; ++part) {
    const std::size_t end = std::min(bits.find('|', first), bits.size());
    const std::size_t kind = parts == 2 && part == 1 ? 2 : std::min<std::size_t>(part, 2);
    groups.push_back({names[kind], std::string(bits.substr(first, end - first)), colours[kind]});
    first = end + 1;
  }
  return groups;
}

}  // namespace

float bit_picture_height(const Lab&, float width, const NumberFormat& format) {
  const Shape shape = shape_of(width, bit_count(format));
  return static_cast<float>(shape.rows) * (std::min(shape.box * 1.25f, 34.0f) + kRowGap) + kNames;
}

void bit_picture(const Lab& lab, const Rect& place, const NumberFormat& format, std::string_view bits) {
  const Painter& paint = lab.paint;
  const Theme& theme = paint.theme;
  const std::vector<Group> groups = groups_of(theme, format, bits);
  const Shape shape = shape_of(place.width(), bit_count(format));
  const float height = std::min(shape.box * 1.25f, 34.0f);
  const TextStyle digit_style{.size = std::clamp(shape.box * 0.62f, 10.0f, 15.0f), .align = Align::center};
  int index = 0;
  std::vector<float> wish, widths;
  float group_gap = 0;
  for (std::size_t g = 0; g < groups.size(); ++g) {
    float first_x = 0, last_x = 0;
    for (const char digit : groups[g].digits) {
      const int row = index / shape.per_row, column = index % shape.per_row;
      const float gap = shape.rows == 1 ? group_gap : 0;
      const ImVec2 corner{place.min.x + static_cast<float>(column) * shape.box + gap,
                          place.min.y + static_cast<float>(row) * (height + kRowGap)};
      const Rect box{corner, {corner.x + shape.box - 2, corner.y + height}};
      const ImU32 fill = digit == '1' ? groups[g].colour : mix(theme.panel, groups[g].colour, 0.16f);
      paint.box(box, fill, 3);
      if (shape.box >= 12)
        paint.text({box.center().x, box.center().y - digit_style.size / 2}, std::string_view(&digit, 1),
                   {.size = digit_style.size,
                    .colour = digit == '1' ? text_on(theme, fill) : theme.ink,
                    .align = Align::center});
      if (index == 0 || first_x == 0) first_x = box.min.x;
      last_x = box.max.x;
      ++index;
    }
    group_gap += kGroupGap;
    const std::string words = std::string(tr(groups[g].name)) + " " + std::to_string(groups[g].digits.size());
    widths.push_back(paint.measure(words, {.size = kSmall}).x);
    wish.push_back(shape.rows == 1 ? (first_x + last_x) / 2 : place.min.x);
  }
  // Names under their bits, kept apart; a small square says the colour, so the order is enough.
  for (float& width : widths) width += 16;
  const float y = place.min.y + static_cast<float>(shape.rows) * (height + kRowGap) + 6;
  const std::vector<float> left = spread(wish, widths, place.min.x, place.max.x, 12);
  for (std::size_t g = 0; g < left.size(); ++g) {
    paint.box({{left[g], y + 2}, {left[g] + 10, y + 12}}, groups[g].colour, 2);
    const std::string words = std::string(tr(groups[g].name)) + " " + std::to_string(groups[g].digits.size());
    paint.text({left[g] + 16, y}, words, {.size = kSmall, .colour = theme.soft});
  }
}

void block_picture(const Lab& lab, const Rect& place, const NumberFormat& format) {
  const Painter& paint = lab.paint;
  const Theme& theme = paint.theme;
  const int own = std::max(1, bit_count(format)), count = std::max(1, format.block_size);
  const double total = format.bits_per_value * count, scale = std::max(0.0, total - own * count);
  const float width = place.width(), height = 34;
  const float scale_width = static_cast<float>(scale / total) * width;
  paint.box({place.min, {place.min.x + std::max(scale_width - 2, 2.0f), place.min.y + height}}, theme.data[1], 3);
  const int cells = std::min(count, 64);
  const float cell = (width - scale_width) / static_cast<float>(cells);
  for (int i = 0; i < cells; ++i) {
    const float x = place.min.x + scale_width + cell * static_cast<float>(i);
    paint.box({{x, place.min.y}, {x + std::max(cell - 1, 1.0f), place.min.y + height}}, theme.data[0],
              cell > 5 ? 2.0f : 0.0f);
  }
  const std::string numbers = say("{} numbers of {} bits", std::to_string(count), std::to_string(own));
  const std::string scales = say("{} bits of scales", format_significant(scale, 3));
  const float y = place.min.y + height + 8;
  paint.box({{place.min.x, y + 2}, {place.min.x + 10, y + 12}}, theme.data[1], 2);
  const Rect first = paint.text({place.min.x + 16, y}, scales, {.size = kSmall, .colour = theme.soft});
  const float next = first.max.x + 18;
  paint.box({{next, y + 2}, {next + 10, y + 12}}, theme.data[0], 2);
  paint.text({next + 16, y}, numbers, {.size = kSmall, .colour = theme.soft});
}

}  // namespace lesson::ui
