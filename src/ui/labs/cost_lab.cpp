// Feel the cost grow: run products here, see time grow eight times and speed stay, and compare implementations.
#include <algorithm>
#include <cmath>

#include "engine/base/language.h"
#include "engine/calc/matmul.h"
#include "engine/lesson/speeds.h"
#include "ui/labs/labs.h"
#include "ui/labs/measured.h"
#include "ui/measuring.h"
#include "ui/plots/bars.h"
#include "ui/plots/product_walk.h"
#include "ui/widgets/widgets.h"

namespace lesson::ui {
namespace {

// One line a size, as the program prints it: "128 × 128:  4.2 million FLOPs in  0.1 ms  →  41.9 GFLOP/s".
void size_lines(Lab& lab) {
  const Painter& paint = lab.paint;
  const bool narrow = lab.flow.narrow();
  const TextStyle plain{.size = kCaption}, soft{.size = kCaption, .colour = paint.theme.soft};
  TextStyle right = plain, soft_right = soft;
  right.align = soft_right.align = Align::right;
  const auto width_of = [&](std::string_view text) { return paint.measure(text, plain).x; };
  for (const double n : three_sizes()) {
    const BenchResult* result = measured_at(lab, lab.choice("dtype"), lab.choice("kernel"), n);
    const Rect row = lab.flow.take(24);
    float x = row.min.x + width_of("512 × 512:");
    paint.text({x, row.min.y}, format_grouped(n) + " × " + format_grouped(n) + ":", right);
    if (!narrow) {
      x += width_of("  " + say("{} million FLOPs", "268.4"));
      paint.text({x, row.min.y}, say("{} million FLOPs", format_fixed(matmul_flops(n, n, n) / 1e6, 1)), soft_right);
    }
    x += 10;
    if (!result) {
      paint.text({x, row.min.y}, "not run yet", soft);
      continue;
    }
    x += width_of(narrow ? "9999.9 ms" : say("in {} ms", "9999.9"));
    paint.text({x, row.min.y}, say(narrow ? "{} ms" : "in {} ms", format_fixed(result->median_ns * 1e-6, 1)), right);
    paint.text({x + 8, row.min.y}, "→", soft);
    paint.text({x + 8 + width_of("→ 9999.9 GFLOP/s"), row.min.y},
               format_fixed(result->flops_per_s * 1e-9, 1) + " GFLOP/s", right);
  }
}

void time_chart(Lab& lab, const Rect& place, bool speed) {
  const Theme& theme = lab.paint.theme;
  const std::vector<const BenchResult*> results =
      measured_sizes(lab, lab.choice("dtype"), lab.choice("kernel"), lab.number("threads"));
  std::vector<Point> points;
  double low = 1e300, high = 0;
  for (const BenchResult* result : results) {
    points.push_back({static_cast<double>(result->n), speed ? result->flops_per_s : result->median_ns * 1e-9});
    low = std::min(low, points.back().y);
    high = std::max(high, points.back().y);
  }
  // Before anything is measured the axes wait for what a first run usually brings.
  if (points.empty()) low = speed ? 1e9 : 1e-4, high = speed ? 1e11 : 1e-1;
  Axis x{.low = 64, .high = 1024, .log = true};
  for (const Point& point : points) {
    x.low = std::min(x.low, point.x);
    x.high = std::max(x.high, point.x);
  }
  const Axis y = speed ? rounded_axis(0, high * 1.05, false) : rounded_axis(low * 0.7, high * 1.4, true);
  Chart chart(
      lab, place, x, y,
      {.x_title = "size n, rows and columns (log)",
       .y_title = speed ? "speed (FLOP/s)" : "time of one product (seconds, log)",
       .x_tick = [](double n) { return format_grouped(n); },
       .y_tick = speed ? TickText([](double value) { return value == 0 ? std::string("0") : speed_text(value); })
                       : TickText([](double value) { return time_text(value); }),
       .x_values = {64, 128, 256, 512, 1024, 2048, 4096}});
  if (!speed && !points.empty()) {
    const Point anchor = points.back();
    std::vector<Point> slope;
    for (double n = x.low; n <= x.high * 1.001; n *= std::sqrt(2.0))
      slope.push_back({n, anchor.y * std::pow(n / anchor.x, 3)});
    chart.curve(slope, theme.soft, 1.5f, true);
  }
  chart.curve(points, theme.data[0]);
  for (const Point& point : points) chart.mark(point, theme.data[0]);
  if (!speed && !points.empty())
    chart.words_at(0.05f, 0.06f, "dotted: n³, eight times the time for twice the size",
                   {.size = kSmall, .colour = theme.soft});
  if (points.empty())
    chart.words_at(0.05f, 0.4f, "Press Run, or Three sizes: the points appear here.",
                   {.size = kCaption, .colour = theme.soft});
  else
    chart.label(points.back(), speed ? speed_text(points.back().y) : time_text(points.back().y),
                {.size = kSmall, .bold = true});
  const int over = chart.nearest(points);
  if (over < 0) return;
  const BenchResult& result = *results[static_cast<std::size_t>(over)];
  const std::string size = format_grouped(static_cast<double>(result.n));
  lab.paint.read_out(chart.place(points[static_cast<std::size_t>(over)]), place,
                     {size + " × " + size, time_text(result.median_ns * 1e-9) + ", " + speed_text(result.flops_per_s),
                      say(result.threads == 1 ? "{}, {} thread" : "{}, {} threads", kernel_label(lab, result.kernel),
                          std::to_string(result.threads)),
                      result.disturbed ? "disturbed: run it again" : "checked against float64"});
}

constexpr float kLadderWords = 76;  // below the bars: one rung's idea, and what of the memory it walks

void ladder_chart(Lab& lab, const Rect& place) {
  std::vector<BarRow> rows;
  double high = 0;
  const BenchResult* base = nullptr;
  const std::vector<const KernelInfo*> rungs = ladder(lab.host, lab.choice("dtype"));
  for (const KernelInfo* rung : rungs) {
    const BenchResult* result = measured_at(lab, rung->dtype, rung->id, lab.number("n"));
    if (result && !base) base = result;
    BarRow row{.name = rung->label,
               .value = {},
               .text = "not run yet",
               .colour = lab.paint.theme.data[0],
               .capacity = 0,
               .strong = false};
    if (result) {
      row.value = result->flops_per_s;
      row.text = speed_text(result->flops_per_s);
      if (result != base) row.text += ", " + format_significant(result->flops_per_s / base->flops_per_s, 2) + "×";
      row.how = measured_speed(*result, "cost.rung " + rung->id, rung->label);
      high = std::max(high, result->flops_per_s);
    }
    rows.push_back(std::move(row));
  }
  if (rows.empty()) {
    lab.paint.wrapped(place.min, place.width(), "The list of implementations arrives with the first run.",
                      {.size = kCaption, .colour = lab.paint.theme.soft});
    return;
  }
  const float words = kLadderWords;
  const int over = bar_rows(lab, {place.min, {place.max.x, place.max.y - words}}, rows, 0, high > 0 ? high : 1, false);
  const KernelInfo& shown = over >= 0 ? *rungs[static_cast<std::size_t>(over)] : *rungs.back();
  const float y = place.max.y - words + 6;
  const bool pictured = product_walk(lab.paint, {place.min.x, y}, shown.id);
  const float x = place.min.x + (pictured ? kWalkWidth + 14 : 0);
  lab.paint.wrapped({x, y}, place.max.x - x, shown.label + ": " + std::string(tr(shown.idea)), {.size = kSmall, .colour = lab.paint.theme.soft});
  row_derivation(lab, rows);
}

}  // namespace

void draw_cost_lab(Lab& lab) {
  controls(lab);
  lab.flow.gap(4);
  if (measure_row(lab) == "ladder") lab.memory.view = 2;
  lab.begin_output();
  const std::string size = format_grouped(lab.number("n"));
  if (lab.value("speed")) {
    figure(lab, "speed", say("for {} × {}, here", size, size));
    figures(lab, {"time", "predicted_double", "tabs_per_gpu", "peak_ratio", "first_call"});
  } else {
    figure(lab, "flops", say("in one {} × {} product", size, size));
  }
  size_lines(lab);
  lab.flow.gap(8);
  view_switch(lab, {"Time", "Speed", "Implementations"});
  if (lab.memory.view == 2) {
    const RowHeights heights =
        bar_row_heights(lab, std::max<std::size_t>(ladder(lab.host, lab.choice("dtype")).size(), 4));
    ladder_chart(lab, lab.picture(heights.least + kLadderWords, heights.wish + kLadderWords, heights.most + kLadderWords));
  } else {
    time_chart(lab, lab.picture(190, 240, 560), lab.memory.view == 1);
  }
}

}  // namespace lesson::ui
