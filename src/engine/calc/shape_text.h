// A model's shape as one short word for links, scripts and the command line:
// "layers-32.hidden-4096.heads-32.kv_heads-8...". Only what differs from a default-constructed ModelShape is written;
// order does not matter when reading. Every character is one that a link leaves as it is. Errors: bad_format names the
// part that cannot be read; out_of_range when the shape cannot exist.
#pragma once

#include <string>
#include <string_view>

#include "engine/base/result.h"
#include "engine/catalog/model_shape.h"

namespace lesson {

std::string shape_text(const ModelShape& shape);
Result<ModelShape> parse_shape(std::string_view text);

}  // namespace lesson
