#include "engine/numeric/format_table.h"

#include <algorithm>
#include <array>

#include "engine/base/format.h"
#include "engine/base/language.h"

namespace lesson {
namespace {

constexpr std::string_view kIeee = "IEEE 754-2019";
constexpr std::string_view kOfp8 = "OCP 8-bit Floating Point Specification (OFP8) 1.0";
constexpr std::string_view kMx = "OCP Microscaling Formats (MX) 1.0";
constexpr std::string_view kGgml = "ggml-org/ggml, ggml-common.h";
constexpr std::string_view kNf4 = "arXiv 2305.14314";
constexpr auto kFloating = FormatKind::floating;
constexpr auto kInteger = FormatKind::integer;
constexpr auto kBlock = FormatKind::block;
constexpr std::nullopt_t kScaled = std::nullopt;  // decided by a scale that many numbers share

// id, name, kind, bits a value, sign|exponent|fraction bits, largest, step near 1, smallest normal, block, layout,
// peak, source
constexpr std::array<NumberFormat, 25> kFormats{{
    {"fp64", "float64", kFloating, 64, 1, 11, 52, 0x1.fffffffffffffp1023, 0x1p-52, 0x1p-1022, 1,
     "8 bytes: the format of the reference results", "", kIeee},
    {"fp32", "float32", kFloating, 32, 1, 8, 23, 0x1.fffffep127, 0x1p-23, 0x1p-126, 1, "4 bytes", "fp32", kIeee},
    {"tf32", "TF32", kFloating, 32, 1, 8, 10, 0x1.ffcp127, 0x1p-10, 0x1p-126, 1,
     "a way of computing: 19 bits are used, stored in 4 bytes", "tf32", "NVIDIA A100 architecture whitepaper"},
    {"bf16", "bfloat16", kFloating, 16, 1, 8, 7, 0x1.fep127, 0x1p-7, 0x1p-126, 1,
     "2 bytes: the range of float32 with fewer digits", "bf16", "arXiv 1905.12322"},
    {"fp16", "float16", kFloating, 16, 1, 5, 10, 65504, 0x1p-10, 0x1p-14, 1,
     "2 bytes: more digits than bfloat16, much less range", "fp16", kIeee},
    {"fp8_e4m3", "fp8 e4m3", kFloating, 8, 1, 4, 3, 448, 0x1p-3, 0x1p-6, 1, "1 byte, without infinity", "fp8", kOfp8},
    {"fp8_e5m2", "fp8 e5m2", kFloating, 8, 1, 5, 2, 57344, 0x1p-2, 0x1p-14, 1, "1 byte: the range of float16", "fp8",
     kOfp8},
    {"int8", "int8", kInteger, 8, 1, 0, 7, kScaled, kScaled, kScaled, 1,
     "1 byte: a whole number from -127 to 127, times a scale that many numbers share", "int8", "definition"},
    {"int4", "int4", kInteger, 4, 1, 0, 3, kScaled, kScaled, kScaled, 1,
     "half a byte: a whole number from -7 to 7, times a scale that many numbers share", "", "definition"},
    {"fp4", "fp4 e2m1", kFloating, 4, 1, 2, 1, 6, 0.5, 1, 1,
     "half a byte: 0, 0.5, 1, 1.5, 2, 3, 4, 6 and their negatives", "fp4", kMx},
    {"q8_0", "Q8_0", kBlock, 8.5, 1, 0, 7, kScaled, kScaled, kScaled, 32,
     "32 weights of 8 bits and a 16-bit scale: 34 bytes", "", kGgml},
    {"q6_k", "Q6_K", kBlock, 6.5625, 1, 0, 5, kScaled, kScaled, kScaled, 256,
     "256 weights of 6 bits, 16 scales of 8 bits and a 16-bit scale of the scales: 210 bytes", "", kGgml},
    {"q5_1", "Q5_1", kBlock, 6.0, 0, 0, 5, kScaled, kScaled, kScaled, 32,
     "32 weights of 5 bits, a 16-bit scale and a 16-bit minimum: 24 bytes", "", kGgml},
    {"q5_0", "Q5_0", kBlock, 5.5, 1, 0, 4, kScaled, kScaled, kScaled, 32,
     "32 weights of 5 bits and a 16-bit scale: 22 bytes", "", kGgml},
    {"q5_k", "Q5_K", kBlock, 5.5, 0, 0, 5, kScaled, kScaled, kScaled, 256,
     "256 weights of 5 bits, 8 scales and minimums of 6 bits, two 16-bit numbers that scale those: 176 bytes", "",
     kGgml},
    {"q4_1", "Q4_1", kBlock, 5.0, 0, 0, 4, kScaled, kScaled, kScaled, 32,
     "32 weights of 4 bits, a 16-bit scale and a 16-bit minimum: 20 bytes", "", kGgml},
    {"q4_0", "Q4_0", kBlock, 4.5, 1, 0, 3, kScaled, kScaled, kScaled, 32,
     "32 weights of 4 bits and a 16-bit scale: 18 bytes", "", kGgml},
    {"q4_k", "Q4_K", kBlock, 4.5, 0, 0, 4, kScaled, kScaled, kScaled, 256,
     "256 weights of 4 bits, 8 scales and minimums of 6 bits, two 16-bit numbers that scale those: 144 bytes", "",
     kGgml},
    {"nvfp4", "NVFP4", kBlock, 4.5, 1, 2, 1, kScaled, kScaled, kScaled, 16,
     "16 weights of fp4 and a scale in fp8 e4m3: 9 bytes", "fp4", kGgml},
    {"nf4", "NF4", kBlock, 4.5, 0, 0, 4, kScaled, kScaled, kScaled, 64,
     "64 weights of 4 bits, each a place in a list of 16 values, and a float32 scale: 36 bytes", "", kNf4},
    {"mlx4", "MLX 4-bit", kBlock, 4.5, 0, 0, 4, kScaled, kScaled, kScaled, 64,
     "64 weights of 4 bits, a 16-bit scale and a 16-bit minimum: 36 bytes", "", "0xBakeer/inference-atlas PR#70"},
    {"mxfp4", "MXFP4", kBlock, 4.25, 1, 2, 1, kScaled, kScaled, kScaled, 32,
     "32 weights of fp4 and a power of two in 8 bits: 17 bytes", "fp4", kMx},
    {"nf4_dq", "NF4, double quantized", kBlock, 4.127, 0, 0, 4, kScaled, kScaled, kScaled, 64,
     "as NF4, with the scales themselves stored in 8 bits: 4.127 bits a weight", "", kNf4},
    {"q3_k", "Q3_K", kBlock, 3.4375, 1, 0, 2, kScaled, kScaled, kScaled, 256,
     "256 weights of 3 bits, 16 scales of 6 bits and a 16-bit scale of the scales: 110 bytes", "", kGgml},
    {"q2_k", "Q2_K", kBlock, 2.625, 0, 0, 2, kScaled, kScaled, kScaled, 256,
     "256 weights of 2 bits, 16 scales and minimums of 4 bits, two 16-bit numbers that scale those: 84 bytes", "",
     kGgml},
}};

struct Alias {
  std::string_view text, id;
};
constexpr std::array<Alias, 11> kAliases{{
    {"f64", "fp64"},
    {"double", "fp64"},
    {"f32", "fp32"},
    {"float", "fp32"},
    {"bf", "bf16"},
    {"f16", "fp16"},
    {"half", "fp16"},
    {"fp8", "fp8_e4m3"},
    {"e4m3", "fp8_e4m3"},
    {"e5m2", "fp8_e5m2"},
    {"fp4_e2m1", "fp4"},
}};

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return result;
}

}  // namespace

std::span<const NumberFormat> number_formats() { return kFormats; }

Result<const NumberFormat*> find_number_format(std::string_view text) {
  std::string wanted = lower(text);
  for (const Alias& alias : kAliases) {
    if (wanted == alias.text) wanted = alias.id;
  }
  const auto found = std::find_if(kFormats.begin(), kFormats.end(), [&](const NumberFormat& format) {
    return wanted == format.id || wanted == lower(format.name);
  });
  if (found != kFormats.end()) return &*found;
  std::string known;
  for (const NumberFormat& format : kFormats) known += (known.empty() ? "" : ", ") + std::string(format.id);
  return fail(ErrorCode::unknown_name, say("There is no number format {}: choose one of {}.", quoted(text), known));
}

}  // namespace lesson
