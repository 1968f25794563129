// Time and money: the chain from work to dollars, and the same job on other devices and in this tab.
#include <algorithm>
#include <array>
#include <cmath>

#include "engine/base/language.h"
#include "engine/catalog/catalog.h"
#include "ui/labs/labs.h"
#include "ui/labs/measured.h"
#include "ui/plots/bars.h"
#include "ui/widgets/widgets.h"

namespace lesson::ui {
namespace {

struct Step {
  std::string operation;  // what makes it from the line above
  std::string_view result;
};

// As on a receipt: each line is made from the one above by the operation on its left.
void receipt(Lab& lab, const std::array<Step, 4>& steps) {
  const Painter& paint = lab.paint;
  const Theme& theme = paint.theme;
  const TextStyle soft{.size = kCaption, .colour = theme.soft}, number{.size = kBody, .align = Align::right};
  for (const Step& step : steps) {
    const Quantity* quantity = lab.result(step.result);
    if (!quantity) continue;
    const Rect line = lab.flow.take(lab.metrics.touch ? 40 : 32);
    paint.line({line.min.x, line.max.y}, {line.max.x, line.max.y}, theme.line);
    const float y = line.center().y;
    const Rect drawn = number_at(lab, {line.max.x, y - kBody / 2 - 1}, lab.text(*quantity), number, *quantity);
    paint.text({line.min.x, y - kCaption / 2}, paint.fitted(step.operation, soft, drawn.min.x - line.min.x - 12), soft);
    derivation(lab, {step.result});
  }
  lab.flow.gap(16);
}

std::vector<BarRow> same_job(const Lab& lab) {
  const Theme& theme = lab.paint.theme;
  std::vector<BarRow> rows;
  const auto add = [&](std::string name, const Quantity* time, ImU32 colour, bool strong, std::string missing) {
    const bool known = time && time->value;
    std::string text = known ? format_duration(*time->value) + (time->caution.empty() ? "" : "*") : std::move(missing);
    rows.push_back({.name = std::move(name),
                    .value = known ? time->value : std::nullopt,
                    .text = std::move(text),
                    .colour = colour,
                    .capacity = 0,
                    .strong = strong,
                    .how = known ? std::optional(*time) : std::nullopt});
  };
  add("This tab", lab.result("here_seconds"), theme.data[1], true, "not measured yet");
  const std::string chosen = lab.choice("gpu");
  for (const Quantity& time : lab.results) {
    const Device* device = device_of_result(time.name);
    if (device && device->id != chosen && time.value) add("1 × " + std::string(tr(device->name)), &time, theme.data[4], false, {});
  }
  if (const Result<const Device*> device = find_device(chosen))
    add(format_grouped(lab.number("gpus")) + " × " + std::string(tr((*device)->name)), lab.result("wall_clock"),
        theme.data[0], true, "n/a");
  return rows;
}

void elsewhere(Lab& lab) {
  heading(lab, "The same job, on the clock");
  const std::vector<BarRow> rows = same_job(lab);
  double low = 1e300, high = 0;
  for (const BarRow& row : rows)
    if (row.value) {
      low = std::min(low, *row.value);
      high = std::max(high, *row.value);
    }
  const RowHeights heights = bar_row_heights(lab, rows.size());
  const Rect place = lab.picture(heights.least, heights.wish, heights.most);
  if (high > 0) bar_rows(lab, place, rows, std::pow(10.0, std::floor(std::log10(low)) - 1), high * 1.02, true);
  row_derivation(lab, rows);
  lab.flow.gap(6);
  caption(lab, "Log scale: each step of the same length is the same factor.");
  if (lab.value("here_seconds")) return;
  lab.flow.gap(4);
  measure_row(lab);
}

}  // namespace

void draw_time_cost_lab(Lab& lab) {
  controls(lab);
  lab.begin_output();
  figure(lab, "cost", "to train it");
  const std::string price = lab.state.shown(lab.param("price")),
                    utilization = lab.state.shown(lab.param("utilization"));
  const std::string params = lab.state.shown(lab.param("params")), tokens = lab.state.shown(lab.param("tokens"));
  receipt(lab, {{{"6 × " + params + " × " + tokens, "flops"},
                 {say("÷ (peak FLOP/s × {})", utilization), "seconds"},
                 {"÷ 3,600 seconds", "gpu_hours"},
                 {say("× {} for a GPU-hour", price), "cost"}}});
  figures(lab, {"wall_clock", "energy", "carbon"});
  if (lab.value("best_measured")) figures(lab, {"best_measured"});
  elsewhere(lab);
}

}  // namespace lesson::ui
