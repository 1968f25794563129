#include "engine/gpu/gpu_bench.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "engine/base/aligned_buffer.h"
#include "engine/base/clock.h"
#include "engine/bench/stats.h"
#include "engine/gemm/reference.h"

namespace lesson {
namespace {

constexpr std::uint64_t kSeedA = 1, kSeedB = 2;
constexpr std::int64_t kLargestSize = 65'536;
constexpr int kMostSamples = 1000;
constexpr double kSampleNs = 20e6;
constexpr double kAgree = 0.05;
constexpr std::int64_t kMostWarmUpNs = 5'000'000'000;
constexpr std::int64_t kSampleRows = 16;  // of C, compared number by number
constexpr std::int64_t kAllRows = 256;    // a product with so few rows is compared whole

std::string capability(int tenfold) { return std::to_string(tenfold / 10) + "." + std::to_string(tenfold % 10); }

std::string gigabytes(double bytes) {
  const long long tenths = std::llround(bytes / 1e8);
  return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10) + " GB";
}

double result_number(GpuType type, const void* c, std::int64_t at) {
  if (type == GpuType::fp64) return static_cast<const double*>(c)[at];
  if (type == GpuType::int8) return static_cast<const std::int32_t*>(c)[at];
  return static_cast<const float*>(c)[at];
}

// Rows of the exact product, from the numbers as they are stored, and the lengths that errors are measured by.
struct Expected {
  std::vector<std::int64_t> rows;
  std::vector<double> sums, row_lengths, column_lengths;
};

Expected expected_rows(const GpuRequest& r) {
  const auto [m, n, k] = r.shape;
  Expected e;
  const std::int64_t count = m <= kAllRows ? m : kSampleRows;
  // Spread over the whole of C, first and last row with them.
  for (std::int64_t i = 0; i < count; ++i) e.rows.push_back(count == 1 ? 0 : i * (m - 1) / (count - 1));
  e.sums.assign(static_cast<std::size_t>(count * n), 0.0);
  e.row_lengths.assign(static_cast<std::size_t>(count), 0.0);
  e.column_lengths.assign(static_cast<std::size_t>(n), 0.0);
  if (r.zeros) return e;
  std::vector<double> b(static_cast<std::size_t>(n));
  for (std::int64_t l = 0; l < k; ++l) {
    for (std::int64_t j = 0; j < n; ++j) {
      b[j] = gpu_stored_number(r.type, kSeedB, l, j);
      e.column_lengths[j] += b[j] * b[j];
    }
    for (std::int64_t i = 0; i < count; ++i) {
      const double a = gpu_stored_number(r.type, kSeedA, e.rows[i], l);
      e.row_lengths[i] += a * a;
      double* const sums = e.sums.data() + i * n;
      for (std::int64_t j = 0; j < n; ++j) sums[j] += a * b[j];
    }
  }
  for (double& length : e.row_lengths) length = std::sqrt(length);
  for (double& length : e.column_lengths) length = std::sqrt(length);
  return e;
}

struct Check {
  bool right = true;
  double error = 0;
};

// Also: nothing of C may be left as it was, NaN (or -1 for int32, which no sum of zeros is).
Check check(const GpuRequest& r, const Expected& e, const void* c, double bound) {
  Check out;
  const std::int64_t n = r.shape.n;
  for (std::size_t i = 0; i < e.rows.size(); ++i) {
    for (std::int64_t j = 0; j < n; ++j) {
      const double error = std::abs(result_number(r.type, c, e.rows[i] * n + j) - e.sums[i * n + j]);
      const double scale = e.row_lengths[i] * e.column_lengths[j];
      if (!(error <= bound * scale)) out.right = false;
      const double relative = error == 0 ? 0 : error / scale;
      out.error = std::max(out.error, relative == relative ? relative : std::numeric_limits<double>::infinity());
    }
  }
  if (r.type == GpuType::int8) return out;
  for (std::int64_t at = 0; at < r.shape.m * n; ++at) {
    if (!std::isfinite(result_number(r.type, c, at))) out.right = false;
  }
  return out;
}

Error module_error(const GpuModule& module, int failure) {
  const ErrorCode code = failure == kGpuOutOfMemory ? ErrorCode::out_of_memory : ErrorCode::not_available;
  return {code, module.last_error()};
}

const GpuKernel* choose(const std::vector<GpuKernel>& all, const GpuRequest& r, const GpuDevice& device) {
  const GpuKernel* chosen = nullptr;
  for (const GpuKernel& kernel : all) {
    if (kernel.type != r.type || kernel.least_capability > device.major * 10 + device.minor) continue;
    if (r.kernel == "best" || r.kernel.empty() || kernel.id == r.kernel) chosen = &kernel;
  }
  return chosen;
}

// The session of the module ends with the measurement, however that ends.
struct Session {
  const GpuModule& module;
  ~Session() { module.close(); }
};

}  // namespace

