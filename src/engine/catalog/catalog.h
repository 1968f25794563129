// Devices, models and published training runs, compiled in from assets/catalog/*.csv (scripts/gen_catalog.py checks
// every row). Base units: bytes, bytes/s, FLOP/s, watts, GPU-hours. Absent is absent: std::nullopt, never another
// device's number. Peaks are dense (without structured sparsity). Does not: allocate, parse at run time, know about
// prices.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "engine/base/result.h"
#include "engine/catalog/model_shape.h"
#include "engine/numeric/format_table.h"

namespace lesson {

struct DensePeaks {  // FLOP/s; int8: operations/s
  std::optional<double> fp32, tf32, bf16, fp16, fp8, int8, fp4;
};

struct Device {
  std::string_view id;    // "h100-sxm5-80gb"
  std::string_view name;  // "H100 SXM5 80GB"
  std::string_view vendor;
  std::optional<int> year;             // absent for the two that are built in
  std::optional<double> memory_bytes;  // the vendor's label
  std::optional<double> bandwidth_bytes_per_s;
  DensePeaks dense_flops_per_s;
  std::optional<double> power_watts;
  std::span<const std::string_view> uncertain;  // names of the CSV columns that sources dispute; `notes` says how
  std::string_view notes;
  std::string_view source;
  bool is_product = true;  // false: "petaflop" (10^15 FLOP/s, a round number) and "laptop" (16 GB)
};

struct Model {
  std::string_view id, name;
  ModelShape shape;
  std::int64_t params;                        // published or computed total; calc/model.h gives the same number
  std::optional<std::int64_t> active_params;  // used by one token; absent unless it is a mixture of experts
  std::string_view attention;                 // in words: "5:1 window 1024"
  std::string_view notes, source;
};

struct Run {
  std::string_view id, name;
  double params;
  std::optional<double> active_params;  // mixture of experts only
  double tokens;
  std::string_view gpu_id;       // a Device id: the device whose peak the comparison uses
  std::string_view peak_format;  // a NumberFormat id
  std::string_view device_as_reported;
  std::optional<double> reported_gpu_hours;
  std::optional<double> reported_mfu_ratio;
  std::optional<double> ratio_at_40;  // test vector: predicted at 40 % utilization / reported
  std::string_view notes, source;
};

// The best bf16-like matrix product that was measured on a device, as a share of the peak its source quotes.
struct Achievable {
  std::string_view gpu_id;
  std::string_view peak_format;
  double achieved_flops_per_s;
  double quoted_peak_flops_per_s;  // the peak the same source divides by; may differ from the catalogue's, see notes
  std::string_view notes, source;
};

// A number from a public table that is not what it seems, and the one to use. Feeds an exercise.
struct PeakTrap {
  std::string_view id;
  std::string_view gpu_id;
  std::string_view peak_format;
  double wrong_flops_per_s;   // the number people quote
  std::string_view kind;      // sparse, tf32, fp16-accumulate, per-die, other-part
  std::string_view question;  // one sentence
  std::string_view answer;    // one sentence
  std::string_view source;
};

std::span<const Device> devices();          // petaflop and laptop first, then the catalogue in file order
std::span<const Device> catalog_devices();  // the catalogue alone
std::span<const Model> models();
std::span<const Run> runs();
std::span<const Achievable> achievable();
std::span<const PeakTrap> peak_traps();

// By id, or by display name in any case. Unknown: Error::unknown_name that offers the nearest ids.
Result<const Device*> find_device(std::string_view text);
Result<const Model*> find_model(std::string_view text);
Result<const Run*> find_run(std::string_view text);

bool is_uncertain(const Device& device, std::string_view column);  // column as in gpus.csv: "bf16_tflops", "tdp_w"

struct Peak {
  std::optional<double> flops_per_s;
  bool uncertain = false;  // sources dispute it; show a mark
  std::string caution;     // why it is uncertain; empty otherwise
  std::string reason;      // why it is absent; empty otherwise
};

// The device's dense peak for products in this format. Formats that only store (q4_0, nf4, int4 ...) have none.
Peak dense_peak(const Device& device, const NumberFormat& format);

}  // namespace lesson
