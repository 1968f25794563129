// A model's shape from the fields of a Hugging Face config.json. Missing values are named, never guessed silently:
// every value that is not in the file is listed in `assumed`, with where it comes from.
// The JSON itself is read by the caller; nested objects come flattened: "text_config.hidden_size".
// What no file says (gated MLP, norms a layer, biases) follows from "model_type", one row a family in model_config.cpp;
// an unknown family is assumed to be like Llama, and that is said.
// Errors: bad_format when a field that the shape needs is missing or is no whole number; out_of_range when the shape
// cannot exist.
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
  std::string family;  // "llama"; empty when the file names none
  std::vector<std::string>
      assumed;  // one sentence each: "head_dim is not in the file: hidden_size / num_attention_heads = 128."
  std::vector<std::string> unused;  // names of fields that were not needed
};

Result<ConfigShape> shape_from_config(std::span<const ConfigField> fields);

}  // namespace lesson
