// A number: label, slider, field. Narrow labs put the slider on a line of its own.
#pragma once

#include <optional>

#include "ui/lab.h"

namespace lesson::ui {

struct NumberRow {
  std::optional<double>
      instead;  // shown in place of the state's value (a picked model's size); changing it still sets the state
};

// Returns true when the reader changed the value in this frame.
bool number_row(Lab& lab, const ParamSpec& spec, float label_width, const NumberRow& row = {});

// The field alone.
bool number_field(Lab& lab, const ParamSpec& spec, const Rect& place, const std::string& shown);

}  // namespace lesson::ui
