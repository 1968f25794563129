// Compute: 6ND for training with the published runs around it, and the roofline for running a model.
#include <algorithm>
#include <cmath>

#include "engine/calc/serving.h"
#include "engine/catalog/catalog.h"
#include "ui/labs/labs.h"
#include "ui/labs/measured.h"
#include "ui/labs/memory_parts.h"
#include "ui/plots/chart.h"
#include "ui/widgets/widgets.h"

namespace lesson::ui {
namespace {

constexpr double kTokensPerParam = 20;  // the rule of arXiv 2203.15556, drawn as a line

// Parameters against tokens: this job, all jobs of the same work, the 20-to-1 line, and what was really trained.
void plane(Lab& lab, const Rect& place) {
  const Theme& theme = lab.paint.theme;
  const std::optional<double> params =
      lab.value("train_flops")
          ? std::optional(lab.choice("model") == "none" ? lab.number("params")
                                                        : *lab.value("train_flops") / 6 / lab.number("tokens"))
          : std::nullopt;
  if (!params) return;
  const Point here{*params, lab.number("tokens")};
  const Axis x = rounded_axis(std::min(1e6, here.x), std::max(1e12, here.x), true),
             y = rounded_axis(std::min(1e8, here.y), std::max(1e14, here.y), true);
  Chart chart(lab, place, x, y, {.x_title = "parameters N (log)", .y_title = "training tokens D (log)"});
  const auto tokens_for = [&](double n) { return here.x * here.y / n; };
  chart.curve({{x.low, x.low * kTokensPerParam}, {x.high, x.high * kTokensPerParam}}, theme.data[2], 2);
  chart.curve({{x.low, tokens_for(x.low)}, {x.high, tokens_for(x.high)}}, theme.accent, 1.5f, true);
  std::vector<Point> points;
  for (const Run& run : runs()) {
    points.push_back({run.active_params.value_or(run.params), run.tokens});
    chart.mark(points.back(), theme.data[4], 3.5f);
  }
  chart.mark(here, theme.accent, 6);
  chart.label(here, "yours", {.size = kSmall, .colour = theme.accent, .bold = true});
  const float decade = chart.inside().width() / static_cast<float>(std::log10(x.high / x.low));
  const double label_at = x.high / std::pow(10.0, 150.0 / decade);
  chart.label({label_at, label_at * kTokensPerParam}, "20 tokens a parameter",
              {.size = kSmall, .colour = readable(theme, theme.data[2])});
  chart.words_at(0.02f, 0.02f, "grey: models that were trained", {.size = kSmall, .colour = theme.soft});
  const int over = chart.nearest(points);
  if (over < 0) return;
  const Run& run = runs()[static_cast<std::size_t>(over)];
  lab.paint.read_out(
      chart.place(points[static_cast<std::size_t>(over)]), place,
      {std::string(run.name), lab.text(run.active_params.value_or(run.params), Unit::params),
       lab.text(run.tokens, Unit::tokens),
       format_significant(run.tokens / run.active_params.value_or(run.params), 2) + " tokens a parameter"});
}

void training(Lab& lab) {
  controls(lab, {"serve-model", "serve-gpu", "serve-dtype", "serve-batch", "serve-context"});
  lab.begin_output();
  figure(lab, "train_flops", "to train it");
  const Quantity* flops = lab.result("train_flops");
  if (!flops || !flops->value) return;
  lab.flow.gap(6);
  const std::vector<Part> parts = parts_of(lab, *flops);
  stacked_bar(lab, lab.flow.take(stacked_bar_height(lab, lab.flow.width, parts, 0, false)), parts, 0,
              flops_scale(*flops->value));
  lab.flow.gap(8);
  figures(lab, {"infer_flops_per_token", "tokens_per_param", "chinchilla_params", "chinchilla_tokens"});
  if (lab.number("context") > 0) figures(lab, {"attention_flops"});
  plane(lab, lab.picture(210, 270, 460));
}

void roofline(Lab& lab, const Rect& place) {
  const Theme& theme = lab.paint.theme;
  const Result<const Device*> device = find_device(lab.choice("serve-gpu"));
  const Result<const NumberFormat*> format = find_number_format(lab.choice("serve-dtype"));
  if (!device || !format) return;
  const Result<const NumberFormat*> counted = find_number_format((*format)->peak.empty() ? "bf16" : (*format)->peak);
  const std::optional<double> bandwidth = (*device)->bandwidth_bytes_per_s,
                              peak = dense_peak(**device, counted ? **counted : **format).flops_per_s;
  const BenchResult* tab = lab.measured.best("fp32");
  if (!peak && !tab) {
    caption(lab, "No dense peak is published for this device in this format, so there is no roof to draw.");
    return;
  }
  const double top = std::max(peak.value_or(0), tab ? tab->flops_per_s : 0.0),
               bottom = std::min(tab ? tab->flops_per_s : 1e300, bandwidth.value_or(peak.value_or(1e15)));
  const Axis x{.low = 0.1, .high = 1e5, .log = true}, y = rounded_axis(bottom / 3, top * 2, true);
  Chart chart(lab, place, x, y,
              {.x_title = "work for each byte read (FLOP/byte, log)",
               .y_title = "attainable speed (FLOP/s, log)",
               .y_tick = [](double value) { return speed_text(value); }});
  if (peak && bandwidth) {
    const double ridge = *peak / *bandwidth;
    chart.curve({{x.low, *bandwidth * x.low}, {ridge, *peak}, {x.high, *peak}}, theme.data[0], 2.5f);
    chart.label({ridge * 30, *peak}, std::string((*device)->name),
                {.size = kSmall, .colour = readable(theme, theme.data[0])});
    if (const std::optional<double> intensity = lab.value("decode_intensity")) {
      const Point here{*intensity, attainable_flops_per_s(*peak, *bandwidth, *intensity)};
      chart.curve({{here.x, y.low}, here}, theme.data[1], 1.5f, true);
      chart.mark(here, theme.data[1], 6);
      chart.label(here, "writing, this batch", {.size = kSmall, .colour = readable(theme, theme.data[1])});
    }
  } else if (peak) {
    chart.curve({{x.low, *peak}, {x.high, *peak}}, theme.data[0], 2.5f);
  }
  if (tab) {
    chart.curve({{x.low, tab->flops_per_s}, {x.high, tab->flops_per_s}}, theme.data[2], 2);
    chart.label({200, tab->flops_per_s}, "this tab, measured",
                {.size = kSmall, .colour = readable(theme, theme.data[2])});
  } else {
    chart.words_at(0.3f, 0.9f, "Run a product in the first section: this tab appears here.",
                   {.size = kSmall, .colour = theme.soft});
  }
}

void serving_view(Lab& lab) {
  controls(lab, {"model", "params", "tokens", "context"});
  lab.begin_output();
  figure(lab, "decode_speed", "at most, all conversations together");
  figures(lab, {"prefill_time", "decode_time", "decode_intensity", "ridge"});
  lab.flow.gap(4);
  roofline(lab, lab.picture(210, 280, 460));
}

}  // namespace

void draw_compute_lab(Lab& lab) {
  view_switch(lab, {"Training", "Running"});
  if (lab.memory.view == 0)
    training(lab);
  else
    serving_view(lab);
}

}  // namespace lesson::ui
