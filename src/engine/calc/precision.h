// The facts of a number format and what it does with one number, as quantities. Source of each: its row in
// numeric/format_table. Errors: unknown_name, bad_number.
#pragma once

#include <string>
#include <vector>

#include "engine/base/quantity.h"
#include "engine/base/result.h"
#include "engine/numeric/convert.h"

namespace lesson {

struct PrecisionInput {
  std::string dtype = "bf16";
  double number = 3.141592653589793;
};

struct Precision {
  Quantity bits;                         // "precision.bits": a number's share of memory
  Quantity bytes;                        // "precision.bytes"
  Quantity largest;                      // "precision.largest"; n/a where a shared scale decides
  Quantity step;                         // "precision.step": from 1 to the next
  Quantity stored;                       // "precision.stored"; n/a with the reason on overflow and for block formats
  Quantity error;                        // "precision.error", absolute
  Quantity relative_error;               // "precision.relative_error"
  std::optional<Conversion> conversion;  // the bits; absent for block formats
  std::vector<Quantity> all() const { return {bits, bytes, largest, step, stored, error, relative_error}; }
};
Result<Precision> precision(const PrecisionInput& input);

}  // namespace lesson
