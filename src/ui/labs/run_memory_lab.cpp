// Memory to run a model: what it needs, part by part, and which devices hold it.
#include "ui/labs/labs.h"
#include "ui/labs/memory_parts.h"
#include "ui/widgets/widgets.h"

namespace lesson::ui {

void draw_run_memory_lab(Lab& lab) {
  controls(lab);
  lab.begin_output();
  figure(lab, "total", "to run it");
  const Quantity* total = lab.result("total");
  if (!total || !total->value) return;
  if (!total->caution.empty()) caption(lab, total->caution);

  lab.flow.gap(8);
  const std::vector<Part> parts = parts_of(lab, *total);
  stacked_bar(lab, lab.flow.take(stacked_bar_height(lab, lab.flow.width, parts, 0, false)), parts, 0,
              scale_of(lab, *total->value));
  part_derivation(lab, parts);
  if (lab.choice("model") != "none") {
    lab.flow.gap(8);
    figures(lab, {"kv_per_token", "longest_context", "largest_batch"});
    if (lab.value("kv_unwindowed")) figures(lab, {"kv_cache", "kv_unwindowed"});
    if (lab.value("active_params") != lab.value("params")) figures(lab, {"params", "active_params"});
  }

  lab.flow.gap(14);
  heading(lab, "What holds it");
  const std::vector<BarRow> rows = device_rows(lab, *total->value);
  const RowHeights heights = bar_row_heights(lab, rows.size());
  // A device far too small still shows its wall: the scale ends a little beyond the largest device.
  bar_rows(lab, lab.picture(heights.least, heights.wish, heights.most), rows, 0, largest_capacity(rows) * 1.04, false);
  row_derivation(lab, rows);
}

}  // namespace lesson::ui
