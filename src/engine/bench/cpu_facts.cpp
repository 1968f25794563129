#include "engine/bench/cpu_facts.h"

#include <string>


namespace lesson {
namespace {

constexpr std::string_view kIntel = "GenuineIntel", kAmd = "AuthenticAMD";

struct DesignRow {
  std::string_view vendor;
  int family, first_model, last_model;
  CpuDesign design;
};

// Sources: the vendors' optimization manuals (Intel 248966, AMD 57647 and 58455) and Agner Fog, "Instruction tables" and
// "The microarchitecture of Intel, AMD and VIA CPUs". Processors whose cores differ from each other are left out.
constexpr DesignRow kDesigns[] = {
    {kAmd, 0x17, 0x00, 0x2f, {"Zen", 128, 2}},
    {kAmd, 0x17, 0x30, 0xff, {"Zen 2", 256, 2}},
    {kAmd, 0x19, 0x00, 0x0f, {"Zen 3", 256, 2}},
    {kAmd, 0x19, 0x10, 0x1f, {"Zen 4", 256, 2}},
    {kAmd, 0x19, 0x20, 0x5f, {"Zen 3", 256, 2}},
    {kAmd, 0x19, 0x60, 0xaf, {"Zen 4", 256, 2}},
    {kAmd, 0x1a, 0x00, 0x1f, {"Zen 5", 512, 2}},
    {kAmd, 0x1a, 0x20, 0x3f, {"Zen 5, mobile", 256, 2}},
    {kAmd, 0x1a, 0x40, 0x4f, {"Zen 5", 512, 2}},
    {kAmd, 0x1a, 0x60, 0x7f, {"Zen 5, mobile", 256, 2}},
    {kIntel, 6, 0x3c, 0x3d, {"Haswell or Broadwell", 256, 2}},
    {kIntel, 6, 0x3f, 0x3f, {"Haswell", 256, 2}},
    {kIntel, 6, 0x45, 0x47, {"Haswell or Broadwell", 256, 2}},
    {kIntel, 6, 0x4e, 0x4f, {"Skylake or Broadwell", 256, 2}},
    {kIntel, 6, 0x55, 0x55, {"Skylake or Cascade Lake, server", 512, 2}},
    {kIntel, 6, 0x56, 0x56, {"Broadwell", 256, 2}},
    {kIntel, 6, 0x5e, 0x5e, {"Skylake", 256, 2}},
    {kIntel, 6, 0x6a, 0x6c, {"Ice Lake, server", 512, 2}},
    {kIntel, 6, 0x7d, 0x7e, {"Ice Lake", 512, 1}},
    {kIntel, 6, 0x8c, 0x8d, {"Tiger Lake", 512, 1}},
    {kIntel, 6, 0x8e, 0x8e, {"Kaby Lake", 256, 2}},
    {kIntel, 6, 0x8f, 0x8f, {"Sapphire Rapids", 512, 2}},
    {kIntel, 6, 0x9e, 0x9e, {"Kaby Lake or Coffee Lake", 256, 2}},
    {kIntel, 6, 0xa5, 0xa6, {"Comet Lake", 256, 2}},
    {kIntel, 6, 0xa7, 0xa7, {"Rocket Lake", 512, 1}},
    {kIntel, 6, 0xad, 0xae, {"Granite Rapids", 512, 2}},
    {kIntel, 6, 0xcf, 0xcf, {"Emerald Rapids", 512, 2}},
};

std::string ghz(double hz) {
  const long long hundredths = static_cast<long long>(hz / 1e7 + 0.5);
  const std::string cents = std::to_string(hundredths % 100);
  return std::to_string(hundredths / 100) + "." + (cents.size() < 2 ? "0" + cents : cents) + " GHz";
}

// How many multiply-adds of `type` a lane of float32 does in one instruction, and what that instruction is.
struct Lanes {
  double per_fp32_lane;
  const char* words;
};
Lanes lanes_of(GemmType type, Isa isa, bool has_fp16) {
  switch (type) {
    case GemmType::fp64: return {0.5, "float64 multiply-adds"};
    case GemmType::bf16:
      if (has_all(isa, Isa::avx512_bf16)) return {2, "bfloat16 pair sums"};
      return {1, "float32 multiply-adds, to which bfloat16 is widened"};
    case GemmType::fp16:
      if (has_fp16) return {2, "float16 multiply-adds"};
      return {1, "float32 multiply-adds, to which float16 is widened"};
    case GemmType::int8:
      if (has_all(isa, Isa::avx512_vnni)) return {4, "VNNI sums of four int8 products"};
      return {2, "sums of two 16-bit products, to which int8 is widened"};
    case GemmType::q4_0: return {1, "float32 multiply-adds, to which the blocks are unpacked"};
    case GemmType::fp32: break;
  }
  return {1, "float32 multiply-adds"};
}

}  // namespace

std::optional<CpuDesign> cpu_design(std::string_view vendor, int family, int model_number, std::string_view model) {
  for (const DesignRow& row : kDesigns) {
    if (row.vendor != vendor || row.family != family || model_number < row.first_model || model_number > row.last_model) continue;
    CpuDesign design = row.design;
    // Of this server family the smaller models have one of the two units switched off.
    if (vendor == kIntel && model_number == 0x55) {
      for (const std::string_view small : {"Silver", "Bronze", "Gold 5"}) {
        if (model.find(small) != std::string_view::npos) design.units = 1;
      }
    }
    return design;
  }
  return std::nullopt;
}

CpuPeak cpu_peak(GemmType type, const CpuFacts& facts, Isa isa, bool has_fp16) {
  CpuPeak peak;
  const std::optional<CpuDesign> design = cpu_design(facts.vendor, facts.family, facts.model_number, facts.model);
  if (!design || !has_all(isa, Isa::avx2_fma)) {
    peak.source = "the multiply-add units of this processor are not in our table, so its theoretical peak is not known";
    return peak;
  }
  const Lanes lanes = lanes_of(type, isa, has_fp16);
  const double in_vector = design->vector_bits / 32.0 * lanes.per_fp32_lane;
  peak.flops_per_cycle = design->units * in_vector * 2;
  peak.source = std::string(design->name) + ": " + std::to_string(design->units) + (design->units == 1 ? " unit" : " units") + " of " +
                std::to_string(design->vector_bits) + " bits, " + lanes.words + ", so " +
                std::to_string(static_cast<int>(*peak.flops_per_cycle)) + " operations a cycle and core";
  if (!facts.clock_hz) {
    peak.source += "; the clock could not be measured";
    return peak;
  }
  peak.flops_per_s = *peak.flops_per_cycle * *facts.clock_hz;
  peak.source += "; at " + ghz(*facts.clock_hz) + ", measured on one busy core";
  return peak;
}

}  // namespace lesson
