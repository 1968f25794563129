// The lesson's own controls. Each takes the next place in the lab's flow.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

#include "ui/lab.h"

namespace lesson::ui {

// ---- inputs: everything about them comes from their row in params.h ---------------------------------

// The inputs of the section in table order, the rarer ones under "More choices"; only those that `shown` says yes to.
void controls(Lab& lab, bool (*shown)(std::string_view name) = nullptr);
void control(Lab& lab, const ParamSpec& spec);
// Width of the label column that suits all inputs of the section.
float label_width(const Lab& lab);

// ---- buttons ---------------------------------------------------------------------------------------

enum class ButtonKind { primary, plain, quiet };
struct ButtonSpec {
  std::string label;
  ButtonKind kind = ButtonKind::plain;
  bool enabled = true;
};
float button_width(const Lab& lab, const ButtonSpec& button);
bool button_at(Lab& lab, ImVec2 corner, const ButtonSpec& button);
// A row of buttons that wraps; returns the index of the pressed one, or -1.
int buttons(Lab& lab, std::span<const ButtonSpec> row);

// One of a few, side by side, in `place` (height of the row). Returns the new index, or the old one.
int segments_at(Lab& lab, const Rect& place, std::string_view id, std::span<const std::string> labels, int chosen);
float segments_width(const Lab& lab, std::span<const std::string> labels);
// As a block of its own: which picture the lab shows (lab.memory.view).
void view_switch(Lab& lab, std::initializer_list<std::string> labels);

// ---- text and results --------------------------------------------------------------------------------

void heading(Lab& lab, std::string_view text);
void caption(Lab& lab, std::string_view text);
// The result in large figures with its meaning beside or below it. Opens its derivation.
void figure(Lab& lab, std::string_view result, std::string_view meaning = {});
// Several results in small figures, label above value, as many in a row as fit. Each opens its derivation.
void figures(Lab& lab, std::initializer_list<std::string_view> results);
// A number with dots under it that opens its derivation; for rows drawn by a lab. Returns the text's box.
Rect number_at(Lab& lab, ImVec2 at, std::string_view text, const TextStyle& style, const Quantity& quantity);
void open_derivation(Lab& lab, const Quantity& quantity);
// One number that need not be a result of the section: label on the left, number on the right, its derivation below.
void figure_row(Lab& lab, const Quantity& quantity);
// The open derivation, if it belongs to one of these results.
void derivation(Lab& lab, std::initializer_list<std::string_view> results);
// The same of a number that need not be a result. In one frame a derivation is drawn once, at the first place.
void derivation(Lab& lab, const Quantity& quantity);

// The section's measuring buttons (measuring.h), then the progress of what runs with a stop button, or its error.
// Returns the id of the button that was pressed, or nothing.
std::string measure_row(Lab& lab);

}  // namespace lesson::ui
