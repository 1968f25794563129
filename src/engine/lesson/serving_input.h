// What the compute section's "serve-..." inputs ask of the serving calculator: for its results and for plots over batch
// and context. Errors: those of a model that is not there, unknown_name.
#pragma once

#include "engine/calc/serving.h"
#include "engine/lesson/inputs.h"

namespace lesson {

Result<ServingInput> serving_input(const Inputs& inputs);

}  // namespace lesson
