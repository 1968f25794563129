// Compute: 6ND for training with the published runs around it, and the roofline for running a model.
#include <algorithm>
#include <array>
#include <cmath>

#include "engine/base/language.h"
#include "engine/catalog/catalog.h"
#include "engine/lesson/serving_input.h"
#include "ui/labs/labs.h"
#include "ui/labs/measured.h"
#include "ui/labs/memory_parts.h"
#include "ui/plots/chart.h"
#include "ui/widgets/widgets.h"

namespace lesson::ui {
namespace {

bool is_serving(std::string_view name) { return name.starts_with("serve-"); }

constexpr double kTokensPerParam = 20;  // the rule of arXiv 2203.15556, drawn as a line

// Parameters against tokens: this job, all jobs of the same work, the 20-to-1 line, and what was really trained.
void plane(Lab& lab, const Rect& place) {
  const Theme& theme = lab.paint.theme;
  const std::optional<double> work = lab.value("train_flops");
  if (!work) return;
  const Point here{*work / 6 / lab.number("tokens"), lab.number("tokens")};
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
       say("{} tokens a parameter", format_significant(run.tokens / run.active_params.value_or(run.params), 2))});
}

void training(Lab& lab) {
  controls(lab, [](std::string_view name) { return !is_serving(name); });
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
  if (lab.number("context") > 0) figures(lab, {"attention_flops", "attention_ratio", "exact_flops"});
  if (lab.choice("recompute") != "none") figures(lab, {"hardware_flops", "hardware_ratio"});
  if (lab.choice("method") != "full") figures(lab, {"lora_flops"});
  plane(lab, lab.picture(210, 270, 460));
}

// One roof: the slope that memory sets, and the flat part that arithmetic sets.
void draw_roof(Chart& chart, const Roof& roof, ImU32 colour, ImU32 words) {
  const double low = chart.x().low, high = chart.x().high;
  if (!roof.bandwidth_bytes_per_s) {
    chart.curve({{low, roof.peak_flops_per_s}, {high, roof.peak_flops_per_s}}, colour, 2);
    chart.label({200, roof.peak_flops_per_s}, roof.label, {.size = kSmall, .colour = words});
    return;
  }
  const double ridge = roof.peak_flops_per_s / *roof.bandwidth_bytes_per_s;
  chart.curve({{low, *roof.bandwidth_bytes_per_s * low}, {ridge, roof.peak_flops_per_s}, {high, roof.peak_flops_per_s}},
              colour, 2.5f);
  chart.label({ridge * 30, roof.peak_flops_per_s}, roof.label, {.size = kSmall, .colour = words});
}

void roofline(Lab& lab, const Rect& place, const std::vector<Roof>& shown) {
  const Theme& theme = lab.paint.theme;
  const bool measured = lab.value("here_roof").has_value();
  double top = 0, bottom = 1e300;
  for (const Roof& roof : shown) {
    top = std::max(top, roof.peak_flops_per_s);
    bottom = std::min(bottom, roof.bandwidth_bytes_per_s.value_or(roof.peak_flops_per_s));
  }
  const Axis x{.low = 0.1, .high = 1e5, .log = true}, y = rounded_axis(bottom / 3, top * 2, true);
  Chart chart(lab, place, x, y,
              {.x_title = "work for each byte read (FLOP/byte, log)",
               .y_title = "attainable speed (FLOP/s, log)",
               .y_tick = [](double value) { return speed_text(value); }});
  for (const Roof& roof : shown) {
    const ImU32 colour = theme.data[&roof == &shown.back() && measured ? 2 : 0];
    draw_roof(chart, roof, colour, readable(theme, colour));
  }
  if (const std::optional<double> intensity = lab.value("decode_intensity"), speed = lab.value("attainable");
      intensity && speed) {
    const Point here{*intensity, *speed};
    chart.curve({{here.x, y.low}, here}, theme.data[1], 1.5f, true);
    chart.mark(here, theme.data[1], 6);
    chart.label(here, "writing, this batch", {.size = kSmall, .colour = readable(theme, theme.data[1])});
  }
  if (!measured)
    chart.words_at(0.3f, 0.9f, "Run a product in the first section: this tab appears here.",
                   {.size = kSmall, .colour = theme.soft});
}

