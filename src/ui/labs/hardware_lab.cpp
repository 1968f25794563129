// Where code runs: what this program found here, and its speed beside devices on one log scale.
#include <algorithm>
#include <array>
#include <cmath>

#include "engine/base/language.h"
#include "engine/catalog/catalog.h"
#include "engine/lesson/speeds.h"
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

struct RowLook {
  ImU32 colour;
  bool strong;
};

// A speed as a row; one that is missing says `missing`.
BarRow speed_row(std::string name, const Quantity& speed, const RowLook& look, std::string missing) {
  const bool known = speed.value.has_value();
  return {.name = std::move(name),
          .value = speed.value,
          .text = known ? speed_text(*speed.value) + (speed.caution.empty() ? "" : "*") : std::move(missing),
          .colour = look.colour,
          .capacity = 0,
          .strong = look.strong,
          .how = known ? std::optional(speed) : std::nullopt};
}

// What was measured, under its device and format.
BarRow measured_row(const BenchResult& result, const std::string& where, ImU32 colour) {
  const Result<const NumberFormat*> format = find_number_format(result.dtype);
  const std::string label = std::string(tr(where)) + ", " + (format ? std::string((*format)->name) : result.dtype);
  const std::string name = "hardware.measured " + where + " " + result.device + " " + result.dtype + " " + result.kernel;
  return speed_row(label, measured_speed(result, name, label), {colour, true}, {});
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
  for (const BenchResult* result : best)
    rows.push_back(measured_row(*result, result->device_name.empty() ? machine.name : result->device_name,
                                lab.paint.theme.data[2]));
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
  if (const BenchResult* plain = plain_loops(lab)) {
    const std::string name = "This tab, plain loops";
    rows.push_back(speed_row(name, measured_speed(*plain, "hardware.plain", name), {theme.data[1], true}, {}));
  }
  for (const std::string_view dtype : {"fp32", "bf16", "int8"}) {
    if (const BenchResult* best = lab.measured.best(dtype))
      rows.push_back(measured_row(*best, "This tab", theme.data[1]));
    else if (dtype == "fp32")
      rows.push_back(speed_row("This tab, float32", {}, {theme.data[1], true}, "not measured yet"));
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
    const std::string name((*device)->name);
    const Quantity peak = device_peak(**device, **format, "hardware.peak_" + std::string(id), name);
    if (!peak.value && id != chosen) continue;
    const RowLook look{id == chosen ? theme.data[0] : theme.data[4], id == chosen};
    devices.push_back(speed_row(name, peak, look, "n/a"));
  }
  std::ranges::sort(devices, {}, [](const BarRow& row) { return row.value.value_or(0); });
  rows.insert(rows.end(), devices.begin(), devices.end());
  return rows;
}

// The same bars as time: how long the job of "Time and money" takes at each speed.
void as_times(const Lab& lab, std::vector<BarRow>& rows) {
  for (BarRow& row : rows) {
    if (!row.how) continue;
    row.how = job_time(lab.state.inputs.time_cost, *row.how, row.how->name + " as time", row.name);
    row.value = row.how->value;
    row.text = row.value ? time_text(*row.value) + (row.how->caution.empty() ? "" : "*") : "n/a";
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
  row_derivation(lab, rows);
  if (lab.measured.best("fp32") && lab.host.machine.empty()) return;
  lab.flow.gap(6);
  measure_row(lab);
}

}  // namespace lesson::ui
