// A model's shape from the fields of a Hugging Face config.json. Unknown and missing fields are named, never guessed silently.
// The JSON itself is read by the caller; nested objects come flattened: "text_config.hidden_size".
// Errors: bad_format when a field that the shape needs is missing or is not a number; the sentence names it.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/catalog/model_shape.h"

namespace lesson {

struct ConfigField {
  std::string name;   // "num_hidden_layers"
  std::string value;  // as in the file, strings without quotes: "32", "true", "null", "llama"
};

struct ConfigShape {
  ModelShape shape;
  std::vector<std::string> assumed;  // one sentence for each value that was not in the file: "no head_dim: hidden_size / heads = 128"
  std::vector<std::string> ignored;  // names of fields that have no bearing on memory or work, or that are not known here
};

Result<ConfigShape> shape_from_config(std::span<const ConfigField> fields);

}  // namespace lesson
