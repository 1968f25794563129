// Where code runs: what this program found here, and its speed beside devices on one log scale.
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

constexpr std::array<std::string_view, 7> kShown{
    "t4", "apple-m4-max", "rtx-4090", "a100-sxm4-80gb", "h100-sxm5-80gb", "mi300x", "b200-sxm"};

void facts(Lab& lab) {
  const Painter& paint = lab.paint;
  const Theme& theme = paint.theme;
  if (lab.host.facts.empty()) {
    caption(lab, "What this machine offers is read when the first measurement starts.");
    return;
  }
  const float name_width = std::min(150.0f, lab.flow.width * 0.42f);
  for (const Fact& fact : lab.host.facts) {
    const float width = lab.flow.width - name_width;
    const ImVec2 at{lab.flow.left, lab.flow.y + 3};
    paint.text(at, paint.fitted(fact.label, {.size = kCaption}, name_width - 10),
               {.size = kCaption, .colour = theme.soft});
    float height = paint.wrapped({at.x + name_width, at.y}, width, fact.value, {.size = kCaption}).height();
    if (!fact.note.empty())
      height += 6 + paint
                        .wrapped({at.x + name_width, at.y + height + 6}, width, fact.note,
                                 {.size = kSmall, .colour = theme.soft})
                        .height();
    lab.flow.take(height + 8);
  }
}

// The slowest thing measured in this tab: loops as anyone would write them.
const BenchResult* plain_loops(const Lab& lab) {
  for (const BenchResult& result : lab.measured.results)
    if (result.verified && result.kernel.find("_ijk__scalar") != std::string::npos) return &result;
  return nullptr;
}

// One row for each device and format of a machine: its fastest.
void add_machine(const Lab& lab, const Machine& machine, std::vector<BarRow>& rows) {
  std::vector<const BenchResult*> best;
  for (const BenchResult& result : machine.results) {
    const auto same = std::ranges::find_if(best, [&](const BenchResult* other) {
      return other->device == result.device && other->dtype == result.dtype;
    });
    if (same == best.end())
      best.push_back(&result);
    else if (result.flops_per_s > (*same)->flops_per_s)
      *same = &result;
  }
  std::ranges::sort(best, {}, [](const BenchResult* result) { return result->flops_per_s; });
  for (const BenchResult* result : best) {
    const Result<const NumberFormat*> format = find_number_format(result->dtype);
    const std::string device = result->device_name.empty() ? machine.name : result->device_name;
    rows.push_back({.name = device + ", " + (format ? std::string((*format)->name) : result->dtype),
                    .value = result->flops_per_s,
                    .text = speed_text(result->flops_per_s),
                    .colour = lab.paint.theme.data[2],
                    .capacity = 0,
                    .strong = true});
  }
}

// The end of the scale: the catalogue's fastest device in a format.
std::string_view fastest_device(const NumberFormat& format) {
  std::string_view id;
  double most = 0;
  for (const Device& device : catalog_devices()) {
    const Peak peak = dense_peak(device, format);
    if (peak.flops_per_s && *peak.flops_per_s > most) {
      most = *peak.flops_per_s;
      id = device.id;
    }
  }
  return id;
}

std::vector<BarRow> speeds(const Lab& lab) {
  const Theme& theme = lab.paint.theme;
  std::vector<BarRow> rows;
  if (const BenchResult* plain = plain_loops(lab))
    rows.push_back({.name = "This tab, plain loops",
                    .value = plain->flops_per_s,
                    .text = speed_text(plain->flops_per_s),
                    .colour = theme.data[1],
                    .capacity = 0,
                    .strong = true});
  for (const std::string_view dtype : {"fp32", "bf16", "int8"}) {
    const BenchResult* best = lab.measured.best(dtype);
    if (!best && dtype != "fp32") continue;
    const Result<const NumberFormat*> format = find_number_format(dtype);
    rows.push_back({.name = "This tab, " + std::string((*format)->name),
                    .value = best ? std::optional(best->flops_per_s) : std::nullopt,
                    .text = best ? speed_text(best->flops_per_s) : "not measured yet",
                    .colour = theme.data[1],
                    .capacity = 0,
                    .strong = true});
  }
  for (const Machine& machine : lab.measured.machines) add_machine(lab, machine, rows);
  const Result<const NumberFormat*> format = find_number_format(lab.choice("dtype"));
  if (!format) return rows;
  const std::string chosen = lab.choice("gpu");
  std::vector<std::string_view> ids(kShown.begin(), kShown.end());
  const std::string_view fastest = fastest_device(**format);
  for (const std::string_view id : {std::string_view(chosen), fastest})
    if (!id.empty() && std::ranges::find(ids, id) == ids.end()) ids.push_back(id);
  std::vector<BarRow> devices;
  for (const std::string_view id : ids) {
    const Result<const Device*> device = find_device(id);
    if (!device) continue;
    const Peak peak = dense_peak(**device, **format);
    if (!peak.flops_per_s && id != chosen) continue;
    devices.push_back({.name = std::string((*device)->name),
                       .value = peak.flops_per_s,
                       .text = peak.flops_per_s ? speed_text(*peak.flops_per_s) : "n/a",
                       .colour = id == chosen ? theme.data[0] : theme.data[4],
                       .capacity = 0,
                       .strong = id == chosen});
  }
  std::ranges::sort(devices, {}, [](const BarRow& row) { return row.value.value_or(0); });
  rows.insert(rows.end(), devices.begin(), devices.end());
  return rows;
}

// The same bars as time: how long the job of "Time and money" takes at each speed.
void as_times(const Lab& lab, std::vector<BarRow>& rows) {
  TimeCostInput job;
  job.params = lab.state.inputs.time_cost.params;
  job.tokens = lab.state.inputs.time_cost.tokens;
  const auto cost = time_cost(job);
  for (BarRow& row : rows) {
    if (!row.value || !cost || !cost->flops.value) continue;
    row.value = *cost->flops.value / *row.value;
    row.text = time_text(*row.value);
  }
}

}  // namespace

void draw_hardware_lab(Lab& lab) {
  controls(lab);
  lab.flow.gap(6);
  heading(lab, "What was found here");
  facts(lab);
  lab.begin_output();
  if (lab.value("tab_to_gpu_ratio")) figure(lab, "tab_to_gpu_ratio");
  figures(lab, {"tab_speed", "gpu_peak"});
  if (lab.value("native_speed")) figures(lab, {"native_speed", "native_seconds"});
  heading(lab, "Measured, and dense peaks of devices (log scale)");
  view_switch(lab, {"Speed", "Train it here"});
  std::vector<BarRow> rows = speeds(lab);
  const bool times = lab.memory.view == 1;
  if (times) as_times(lab, rows);
  double low = times ? 1e300 : 1e9, high = times ? 0 : 1e12;
  for (const BarRow& row : rows)
    if (row.value) {
      low = std::min(low, *row.value);
      high = std::max(high, *row.value);
    }
  if (low > high) low = high = 1;  // nothing has a speed in this format
  const RowHeights heights = bar_row_heights(lab, rows.size());
  bar_rows(lab, lab.picture(heights.least, heights.wish, heights.most), rows,
           std::pow(10.0, std::floor(std::log10(low)) - 1), high, true);
  if (lab.measured.best("fp32") && lab.host.machine.empty()) return;
  lab.flow.gap(6);
  measure_row(lab);
}

}  // namespace lesson::ui