std::vector<GpuKernel> gpu_kernels(const GpuModule& module) {
  std::vector<GpuKernel> all;
  GpuType type{};
  const char* idea = "";
  int transposed = 0, least = 0;
  for (int i = 0; const char* id = module.kernel(i, &type, &idea, &transposed, &least); ++i)
    all.push_back({id, idea, type, transposed != 0, least});
  return all;
}

Result<void> check_gpu_request(const GpuRequest& r, const GpuDevice& device) {
  const GpuFormat& format = gpu_format(r.type);
  const std::string name(device.name), id(format.id);
  if (device.major * 10 + device.minor < format.least_capability) {
    return fail(ErrorCode::not_available, name + " has compute capability " + std::to_string(device.major) + "." + std::to_string(device.minor) +
                                              ", and products in " + id + " need " + capability(format.least_capability) +
                                              ": choose another number format.");
  }
  for (const std::int64_t size : {r.shape.m, r.shape.n, r.shape.k}) {
    if (size < 1 || size > kLargestSize)
      return fail(ErrorCode::out_of_range, "A matrix cannot have " + std::to_string(size) + " rows or columns here: use 1 to 65,536.");
    if (size % format.multiple != 0) {
      return fail(ErrorCode::out_of_range, "Products in " + id + " need sizes that are multiples of " + std::to_string(format.multiple) + ", and " +
                                               std::to_string(size) + " is none: use " +
                                               std::to_string((size + format.multiple - 1) / format.multiple * format.multiple) + ".");
    }
  }
  const double wanted = static_cast<double>(gpu_stored_bytes(r.type, r.shape.m * r.shape.k)) +
                        static_cast<double>(gpu_stored_bytes(r.type, r.shape.k * r.shape.n)) +
                        static_cast<double>(gpu_result_bytes(r.type, r.shape.m * r.shape.n));
  if (!(wanted <= 0.9 * static_cast<double>(device.free_bytes))) {
    return fail(ErrorCode::out_of_memory, "The three matrices need " + gigabytes(wanted) + " and " + name + " has " +
                                              gigabytes(static_cast<double>(device.free_bytes)) + " free: choose a smaller n.");
  }
  return {};
}

