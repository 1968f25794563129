// hardware: this machine beside a device of the catalogue.
#include "engine/base/format.h"
#include "engine/base/language.h"
#include "engine/calc/explain.h"
#include "engine/calc/time_cost.h"
#include "engine/catalog/catalog.h"
#include "engine/lesson/section_results.h"
#include "engine/lesson/speeds.h"

namespace lesson {

namespace {

constexpr ResultName kNative{"native_speed", "fastest of the machines held here, measured", Unit::flops_per_s};
constexpr ResultName kNativeTime{"native_seconds", "the job of “Time and money” at that speed", Unit::seconds};

// What the native program measured, and how long it would train.
void add_native(ResultList& list, const Inputs& inputs, const Measurements& measured) {
  const BenchResult* fastest = measured.fastest_native();
  if (fastest == nullptr) {
    constexpr std::string_view kWhy = "no machine is held here yet: run lesson bench --device all --open, or drop its JSON file on the page";
    list.missing(kNative, kWhy);
    list.missing(kNativeTime, kWhy);
    return;
  }
  const std::string device = fastest->device_name.empty() ? fastest->device : fastest->device_name;
  list.add(kNative, value_of("", "", Unit::flops_per_s, fastest->flops_per_s,
                             {"FLOPs ÷ median time",
                              say("{} with {} sums, n = {}, on {}", fastest->dtype, fastest->accumulate,
                                  format_grouped(static_cast<double>(fastest->n)), device),
                              say("measured by the native program: {}", fastest->kernel), "other sizes; memory and the rest of training"}));
  TimeCostInput job;
  job.params = inputs.time_cost.params;
  job.tokens = inputs.time_cost.tokens;
  job.gpu = inputs.time_cost.gpu;
  job.dtype = inputs.time_cost.dtype;
  job.utilization = inputs.time_cost.utilization_ratio;
  job.measured_flops_per_s = fastest->flops_per_s;
  const auto time = time_cost(job);
  list.add(kNativeTime, time ? Result<Quantity>(time->gpu_seconds) : fail(time.error().code, time.error().message));
}

// This machine beside the chosen device: tab_speed, gpu_peak, tab_to_gpu_ratio.
void add_comparison(ResultList& list, const Inputs& inputs, const Measurements& measured) {
  constexpr ResultName kTab{"tab_speed", "this machine, measured", Unit::flops_per_s};
  constexpr ResultName kPeak{"gpu_peak", "the device's peak", Unit::flops_per_s};
  constexpr ResultName kRatio{"tab_to_gpu_ratio", "of this machine make one device", Unit::none};
  const BenchResult* fastest = measured.best("fp32");
  if (fastest != nullptr) {
    list.add(kTab, value_of("", "", Unit::flops_per_s, fastest->flops_per_s,
                            {"FLOPs ÷ median time",
                             say("the fastest float32 product measured here: n = {}",
                                 format_grouped(static_cast<double>(fastest->n))),
                             "measured on this machine", "other kernels and sizes"}));
  } else {
    list.missing(kTab, kNotMeasured);
  }

  const auto device = find_device(inputs.hardware.gpu);
  const auto format = find_number_format(inputs.hardware.dtype);
  if (!device || !format) {
    const std::string& why = device ? format.error().message : device.error().message;
    list.missing(kPeak, why);
    list.missing(kRatio, why);
    return;
  }
  const Quantity peak = device_peak(**device, **format, "", "");
  list.add(kPeak, peak);
  if (!peak.value) {
    list.missing(kRatio, peak.reason);
    return;
  }
  if (fastest == nullptr) {
    list.missing(kRatio, kNotMeasured);
    return;
  }
  Quantity ratio =
      value_of("", "", Unit::none, *peak.value / fastest->flops_per_s,
               {"device's peak ÷ speed measured here",
                format_value(*peak.value, Unit::flops_per_s) + " ÷ " +
                    format_value(fastest->flops_per_s, Unit::flops_per_s),
                std::string((*device)->source), "the device stays below its peak too; the number formats may differ"});
  ratio.caution = peak.caution;
  list.add(kRatio, std::move(ratio));
}

}  // namespace

std::vector<Quantity> hardware_results(const Inputs& inputs, const Measurements& measured) {
  ResultList list("hardware");
  add_comparison(list, inputs, measured);
  add_native(list, inputs, measured);
  return list.take();
}

}  // namespace lesson
