// What labs ask of the measurements, in one place.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ui/lab.h"
#include "ui/plots/chart.h"

namespace lesson::ui {

// The newest verified result of this format and size, by any kernel ("best") or by the named one. Null: not measured.
const BenchResult* measured_at(const Lab& lab, std::string_view dtype, std::string_view kernel, double n);
// Verified square products of this format by this kernel at this thread count, by size.
std::vector<const BenchResult*> measured_sizes(const Lab& lab, std::string_view dtype, std::string_view kernel,
                                               double threads);

std::string speed_text(double flops_per_s);  // "41.9 GFLOP/s"
std::string time_text(double seconds);

// The label of a kernel id; the id itself when the host has not told of it.
std::string kernel_label(const Lab& lab, std::string_view id);

}  // namespace lesson::ui
