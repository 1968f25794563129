// Which model a section's "model" input means: none, one of the catalogue, or the reader's own (from a config.json).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/base/result.h"
#include "engine/catalog/model_shape.h"
#include "engine/lesson/inputs.h"

namespace lesson {

struct ChosenModel {
  ModelShape shape;
  std::string name;
};

// Absent for "none". not_available when "own" is chosen and there is none.
Result<std::optional<ChosenModel>> chosen_model(const PageInputs& page, std::string_view model_id);

}  // namespace lesson
