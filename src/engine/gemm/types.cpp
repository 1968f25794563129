#include <string>

#include "engine/gemm/gemm.h"
#include "engine/numeric/format_table.h"

namespace lesson {
namespace {

constexpr GemmType kTypes[] = {GemmType::fp64, GemmType::fp32, GemmType::bf16, GemmType::fp16, GemmType::int8, GemmType::q4_0};

}  // namespace

std::string_view type_id(GemmType type) {
  switch (type) {
    case GemmType::fp64: return "fp64";
    case GemmType::fp32: return "fp32";
    case GemmType::bf16: return "bf16";
    case GemmType::fp16: return "fp16";
    case GemmType::int8: return "int8";
    case GemmType::q4_0: return "q4_0";
  }
  return "";
}

Result<GemmType> find_gemm_type(std::string_view id) {
  const Result<const NumberFormat*> format = find_number_format(id);
  if (!format) return std::unexpected(format.error());
  std::string known;
  for (const GemmType type : kTypes) {
    if ((*format)->id == type_id(type)) return type;
    known.append(known.empty() ? "" : ", ").append(type_id(type));
  }
  return fail(ErrorCode::not_available,
              "There is no matrix product in " + std::string((*format)->name) + " here: choose one of " + known + ".");
}

std::string_view accumulate_id(GemmType type) {
  if (type == GemmType::fp64) return "fp64";
  return type == GemmType::int8 ? "int32" : "fp32";
}

std::int64_t stored_bytes(GemmType type, std::int64_t rows, std::int64_t ld) {
  switch (type) {
    case GemmType::fp64: return rows * ld * 8;
    case GemmType::fp32: return rows * ld * 4;
    case GemmType::bf16:
    case GemmType::fp16: return rows * ld * 2;
    case GemmType::int8: return rows * ld;
    case GemmType::q4_0: return rows * (ld / 32) * 18;
  }
  return 0;
}

int result_bytes(GemmType type) { return type == GemmType::fp64 ? 8 : 4; }

}  // namespace lesson
