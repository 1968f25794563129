// Time and money: the chain from work to dollars, and the same job on other devices and in this tab.
#include <algorithm>
#include <array>
#include <cmath>

#include "engine/calc/time_cost.h"
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

constexpr std::array<std::string_view, 4> kElsewhere{"rtx-4090", "a100-sxm4-80gb", "h100-sxm5-80gb", "b200-sxm"};

std::vector<BarRow> same_job(const Lab& lab) {
  const Theme& theme = lab.paint.theme;
  const TimeCostInputs& in = lab.state.inputs.time_cost;
  std::vector<BarRow> rows;
  const auto add = [&](std::string name, std::optional<double> seconds, ImU32 colour, bool strong,
                       std::string missing) {
    rows.push_back({.name = std::move(name),
                    .value = seconds,
                    .text = seconds ? format_duration(*seconds) : std::move(missing),
                    .colour = colour,
                    .capacity = 0,
                    .strong = strong});
  };
  const std::optional<double> here = lab.value("here_seconds");
  add("This tab", here, theme.data[1], true, "not measured yet");
  for (const std::string_view id : kElsewhere) {
    const Result<const Device*> device = find_device(id);
    if (!device || id == in.gpu) continue;
    const Result<TimeCost> cost = time_cost({.params = in.params,
                                             .tokens = in.tokens,
                                             .gpu = std::string(id),
                                             .dtype = in.dtype,
                                             .utilization = in.utilization_ratio});
    if (cost && cost->gpu_seconds.value)
      add("1 × " + std::string((*device)->name), cost->gpu_seconds.value, theme.data[4], false, {});
  }
  const Result<const Device*> chosen = find_device(in.gpu);
  if (chosen)
    add(format_grouped(in.gpus) + " × " + std::string((*chosen)->name), lab.value("wall_clock"), theme.data[0], true,
        "n/a");
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
                 {"÷ (peak FLOP/s × " + utilization + ")", "seconds"},
                 {"÷ 3,600 seconds", "gpu_hours"},
                 {"× " + price + " for a GPU-hour", "cost"}}});
  figures(lab, {"wall_clock", "energy", "carbon"});
  if (lab.value("best_measured")) figures(lab, {"best_measured"});
  elsewhere(lab);
}

}  // namespace lesson::ui