Result<std::optional<BenchResult>> run_gpu_bench(const GpuRequest& request, const GpuModule& module,
                                                 const std::function<bool(double, std::string_view)>& go_on) {
  const GpuRequest& r = request;
  const GpuFormat& format = gpu_format(r.type);
  GpuDevice device{};
  if (const int failed = module.device(r.device, &device); failed != kGpuOk) return std::unexpected(module_error(module, failed));
  if (const Result<void> good = check_gpu_request(r, device); !good) return std::unexpected(good.error());
  const std::vector<GpuKernel> ladder = gpu_kernels(module);
  const GpuKernel* kernel = choose(ladder, r, device);
  if (kernel == nullptr) {
    return fail(ErrorCode::not_available, "There is no implementation " + r.kernel + " of " + std::string(format.id) + " for " + device.name +
                                              ": choose best, or all to see what there is.");
  }

  // ---- operands and what must come out
  const auto [m, n, k] = r.shape;
  AlignedBuffer a, b, c;
  const std::int64_t a_bytes = gpu_stored_bytes(r.type, m * k), b_bytes = gpu_stored_bytes(r.type, k * n), c_bytes = gpu_result_bytes(r.type, m * n);
  for (auto [buffer, bytes] : {std::pair{&a, a_bytes}, {&b, b_bytes}, {&c, c_bytes}}) {
    if (Result<void> got = buffer->reserve(bytes); !got) return std::unexpected(got.error());
  }
  if (!go_on(0, "verify")) return std::nullopt;
  gpu_fill(r.type, kSeedA, m, k, false, r.zeros, a.data());
  if (!go_on(0.05, "verify")) return std::nullopt;
  gpu_fill(r.type, kSeedB, k, n, kernel->transposed_b, r.zeros, b.data());
  if (!go_on(0.1, "verify")) return std::nullopt;
  const Expected expected = expected_rows(r);
  const double bound = format.sum_roundoff == 0 ? 0 : gamma_bound(k, format.sum_roundoff) + gamma_bound(k, 0x1p-53);

  // ---- the candidates, each checked before it is timed
  const GpuProduct product{r.device, r.type, m, n, k, a.data(), b.data(), kernel->transposed_b ? 1 : 0, kernel->id.c_str()};
  if (const int failed = module.open(&product); failed != kGpuOk) return std::unexpected(module_error(module, failed));
  const Session session{module};
  const int candidates = module.candidates();
  int winner = -1, right = 0;
  double call_ns = 0, error = 0;
  for (int i = 0; i < candidates; ++i) {
    if (!go_on(0.15 + 0.15 * i / candidates, "verify")) return std::nullopt;
    if (module.product(i, c.data()) != kGpuOk) continue;  // an algorithm that does not run is not a candidate
    const Check checked = check(r, expected, c.data(), bound);
    if (!checked.right) continue;
    ++right;
    double first_ns = 0, took_ns = 0;
    if (module.time(i, 1, &first_ns) != kGpuOk || module.time(i, 3, &took_ns) != kGpuOk || !(took_ns > 0)) continue;
    if (winner < 0 || took_ns / 3 < call_ns) {
      winner = i;
      call_ns = took_ns / 3;
      error = checked.error;
    }
  }
  if (winner < 0) {
    if (right == 0 && candidates > 0)
      return fail(ErrorCode::wrong_result, "The product of " + kernel->id + " differs from the float64 reference by more than rounding can explain, or does not run: choose another kernel.");
    return fail(ErrorCode::not_available, "No algorithm of " + kernel->id + " runs for this size on " + device.name + ": choose another size or kernel.");
  }

  // ---- warm-up: the clocks settle while it runs
  const auto calls_for = [&](double ns) { return std::max<std::int64_t>(1, static_cast<std::int64_t>(std::ceil(ns / std::max(call_ns, 1.0)))); };
  const std::int64_t begin = now_ns();
  std::vector<double> medians;
  for (bool warm = false; !warm;) {
    std::vector<double> group;
    for (int i = 0; i < 3; ++i) {
      const std::int64_t calls = calls_for(kSampleNs / 2);
      double took_ns = 0;
      if (const int failed = module.time(winner, calls, &took_ns); failed != kGpuOk) return std::unexpected(module_error(module, failed));
      group.push_back(took_ns / static_cast<double>(calls));
    }
    medians.push_back(quartiles(group).median);
    call_ns = medians.back();
    const std::int64_t passed = now_ns() - begin;
    const auto [low, high] = std::minmax_element(medians.end() - std::min<std::ptrdiff_t>(3, std::ssize(medians)), medians.end());
    const bool agree = medians.size() >= 3 && *high - *low <= kAgree * *high;
    warm = (agree && passed >= r.warm_up_ns) || passed >= std::max(kMostWarmUpNs, r.warm_up_ns);
    const double share = std::min(1.0, static_cast<double>(passed) / static_cast<double>(std::max<std::int64_t>(r.warm_up_ns, 1)));
    if (!go_on(0.3 + 0.2 * share, "warm-up")) return std::nullopt;
  }

  // ---- measure
  BenchResult out;
  out.calls_per_sample = calls_for(kSampleNs);
  double measured_ns = 0;
  while (static_cast<int>(out.sample_ns.size()) < r.repeats ||
         (measured_ns < static_cast<double>(r.measure_ns) && out.sample_ns.size() < kMostSamples)) {
    double took_ns = 0;
    if (const int failed = module.time(winner, out.calls_per_sample, &took_ns); failed != kGpuOk) return std::unexpected(module_error(module, failed));
    if (!(took_ns > 0)) return fail(ErrorCode::not_available, "The GPU's clock stood still while measuring: try again.");
    measured_ns += took_ns;
    out.sample_ns.push_back(took_ns / static_cast<double>(out.calls_per_sample));
    if (!go_on(0.5 + 0.45 * std::min(1.0, static_cast<double>(out.sample_ns.size()) / r.repeats), "measure")) return std::nullopt;
  }
  // What was timed must still be right.
  if (const int failed = module.product(winner, c.data()); failed != kGpuOk) return std::unexpected(module_error(module, failed));
  if (!check(r, expected, c.data(), bound).right)
    return fail(ErrorCode::wrong_result, kernel->id + " gave another product than the one verified before: do not trust it, choose another kernel.");

  const Quartiles q = quartiles(out.sample_ns);
  out.kernel = kernel->id;
  out.idea = kernel->idea;
  out.flags = module.candidate(winner);
  if (candidates > 1) out.flags += "; the fastest of " + std::to_string(right) + " that were right";
  if (r.zeros) out.flags += "; the numbers are zeros, which draw less power than random ones";
  out.device = "cuda:" + std::to_string(r.device);
  out.device_name = device.name;
  out.dtype = format.id;
  out.accumulate = format.accumulate;
  out.m = m;
  out.n = n;
  out.k = k;
  out.samples = static_cast<int>(out.sample_ns.size());
  out.median_ns = q.median;
  out.q1_ns = q.q1;
  out.q3_ns = q.q3;
  out.min_ns = q.min;
  out.flops_per_s = gemm_flops(r.shape) / q.median * 1e9;
  out.peak_source = "a register peak is measured on the CPU only";
  out.error = error;
  out.error_bound = bound;
  out.bytes_moved = static_cast<double>(a_bytes + b_bytes + c_bytes);
  out.verified = true;
  out.disturbed = drifted(out.sample_ns);
  out.clock_step_ns = 500;  // events: about half a microsecond (CUDA runtime, cudaEventElapsedTime)
  (void)go_on(1, "measure");
  return std::optional(std::move(out));
}

}  // namespace lesson
