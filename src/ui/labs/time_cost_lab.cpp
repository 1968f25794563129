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

struct Link {
  std::string_view result;
  std::string operation;  // what made it from the one before
};

// Four numbers, each made from the one before by the operation above it.
void chain(Lab& lab, const std::array<Link, 4>& links) {
  const Painter& paint = lab.paint;
  const Theme& theme = paint.theme;
  const int columns = lab.flow.width >= 520 ? 4 : 2;
  const float gutter = 26, width = (lab.flow.width - gutter * static_cast<float>(columns - 1)) / static_cast<float>(columns);
  const TextStyle soft{.size = kSmall, .colour = theme.soft};
  const float height = 92;
  for (std::size_t i = 0; i < links.size(); ++i) {
    const int column = static_cast<int>(i) % columns;
    if (column == 0 && i > 0) lab.flow.gap(kGap);
    if (column == 0) lab.flow.take(height);
    const Rect card{{lab.flow.left + static_cast<float>(column) * (width + gutter), lab.flow.y - height}, {lab.flow.left + static_cast<float>(column) * (width + gutter) + width, lab.flow.y}};
    const Quantity* quantity = lab.result(links[i].result);
    if (!quantity) continue;
    paint.frame(card, theme.line, kRadius);
    const float pad = 10, room = width - 2 * pad;
    paint.wrapped({card.min.x + pad, card.min.y + 8}, room, links[i].operation, soft);
    const TextStyle number{.size = paint.measure(lab.text(*quantity), {.size = kHeading}).x <= room ? kHeading : kCaption};
    number_at(lab, {card.min.x + pad, card.min.y + 50}, paint.fitted(lab.text(*quantity), number, room), number, *quantity);
    paint.text({card.min.x + pad, card.min.y + 71}, paint.fitted(quantity->label, soft, room), soft);
    if (column > 0) {
      const float x = card.min.x - gutter / 2, y = card.center().y;
      paint.line({x - 6, y}, {x + 5, y}, theme.soft, 1.5f);
      paint.line({x + 1, y - 4}, {x + 5, y}, theme.soft, 1.5f);
      paint.line({x + 1, y + 4}, {x + 5, y}, theme.soft, 1.5f);
    }
  }
  derivation(lab, {"flops", "seconds", "gpu_hours", "cost"});
}

constexpr std::array<std::string_view, 4> kElsewhere{"rtx-4090", "a100-sxm4-80gb", "h100-sxm5-80gb", "b200-sxm"};

std::vector<BarRow> same_job(const Lab& lab) {
  const Theme& theme = lab.paint.theme;
  const TimeCostInputs& in = lab.state.inputs.time_cost;
  std::vector<BarRow> rows;
  const auto add = [&](std::string name, std::optional<double> seconds, ImU32 colour, bool strong, std::string missing) {
    rows.push_back({.name = std::move(name), .note = {}, .value = seconds, .text = seconds ? format_duration(*seconds) : std::move(missing), .colour = colour, .capacity = 0, .strong = strong});
  };
  const std::optional<double> here = lab.value("here_seconds");
  add("This tab", here, theme.data[1], true, "not measured yet");
  for (const std::string_view id : kElsewhere) {
    const Result<const Device*> device = find_device(id);
    if (!device || id == in.gpu) continue;
    const Result<TimeCost> cost = time_cost({.params = in.params, .tokens = in.tokens, .gpu = std::string(id), .dtype = in.dtype, .utilization = in.utilization_ratio});
    if (cost && cost->gpu_seconds.value) add("1 × " + std::string((*device)->name), cost->gpu_seconds.value, theme.data[4], false, {});
  }
  const Result<const Device*> chosen = find_device(in.gpu);
  if (chosen) add(format_grouped(in.gpus) + " × " + std::string((*chosen)->name), lab.value("wall_clock"), theme.data[0], true, "n/a");
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
  const float wish = static_cast<float>(rows.size()) * (lab.flow.narrow() ? 46.0f : 34.0f);
  const Rect place = lab.picture(wish, wish);
  if (high > 0) bar_rows(lab, place, rows, std::pow(10.0, std::floor(std::log10(low)) - 1), high * 1.02, true);
  caption(lab, "Log scale: each step of the same length is the same factor.");
  if (lab.value("here_seconds")) return;
  lab.flow.gap(4);
  measure_row(lab);
}

}  // namespace

void draw_time_cost_lab(Lab& lab) {
  controls(lab);
  lab.begin_output();
  figure(lab, "cost");
  const std::string price = lab.state.shown(lab.param("price")), utilization = lab.state.shown(lab.param("utilization"));
  chain(lab, {{{"flops", "6 × parameters × tokens"},
               {"seconds", "÷ (peak × " + utilization + ")"},
               {"gpu_hours", "÷ 3,600"},
               {"cost", "× " + price}}});
  lab.flow.gap(10);
  figures(lab, {"wall_clock", "energy", "carbon"});
  elsewhere(lab);
}

}  // namespace lesson::ui
