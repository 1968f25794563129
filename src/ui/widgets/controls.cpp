// The inputs of a section, row by row.
#include <algorithm>

#include "imgui.h"
#include "ui/widgets/choice_row.h"
#include "ui/widgets/number_row.h"
#include "ui/widgets/touchable.h"
#include "ui/widgets/widgets.h"

namespace lesson::ui {
namespace {

constexpr TextStyle kLabel{.size = kBody};

// In a section with a list of models, a picked model decides the parameter count.
std::optional<double> params_of_picked_model(const Lab& lab, const ParamSpec& spec) {
  if (spec.name() != "params") return std::nullopt;
  const ParamSpec* model = find_param(std::string(lab.section) + ".model");
  if (!model || lab.state.text(*model) == "none") return std::nullopt;
  return lab.state.number_used(spec);
}

void label(Lab& lab, const ParamSpec& spec, ImVec2 row_corner, float height, float width) {
  const Painter& paint = lab.paint;
  const float text_width = std::min(paint.measure(spec.label, kLabel).x, width);
  const Rect place{row_corner, {row_corner.x + text_width, row_corner.y + height}};
  const Touch touch = touchable(place, std::string(spec.key) + " label");
  const ImVec2 at{place.min.x, place.center().y - kBody / 2};
  paint.text(at, paint.fitted(spec.label, kLabel, width),
             {.size = kBody, .colour = touch.hovered ? paint.theme.accent : paint.theme.ink});
  if (touch.focused) paint.focus_ring({at, {place.max.x, at.y + kBody}}, 2);
  if (touch.pressed) lab.memory.help_key = lab.memory.help_key == spec.key ? "" : std::string(spec.key);
}

void row_text(Lab& lab, std::string_view text) {
  const Rect drawn = lab.paint.wrapped({lab.flow.left, lab.flow.y}, lab.flow.width, text,
                                       {.size = kSmall, .colour = lab.paint.theme.soft});
  lab.flow.take(drawn.height() + 4);
}

// Shown when something differs; its place is always kept, so that nothing moves.
void reset_link(Lab& lab, const Rect& row) {
  if (std::ranges::all_of(params_of(lab.section), [&](const ParamSpec* spec) { return lab.state.is_default(*spec); }))
    return;
  const TextStyle style{.size = kCaption, .colour = lab.paint.theme.accent, .align = Align::right};
  const float width = lab.paint.measure("Reset", style).x;
  const Rect place{{row.max.x - width - 4, row.min.y}, row.max};
  const Touch touch = touchable(place, "reset");
  lab.paint.text({row.max.x, place.center().y - kCaption / 2}, "Reset", style);
  if (touch.focused) lab.paint.focus_ring(place, 4);
  if (!touch.pressed) return;
  lab.state.reset(lab.section);
  lab.memory.note.clear();
  lab.ask(Action::Kind::state);
}

}  // namespace

float label_width(const Lab& lab) {
  float widest = 84;
  for (const ParamSpec* spec : params_of(lab.section))
    widest = std::max(widest, lab.paint.measure(spec->label, kLabel).x);
  return std::min(widest + 18, lab.flow.width * 0.42f);
}

void control(Lab& lab, const ParamSpec& spec) {
  const float width = label_width(lab);
  const ImVec2 corner{lab.flow.left, lab.flow.y};
  if (spec.kind == ParamKind::choice) {
    choice_row(lab, spec, width);
    label(lab, spec, corner, lab.metrics.row, width - 10);
  } else {
    const std::optional<double> picked = params_of_picked_model(lab, spec);
    const bool changed = number_row(lab, spec, width, {.instead = picked});
    if (changed && picked) lab.state.set(std::string(lab.section) + ".model", "none");
    label(lab, spec, corner, lab.flow.narrow() ? 32 : lab.metrics.row,
          lab.flow.narrow() ? lab.flow.width - lab.metrics.field_width - 12 : width - 10);
  }
  if (lab.memory.help_key == spec.key) row_text(lab, spec.help);
  if (lab.memory.note_key == spec.key && !lab.memory.note.empty()) row_text(lab, lab.memory.note);
  lab.flow.gap(lab.metrics.row_gap);
}

void controls(Lab& lab, bool (*shown)(std::string_view name)) {
  const auto skipped = [&](const ParamSpec* spec) { return shown != nullptr && !shown(spec->name()); };
  bool any_advanced = false;
  for (const ParamSpec* spec : params_of(lab.section)) {
    if (skipped(spec)) continue;
    if (spec->advanced)
      any_advanced = true;
    else
      control(lab, *spec);
  }
  const TextStyle style{.size = kCaption, .colour = lab.paint.theme.accent};
  const std::string_view text = lab.memory.more_open ? "Fewer choices" : "More choices";
  const float height = lab.metrics.touch ? 44 : 30, width = lab.paint.measure(text, style).x;
  if (!any_advanced) {
    const ImVec2 corner{lab.flow.left, lab.flow.y};  // in the gap that follows
    reset_link(lab, {corner, {corner.x + lab.flow.width, corner.y + kBlockGap}});
    return;
  }
  const Rect row = lab.flow.take(height);
  reset_link(lab, row);
  const Rect place{row.min, {row.min.x + width + 20, row.max.y}};
  const Touch touch = touchable(place, "more choices");
  lab.paint.text({place.min.x, place.center().y - kCaption / 2}, text, style);
  lab.paint.chevron({place.min.x + width + 12, place.center().y + 1}, 8, style.colour, lab.memory.more_open);
  if (touch.focused) lab.paint.focus_ring(place, 4);
  if (touch.pressed) lab.memory.more_open = !lab.memory.more_open;
  if (!lab.memory.more_open) return;
  lab.flow.gap(4);
  for (const ParamSpec* spec : params_of(lab.section))
    if (spec->advanced && !skipped(spec)) control(lab, *spec);
}

}  // namespace lesson::ui
