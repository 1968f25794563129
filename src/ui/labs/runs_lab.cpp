// Real training runs: the lesson's three jobs, and published runs against what the recipe predicts.
#include <algorithm>
#include <array>
#include <cmath>

#include "engine/base/language.h"
#include "engine/lesson/published.h"
#include "ui/labs/labs.h"
#include "ui/plots/chart.h"
#include "ui/widgets/touchable.h"
#include "ui/widgets/widgets.h"

namespace lesson::ui {
namespace {

struct JobRow {
  std::string_view prefix;
  std::string label;
};

void jobs_table(Lab& lab) {
  const Painter& paint = lab.paint;
  const TextStyle soft{.size = kSmall, .colour = paint.theme.soft, .align = Align::right},
      number{.size = kBody, .align = Align::right};
  const bool narrow = lab.flow.width < 500;
  const float right = lab.flow.left + lab.flow.width, column = std::min(104.0f, lab.flow.width * 0.32f);
  const std::array<JobRow, 3> rows{
      {{"gpt3", "GPT-3: 175B, 300B tokens"}, {"b7", "7B model, 2T tokens"}, {"finetune", "fine-tune 7B, 50M tokens"}}};
  const std::array<std::string_view, 3> columns{"_flops", "_a100_hours", "_h100_hours"};
  const std::array<std::string_view, 3> titles{"FLOPs", "A100-hours", "H100-hours"};
  const Rect head = lab.flow.take(20);
  for (std::size_t c = 0; c < titles.size(); ++c)
    paint.text({right - column * static_cast<float>(2 - c), head.min.y}, titles[c], soft);
  for (const JobRow& row : rows) {
    const Rect line = lab.flow.take(narrow ? 46 : 30);
    paint.line({line.min.x, line.min.y}, {line.max.x, line.min.y}, paint.theme.line);
    const float y = narrow ? line.min.y + 25 : line.min.y + 7;
    paint.text({line.min.x, line.min.y + (narrow ? 5 : 7)}, row.label, {.size = kCaption});
    for (std::size_t c = 0; c < columns.size(); ++c) {
      const Quantity* quantity = lab.result(std::string(row.prefix) + std::string(columns[c]));
      if (!quantity) continue;
      std::string text =
          quantity->value && quantity->unit == Unit::gpu_hours ? format_grouped(*quantity->value) : lab.text(*quantity);
      if (quantity->value && quantity->unit == Unit::flops) text = format_scientific(*quantity->value, 2);
      number_at(lab, {right - column * static_cast<float>(2 - c), y}, text, number, *quantity);
    }
    const std::string p(row.prefix);
    derivation(lab, {p + "_flops", p + "_a100_hours", p + "_h100_hours"});
  }
}

std::vector<Point> diagonal(const Axis& axis, double factor) {
  return {{axis.low, axis.low * factor}, {axis.high, axis.high * factor}};
}

void scatter(Lab& lab, const Rect& place, const std::vector<PublishedRun>& published) {
  const Theme& theme = lab.paint.theme;
  const Axis both = rounded_axis(1e3, 1e8, true);
  Chart chart(lab, place, both, both, {.x_title = "reported GPU-hours (log)", .y_title = "predicted GPU-hours (log)"});
  chart.band(diagonal(both, 0.5), diagonal(both, 2), faded(theme.data[2], 0.16f));
  chart.curve(diagonal(both, 1), theme.data[2], 1.5f);
  std::vector<Point> points;
  std::vector<const PublishedRun*> shown;
  for (const PublishedRun& run : published) {
    if (!run.reported_hours.value || !run.predicted_hours.value) continue;
    points.push_back({*run.reported_hours.value, *run.predicted_hours.value});
    shown.push_back(&run);
  }
  const auto off = [](const Point& point) { return std::abs(std::log2(point.y / point.x)); };
  for (const Point& point : points) chart.mark(point, off(point) > 1 ? theme.data[1] : theme.data[0], 4);
  chart.words_at(0.03f, 0.02f, "shaded: within a factor of 2",
                 {.size = kSmall, .colour = readable(theme, theme.data[2])});
  std::vector<std::size_t> order(points.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::ranges::sort(order, [&](std::size_t a, std::size_t b) { return off(points[a]) > off(points[b]); });
  for (const std::size_t i : order)
    if (off(points[i]) > 1) chart.label(points[i], shown[i]->run->name, {.size = kSmall});

  const int over = chart.nearest(points);
  if (over >= 0 && ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
    const PublishedRun& chosen = *shown[static_cast<std::size_t>(over)];
    lab.memory.picked = chosen.run->id;
    open_derivation(lab, chosen.predicted_hours);  // the point's height
  }
  for (std::size_t i = 0; i < shown.size(); ++i)
    if (shown[i]->run->id == lab.memory.picked) lab.paint.ring(chart.place(points[i]), 8, theme.accent, 2);
  if (over < 0) return;
  const PublishedRun& run = *shown[static_cast<std::size_t>(over)];
  lab.paint.read_out(chart.place(points[static_cast<std::size_t>(over)]), place,
                     {std::string(run.run->name), say("predicted {}", lab.text(run.predicted_hours)),
                      say("reported {}", lab.text(run.reported_hours)),
                      say("utilization implied: {}", lab.text(run.implied_mfu))});
}

void picked_run(Lab& lab, const std::vector<PublishedRun>& published) {
  const auto found =
      std::ranges::find(published, lab.memory.picked, [](const PublishedRun& run) { return run.run->id; });
  if (found == published.end()) {
    caption(lab, "Choose a run to see why it lies where it lies, and its sources.");
    return;
  }
  const PublishedRun& run = *found;
  heading(lab, std::string(run.run->name) + ", " + std::string(run.run->device_as_reported));
  for (const Quantity* number : {&run.predicted_hours, &run.reported_hours, &run.ratio, &run.implied_mfu})
    figure_row(lab, *number);
  if (!run.remark.empty()) caption(lab, run.remark);
  caption(lab, say("Source: {}", run.run->source));
}

std::string cell_text(const Lab& lab, const Quantity& number) {
  if (number.unit != Unit::gpu_hours) return lab.text(number);
  return format_short_count(*number.value) + (number.caution.empty() ? "" : "*");  // the head says the unit
}

// The runs in the chosen order, a page of them: as many as there is room for.
void table(Lab& lab, const Rect& place, const std::vector<PublishedRun>& published) {
  const Painter& paint = lab.paint;
  const float row_height = lab.metrics.touch ? 44.0f : 28.0f, head_height = 22,
              foot_height = lab.metrics.touch ? 48.0f : 38.0f;
  const auto room = static_cast<std::size_t>(std::max(1.0f, (place.height() - head_height - foot_height) / row_height));
  const std::size_t last_page = published.empty() ? 0 : (published.size() - 1) / room;
  lab.memory.page = std::min(lab.memory.page, last_page);
  const std::size_t first = lab.memory.page * room, end = std::min(first + room, published.size());
  struct Column {
    std::string_view title;
    Quantity PublishedRun::*number;
  };
  const std::array<Column, 4> columns{{{"predicted", &PublishedRun::predicted_hours},
                                       {"reported", &PublishedRun::reported_hours},
                                       {"ratio", &PublishedRun::ratio},
                                       {"utilization", &PublishedRun::implied_mfu}}};
  // Narrow labs show what tells most; the rest is in the run's own words, one press away.
  const bool few = place.width() < 520;
  const std::span<const Column> shown = std::span<const Column>(columns).subspan(few ? 2 : 0);
  const float column = few ? 78.0f : 92.0f;
  const auto right = [&](std::size_t c) { return place.max.x - column * static_cast<float>(shown.size() - 1 - c); };
  for (std::size_t c = 0; c < shown.size(); ++c)
    paint.text({right(c), place.min.y}, shown[c].title,
               {.size = kSmall, .colour = paint.theme.soft, .align = Align::right});
  float y = place.min.y + head_height;
  for (std::size_t i = first; i < end; ++i, y += row_height) {
    const PublishedRun& run = published[i];
    paint.line({place.min.x, y}, {place.max.x, y}, paint.theme.line);
    const Rect row{{place.min.x, y}, {place.max.x, y + row_height}};
    const float text_y = row.center().y - kCaption / 2;
    // The numbers first: a press on one opens it, below the table with its run; a press beside them chooses the run.
    ImGui::PushID("table");
    const std::string open_before = lab.memory.open_derivation;
    for (std::size_t c = 0; c < shown.size(); ++c) {
      const Quantity& number = run.*shown[c].number;
      if (number.value)
        number_at(lab, {right(c), text_y}, cell_text(lab, number), {.size = kCaption, .align = Align::right}, number);
      else
        paint.text({right(c), text_y}, "n/a", {.size = kCaption, .align = Align::right});
    }
    const Touch touch = touchable(row, run.run->id);
    ImGui::PopID();
    const bool opened = lab.memory.open_derivation != open_before;
    if (touch.pressed || opened) lab.memory.picked = run.run->id;
    const bool picked = lab.memory.picked == run.run->id;
    if (touch.focused) paint.focus_ring(row, 4);
    const TextStyle name{
        .size = kCaption, .colour = picked || touch.hovered ? paint.theme.accent : paint.theme.ink, .bold = picked};
    paint.text({place.min.x, text_y}, paint.fitted(run.run->name, name, right(0) - column - place.min.x), name);
  }
  if (last_page == 0) return;
  const ButtonSpec earlier{.label = "Earlier", .kind = ButtonKind::quiet, .enabled = lab.memory.page > 0},
      later{.label = "Later", .kind = ButtonKind::quiet, .enabled = lab.memory.page < last_page};
  const float foot = place.max.y - foot_height + 4;
  if (button_at(lab, {place.min.x, foot}, earlier)) --lab.memory.page;
  const float beside = place.min.x + button_width(lab, earlier) + 8;
  if (button_at(lab, {beside, foot}, later)) ++lab.memory.page;
  paint.text({place.max.x, foot + 8},
             say("{} to {} of {}", std::to_string(first + 1), std::to_string(end), std::to_string(published.size())),
             {.size = kSmall, .colour = paint.theme.soft, .align = Align::right});
}

}  // namespace

void draw_runs_lab(Lab& lab) {
  view_switch(lab, {"Picture", "Table"});
  controls(lab);
  lab.begin_output();
  const Result<std::vector<PublishedRun>> published = chosen_runs(lab.state.inputs.runs);
  if (!published) {
    caption(lab, published.error().message);
    return;
  }
  if (lab.memory.view == 0) {
    jobs_table(lab);
    lab.flow.gap(12);
    figures(lab, {"published_count", "published_within_2", "published_median_ratio", "published_median_utilization"});
    scatter(lab, lab.picture(240, 320, 560), *published);
  } else {
    table(lab, lab.picture(360, 480, 900), *published);
  }
  picked_run(lab, *published);
}

}  // namespace lesson::ui
