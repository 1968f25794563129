// What every input may be. The calculators check against this, and the table of state keys takes its ranges from here,
// so an input the interface accepts is never refused by a calculator.
#pragma once

#include <string_view>

#include "engine/base/result.h"

namespace lesson {

struct Limit {
  std::string_view name;  // as in a sentence: "the number of parameters"
  double low, high;
  bool whole;             // only whole numbers
  std::string_view hint;  // what to do: "give a number like 7e9 or 7B"
};

inline constexpr Limit kParamsLimit{"the number of parameters", 1, 1e15, false, "give a number like 7e9 or 7B"};
inline constexpr Limit kTokensLimit{"the number of tokens", 1, 1e18, false, "give a number like 2e12 or 2T"};
inline constexpr Limit kFlopsLimit{"the amount of work", 1, 1e33, false, "give FLOPs like 1.8e18"};
inline constexpr Limit kContextLimit{"the context", 0, 1e8, true, "give tokens like 8192"};
inline constexpr Limit kBatchLimit{"the batch", 1, 1e6, true, "give a whole number of sequences like 1 or 16"};
inline constexpr Limit kOverheadLimit{"the overhead", 0, 10, false, "give a share of the weights like 0.2 for 20 %"};
inline constexpr Limit kGpusLimit{"the number of GPUs", 1, 1e7, true, "give a whole number like 8"};
inline constexpr Limit kParallelLimit{"the parallel degree", 1, 1e5, true, "give a whole number like 1 or 8"};
inline constexpr Limit kZeroLimit{"the ZeRO stage", 0, 3, true, "choose 0, 1, 2 or 3"};
inline constexpr Limit kUtilizationLimit{"the utilization", 0.001, 1, false, "give a share like 0.4 for 40 %"};
inline constexpr Limit kPriceLimit{"the price", 0, 1e6, false, "give USD per GPU-hour like 3"};
inline constexpr Limit kPowerLimit{"the power", 0, 1e5, false, "give watts for one GPU like 700"};
inline constexpr Limit kPueLimit{"the PUE", 1, 10, false, "give total power over computer power like 1.1"};
inline constexpr Limit kCarbonLimit{"the carbon intensity", 0, 10, false, "give kg CO2 per kWh like 0.385"};
inline constexpr Limit kRankLimit{"the LoRA rank", 1, 65536, true, "give a whole number like 8 or 16"};
inline constexpr Limit kMatmulSizeLimit{"the matrix size", 1, 1e7, true, "give a whole number like 512"};
inline constexpr Limit kSpeedLimit{"the measured speed", 1, 1e24, false, "give FLOP/s like 50e9"};

// Error::bad_number when not finite, Error::out_of_range otherwise; the sentence names the limit and what to do.
Result<void> check(const Limit& limit, double value);

}  // namespace lesson
