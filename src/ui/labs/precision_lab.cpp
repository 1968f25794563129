// Precision: the bits of a stored number, what storing it costs, and the same product in several formats.
#include <algorithm>
#include <cmath>

#include "engine/base/language.h"
#include "engine/lesson/speeds.h"
#include "engine/numeric/convert.h"
#include "ui/labs/labs.h"
#include "ui/labs/measured.h"
#include "ui/measuring.h"
#include "ui/plots/bars.h"
#include "ui/plots/bits.h"
#include "ui/widgets/widgets.h"

namespace lesson::ui {
namespace {

void bits(Lab& lab, const NumberFormat& format) {
  if (format.kind == FormatKind::block) {
    block_picture(lab, lab.flow.take(60), format);
    return;
  }
  const Result<Conversion> conversion = convert_number(format, lab.number("value"));
  if (!conversion) {
    caption(lab, conversion.error().message);
    return;
  }
  bit_picture(lab, lab.flow.take(bit_picture_height(lab, lab.flow.width, format)), format, conversion->bits);
  if (!conversion->note.empty()) caption(lab, conversion->note);
}

// Bytes a number as bars; beside each what the product measured: speed and error.
void comparison(Lab& lab, const Rect& place) {
  std::vector<BarRow> rows;
  double widest = 0;
  for (const std::string_view id : compared_formats()) {
    const Result<const NumberFormat*> format = find_number_format(id);
    if (!format) continue;
    const double bytes = (*format)->bytes_per_value();
    widest = std::max(widest, bytes);
    BarRow row{
        .name = say(bytes == 1 ? "{}, {} byte" : "{}, {} bytes", (*format)->name, format_significant(bytes, 2)),
        .value = bytes,
        .text = "not measured yet",
        .colour = lab.paint.theme.data[0],
        .capacity = 0,
        .strong = id == lab.choice("dtype")};
    if (const BenchResult* result = measured_at(lab, id, "best", lab.number("n"))) {
      row.text = say("{}, error {}", speed_text(result->flops_per_s), format_scientific(result->format_error, 2));
      row.how = measured_speed(*result, "precision.product_" + std::string(id), std::string((*format)->name));
      row.how->source = say("{}; the error: root mean square, relative, against float64", row.how->source);
    }
    rows.push_back(std::move(row));
  }
  bar_rows(lab, place, rows, 0, widest, false);
  row_derivation(lab, rows);
}

}  // namespace

void draw_precision_lab(Lab& lab) {
  controls(lab);
  lab.begin_output();
  const Result<const NumberFormat*> format = find_number_format(lab.choice("dtype"));
  if (!format) return;
  figure(lab, "stored", say("is what {} keeps", tr((*format)->name)));
  lab.flow.gap(4);
  bits(lab, **format);
  lab.flow.gap(6);
  figures(lab, {"bytes_per_value", "rel_error", "largest", "step_near_1"});
  lab.flow.gap(4);
  const std::string size = format_grouped(lab.number("n"));
  heading(lab, say("Bytes a number, and the same {} × {} product", size, size));
  const RowHeights heights = bar_row_heights(lab, compared_formats().size());
  comparison(lab, lab.picture(heights.least, heights.wish, heights.most));
  lab.flow.gap(6);
  measure_row(lab);
}

}  // namespace lesson::ui