constexpr std::array<double, 5> kContexts{0, 2048, 8192, 32768, 131072};
constexpr double kMostBatch = 1024;

// Tokens a second over the batch, for a few contexts and the reader's own. Dotted where the memory is too small for it.
void batch_plot(Lab& lab, const Rect& place, ServingInput input) {
  const Theme& theme = lab.paint.theme;
  const double own_context = input.context_tokens, own_batch = std::min(input.batch, kMostBatch);
  struct Curve {
    double context;
    std::vector<Point> fits, does_not;
  };
  std::vector<Curve> curves;
  double low = 1e300, high = 0;
  std::vector<double> contexts(kContexts.begin(), kContexts.end());
  if (std::ranges::find(contexts, own_context) == contexts.end()) contexts.push_back(own_context);
  for (const double context : contexts) {
    Curve curve{context, {}, {}};
    input.context_tokens = context;
    const double most = batch_that_fits(input).value_or(kMostBatch);
    for (input.batch = 1; input.batch <= kMostBatch; input.batch *= 2) {
      const std::optional<double> speed = decode_tokens_per_s(input);
      if (!speed) return;
      low = std::min(low, *speed);
      high = std::max(high, *speed);
      const Point point{input.batch, *speed};
      if (input.batch <= most) curve.fits.push_back(point);
      if (input.batch * 2 > most) curve.does_not.push_back(point);
    }
    curves.push_back(std::move(curve));
  }
  const Axis x{.low = 1, .high = kMostBatch, .log = true}, y = rounded_axis(low, high, true);
  Chart chart(lab, place, x, y,
              {.x_title = "batch: conversations at the same time (log)",
               .y_title = "tokens per second, all together (log)",
               .x_values = {1, 4, 16, 64, 256, 1024}});
  for (const Curve& curve : curves) {
    const bool own = curve.context == own_context;
    const ImU32 colour = own ? theme.accent : theme.data[4];
    chart.curve(curve.does_not, colour, 1.5f, true);
    chart.curve(curve.fits, colour, own ? 2.5f : 1.5f);
  }
  input.context_tokens = own_context;
  input.batch = own_batch;
  if (const std::optional<double> speed = decode_tokens_per_s(input)) chart.mark({own_batch, *speed}, theme.accent, 6);
  for (const Curve& curve : curves) {
    const Point end = curve.does_not.empty() ? curve.fits.back() : curve.does_not.back();
    const bool own = curve.context == own_context;
    chart.label({end.x / 4, end.y / (curve.context > 0 ? 1.6 : 2.6)},
                say("{} tokens of context", format_short_count(curve.context)),
                {.size = kSmall, .colour = own ? theme.accent : theme.soft, .bold = own});
  }
}

void serving_controls(Lab& lab) {
  controls(lab, is_serving);
  lab.begin_output();
  figure(lab, "decode_speed", "at most, all conversations together");
}

void serving_view(Lab& lab, const Result<ServingInput>& input) {
  serving_controls(lab);
  figures(lab, {"prefill_time", "decode_time", "decode_intensity", "ridge"});
  lab.flow.gap(4);
  const Result<std::vector<Roof>> shown =
      input ? roofs(*input) : Result<std::vector<Roof>>(std::unexpected(input.error()));
  if (shown && !shown->empty())
    roofline(lab, lab.picture(210, 280, 460), *shown);
  else if (shown)
    caption(lab, "No dense peak is published for this device in this format, so there is no roof to draw.");
}

void batch_view(Lab& lab, const Result<ServingInput>& input) {
  serving_controls(lab);
  figures(lab, {"decode_time", "decode_speed_each", "compute_bound_batch"});
  lab.flow.gap(4);
  if (!input || !lab.value("decode_speed")) return;
  batch_plot(lab, lab.picture(210, 280, 460), *input);
  caption(lab, "Dotted: weights and caches no longer fit in the memory.");
}

}  // namespace

void draw_compute_lab(Lab& lab) {
  view_switch(lab, {"Training", "Running", "Batch"});
  if (lab.memory.view == 0) return training(lab);
  Result<ServingInput> input = serving_input(lab.state.inputs);
  if (input) input->measured_flops_per_s = lab.value("here_roof");
  if (lab.memory.view == 1)
    serving_view(lab, input);
  else
    batch_view(lab, input);
}

}  // namespace lesson::ui
