#include "engine/lesson/model_choice.h"

#include "engine/calc/shape_text.h"
#include "engine/catalog/catalog.h"

namespace lesson {

Result<std::optional<ChosenModel>> chosen_model(const PageInputs& page, std::string_view model_id) {
  if (model_id == "none") return std::nullopt;
  if (model_id == kOwnModel) {
    if (page.config == kNoConfig)
      return fail(ErrorCode::not_available, "there is no model of your own yet: open or paste its config.json");
    auto shape = parse_shape(page.config);
    if (!shape) return std::unexpected(shape.error());
    return ChosenModel{*shape, "your own model"};
  }
  const auto model = find_model(model_id);
  if (!model) return std::unexpected(model.error());
  return ChosenModel{(*model)->shape, std::string((*model)->name)};
}

}  // namespace lesson
