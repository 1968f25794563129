// The bits of one stored number, and the bits of a block of numbers that share a scale.
#pragma once

#include "engine/numeric/convert.h"
#include "ui/lab.h"

namespace lesson::ui {

// `bits` as convert.h writes them: "0|10000000|1001001".
float bit_picture_height(const Lab& lab, float width, const NumberFormat& format);
void bit_picture(const Lab& lab, const Rect& place, const NumberFormat& format, std::string_view bits);

// Formats whose numbers share a scale: the block in proportion.
void block_picture(const Lab& lab, const Rect& place, const NumberFormat& format);

}  // namespace lesson::ui
