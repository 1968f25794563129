// Where a value sits on its slider and what a place on the slider means. Pure; no drawing.
// Places are shares of the track, 0 to 1. A log slider with allow_zero keeps a short piece at its left end for 0.
// Values are rounded to what a reader would type: the step, or two significant digits on a log scale.
#pragma once

#include <vector>

#include "engine/lesson/params.h"

namespace lesson::ui {

// The row as it holds here: threads go up to what this machine offers.
ParamSpec slider_spec(const LessonState& state, const ParamSpec& spec);

double slider_place(const ParamSpec& spec, double value);
double slider_value(const ParamSpec& spec, double place);

// One arrow key to the left (-1) or right (+1); `big` is a page key: a tenth of the track, or a factor of 2 or 10.
double slider_nudged(const ParamSpec& spec, double value, int direction, bool big);

// Places of the marks under the track: powers of two or ten. Empty on linear scales.
std::vector<double> slider_marks(const ParamSpec& spec);

// A place within `reach` of a power of two, moved onto it; other scales unchanged.
double snapped_to_mark(const ParamSpec& spec, double place, double reach);

}  // namespace lesson::ui
