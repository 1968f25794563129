#include "ui/lab.h"

#include <algorithm>
#include <cmath>

#include "imgui_internal.h"

namespace lesson::ui {

Lab::Lab(const LabModel& model, const Painter& painter, std::string_view section_id, const Rect& where, bool touch)
    : state(model.state),
      measured(model.measured),
      results(model.results),
      bench(model.bench),
      host(model.host),
      memory(model.memory),
      actions(model.actions),
      paint(painter),
      metrics(ui::metrics(touch)),
      section(section_id),
      area(where) {
  flow = {area.min.x, wide() ? std::min(420.0f, area.width() * 0.42f) : area.width(), area.min.y};
}

const Quantity* Lab::result(std::string_view name) const {
  return find_result(results, std::string(section) + "." + std::string(name));
}

std::optional<double> Lab::value(std::string_view name) const {
  const Quantity* quantity = result(name);
  return quantity ? quantity->value : std::nullopt;
}

std::string Lab::text(std::string_view name) const {
  const Quantity* quantity = result(name);
  return quantity ? text(*quantity) : "n/a";
}

ByteUnit Lab::byte_unit() const { return state.inputs.page.units == "gib" ? ByteUnit::gib : ByteUnit::gb; }

const ParamSpec& Lab::param(std::string_view bare_name) const {
  const ParamSpec* spec = find_param(std::string(section) + "." + std::string(bare_name));
  IM_ASSERT(spec && "a lab asked for an input that the table does not have");
  return *spec;
}

void Lab::after_set(const ParamSpec& spec, const SetOutcome& outcome) {
  memory.note_key = spec.key;
  memory.note = outcome.note;
  if (outcome.changed) ask(Action::Kind::state);
}

void Lab::set(const ParamSpec& spec, std::string_view text) { after_set(spec, state.set(spec.key, text)); }
void Lab::set_number(const ParamSpec& spec, double value) { after_set(spec, state.set_number(spec, value)); }

void Lab::begin_output() {
  if (!wide()) {
    flow.gap(kBlockGap);
    return;
  }
  two_columns_ = true;
  left_column_end_ = flow.y;
  const float gutter = 40, left_width = flow.width;
  flow = {area.min.x + left_width + gutter, area.width() - left_width - gutter, area.min.y};
}

Rect Lab::picture(float least, float wish, float most) {
  const float spare = area.height() - memory.fixed_height;
  const float share = memory.flexible_height > 0 ? wish / memory.flexible_height : 1.0f;
  const float height =
      std::floor(std::clamp(memory.fixed_height > 0 ? spare * share : wish, least, std::max(least, most)));
  flexible_used_ += height;
  flexible_wish_ += wish;
  return flow.take(height);
}

Rect Lab::end(float foot_height) {
  const float column_end = flow.y - area.min.y, fixed = column_end - flexible_used_ + foot_height;
  const float left_end = two_columns_ ? left_column_end_ - area.min.y + foot_height : 0;
  settled_ = std::abs(fixed - memory.fixed_height) < 0.5f && std::abs(flexible_wish_ - memory.flexible_height) < 0.5f;
  memory.fixed_height = fixed;
  memory.flexible_height = flexible_wish_;
  content_height_ = std::ceil(std::max(fixed + flexible_wish_, left_end));
  const float bottom = std::max({column_end + foot_height, left_end, area.height()});
  return {{area.min.x, area.min.y + bottom - foot_height}, {area.max.x, area.min.y + bottom}};
}

}  // namespace lesson::ui
