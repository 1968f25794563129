// hardware: this machine beside a device of the catalogue.
#include "engine/base/format.h"
#include "engine/calc/explain.h"
#include "engine/catalog/catalog.h"
#include "engine/lesson/section_results.h"

namespace lesson {

std::vector<Quantity> hardware_results(const Inputs& inputs, const Measurements& measured) {
  constexpr ResultName kTab{"tab_speed", "this machine, measured", Unit::flops_per_s};
  constexpr ResultName kPeak{"gpu_peak", "the device's peak", Unit::flops_per_s};
  constexpr ResultName kRatio{"tab_to_gpu_ratio", "of this machine make one device", Unit::none};
  ResultList list("hardware");
  const BenchResult* fastest = measured.best("fp32");
  if (fastest != nullptr) {
    list.add(kTab, value_of("", "", Unit::flops_per_s, fastest->flops_per_s,
                            {"FLOPs ÷ median time",
                             "the fastest float32 product measured here: n = " +
                                 format_grouped(static_cast<double>(fastest->n)),
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
    return list.take();
  }
  const Peak peak = dense_peak(**device, **format);
  if (!peak.flops_per_s) {
    list.missing(kPeak, peak.reason);
    list.missing(kRatio, peak.reason);
    return list.take();
  }
  Quantity speed = value_of(
      "", "", Unit::flops_per_s, *peak.flops_per_s,
      {"dense peak, without structured sparsity", std::string((*device)->name) + " in " + std::string((*format)->name),
       std::string((*device)->source), "that real programs stay below it"});
  speed.caution = peak.caution;
  list.add(kPeak, std::move(speed));
  if (fastest == nullptr) {
    list.missing(kRatio, kNotMeasured);
    return list.take();
  }
  Quantity ratio =
      value_of("", "", Unit::none, *peak.flops_per_s / fastest->flops_per_s,
               {"device's peak ÷ speed measured here",
                format_value(*peak.flops_per_s, Unit::flops_per_s) + " ÷ " +
                    format_value(fastest->flops_per_s, Unit::flops_per_s),
                std::string((*device)->source), "the device stays below its peak too; the number formats may differ"});
  ratio.caution = peak.caution;
  list.add(kRatio, std::move(ratio));
  return list.take();
}

}  // namespace lesson
