// A model of the reader's own, from the text of a Hugging Face config.json. What the file does not say, and what of it
// was not needed, is named. Errors: bad_format when this is no JSON object or lacks a size; out_of_range when no model
// can have these sizes. See engine/calc/model_config.h for what is read.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"

namespace lesson {

struct OwnModel {
  std::string config;              // the value of the input "page.config"
  std::vector<std::string> notes;  // sentences: parameters counted, what was assumed, what was not needed
};

Result<OwnModel> own_model_from_json(std::string_view text);
// Also unknown_name when the file cannot be read.
Result<OwnModel> own_model_from_file(const std::string& file);

}  // namespace lesson
