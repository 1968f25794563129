// One of several: side by side when they are few and short, else a list that opens.
#pragma once

#include "ui/lab.h"

namespace lesson::ui {

bool choice_row(Lab& lab, const ParamSpec& spec, float label_width);

}  // namespace lesson::ui
