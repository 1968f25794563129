#include "ui/labs/measured.h"

#include <algorithm>

namespace lesson::ui {
namespace {

bool is_square(const BenchResult& result, double n) {
  const auto size = static_cast<double>(result.n);
  return result.verified && result.m == result.n && result.k == result.n && (n == 0 || size == n);
}

}  // namespace

const BenchResult* measured_at(const Lab& lab, std::string_view dtype, std::string_view kernel, double n) {
  const BenchResult* fastest = nullptr;
  for (const BenchResult& result : lab.measured.results) {
    if (result.dtype != dtype || !is_square(result, n)) continue;
    if (kernel != "best" && result.kernel != kernel) continue;
    if (!fastest || result.flops_per_s > fastest->flops_per_s) fastest = &result;
  }
  return fastest;
}

std::vector<const BenchResult*> measured_sizes(const Lab& lab, std::string_view dtype, std::string_view kernel,
                                               double threads) {
  std::vector<const BenchResult*> sizes;
  for (const BenchResult& result : lab.measured.results) {
    if (result.dtype != dtype || !is_square(result, 0)) continue;
    if (kernel != "best" && result.kernel != kernel) continue;
    if (threads > 0 && static_cast<double>(result.threads) != threads) continue;
    const auto same = std::ranges::find_if(sizes, [&](const BenchResult* other) { return other->n == result.n; });
    if (same == sizes.end())
      sizes.push_back(&result);
    else if (result.flops_per_s > (*same)->flops_per_s)
      *same = &result;
  }
  std::ranges::sort(sizes, [](const BenchResult* a, const BenchResult* b) { return a->n < b->n; });
  return sizes;
}

std::string speed_text(double flops_per_s) { return format_value(flops_per_s, Unit::flops_per_s); }
std::string time_text(double seconds) { return format_value(seconds, Unit::seconds); }

std::string kernel_label(const Lab& lab, std::string_view id) {
  for (const KernelInfo& kernel : lab.host.kernels)
    if (kernel.id == id) return kernel.label;
  return std::string(id);
}

}  // namespace lesson::ui
