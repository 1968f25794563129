// The numbers a benchmark multiplies: random, in [-1, 1), the same on every machine, and stored in any format.
// Random on purpose: zeros and constants draw less power and run faster on some machines, and tiny numbers run slower.
#pragma once

#include <cstdint>

#include "engine/gemm/gemm.h"

namespace lesson {

// Number (row, col) of the matrix `seed` before it is stored: uniform in [-1, 1), in float64.
double original_number(std::uint64_t seed, std::int64_t row, std::int64_t col);

// What one step of int8 is worth when the largest magnitude is 1; 1 for all other formats.
double step_value(GemmType type);

// Rows first..last-1 of a stored matrix of the original numbers, rounded to `type`; the places from cols to ld get zeros.
void fill_rows(GemmType type, std::uint64_t seed, std::int64_t first, std::int64_t last, std::int64_t cols, std::int64_t ld, void* data);

// One number in a stored type that stands alone (not q4_0), to nearest.
void store_number(GemmType type, double value, void* place);

// 32 numbers as one q4_0 block of 18 bytes, scaled so that the largest magnitude becomes -8.
void store_q4_0_block(const double* values, void* block);

}  // namespace lesson
