#include "engine/bench/bench.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <numeric>

#include "engine/base/language.h"
#include "engine/base/clock.h"
#include "engine/bench/matrices.h"
#include "engine/bench/peak.h"
#include "engine/bench/stats.h"

namespace lesson {
namespace {

constexpr std::int64_t kLargestSize = 65'536;
constexpr int kLargestRepeats = 1000;
constexpr int kLargestThreads = 1024;
constexpr double kMinSampleSteps = 200;   // of a usual sample; a shorter one may have less
constexpr double kUsualSampleNs = 20e6;
constexpr double kWarmUpGroupNs = 2e6;    // timings of a warm-up take as long as a sample, at most this
constexpr std::int64_t kMaxWarmUpNs = 1'500'000'000;
constexpr std::int64_t kSlowCallNs = 150'000'000;  // a call this long is warm after one
constexpr double kAgree = 0.05;
constexpr std::int64_t kMostMoreCalls = 8;  // from one warm-up group to the next: on a coarse clock a few short calls look like none
constexpr std::uint64_t kSeedA = 1, kSeedB = 2;
constexpr std::int64_t kFormatRows = 4;            // rows of C compared with the numbers before storing

std::int64_t round_up(std::int64_t x, std::int64_t y) { return (x + y - 1) / y * y; }

// Without printf for numbers with a point: it would be a tenth of the page's compute modules.
std::string megabytes(double bytes) {
  if (bytes < 1e9) return std::to_string(std::llround(bytes / 1e6)) + " MB";
  const long long tenths = std::llround(bytes / 1e8);
  return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10) + " GB";
}

// FNV-1a over the bytes of C, eight at a time where it fits.
std::uint64_t checksum(const void* data, std::int64_t bytes) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  const char* at = static_cast<const char*>(data);
  for (std::int64_t i = 0; i < bytes; i += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, at + i, static_cast<std::size_t>(std::min<std::int64_t>(8, bytes - i)));
    hash = (hash ^ word) * 0x100000001b3u;
  }
  return hash;
}

}  // namespace

std::string_view phase_name(BenchPhase phase) {
  switch (phase) {
    case BenchPhase::verify: return "verify";
    case BenchPhase::warm_up: return "warm-up";
    case BenchPhase::measure: return "measure";
  }
  return "";
}

Result<BenchRequest> bench_request(const RequestWords& words) {
  constexpr double kAny = 1e9;  // far beyond every limit, and a number that all the types below can hold
  for (const double number : {words.m, words.n, words.k, words.threads, words.repeats}) {
    if (!(number == std::floor(number) && std::abs(number) <= kAny)) {
      return fail(ErrorCode::bad_number, "The benchmark's request has a size, threads or repeats that are no whole number: give n as a whole number.");
    }
  }
  const Result<GemmType> type = find_gemm_type(words.dtype);
  if (!type) return std::unexpected(type.error());
  BenchRequest request;
  request.shape = {static_cast<std::int64_t>(words.m), static_cast<std::int64_t>(words.n), static_cast<std::int64_t>(words.k)};
  request.type = *type;
  request.kernel = words.kernel;
  request.threads = static_cast<int>(words.threads);
  request.repeats = static_cast<int>(words.repeats);
  return request;
}

struct BenchRun::State {
  BenchRequest request;
  Workspace* workspace = nullptr;
  const Kernel* kernel = nullptr;
  int threads = 1;
  std::string threads_note;

  // The operands as the product takes them: q4_0 weights are stored one row per column of B, as model files do.
  AlignedBuffer a_data, b_data, c_data;
  MatrixIn a{}, b{};
  MatrixOut c{};
  Op op_b = Op::none;

  enum class Stage : std::uint8_t { fill, first_product, format_error, verify, warm_up, peak_before, measure, peak_after, done };
  Stage stage = Stage::fill;
  std::int64_t filled_a = 0, filled_b = 0;
  std::optional<Verifier> verifier;
  double verifier_share = 0;
  Verification verification;
  double format_error = 0;
  std::uint64_t verified_checksum = 0;
  double first_call_ns = 0;

  std::int64_t warm_up_start_ns = 0;
  double call_ns = 0;
  std::int64_t warm_up_calls = 0;  // of the last group
  std::vector<double> medians;     // of the groups that were long enough for this clock
  std::int64_t calls_per_sample = 1;
  std::vector<double> sample_ns;
  std::optional<double> peak;
  std::string peak_source;

  double time_calls(std::int64_t calls);
  double measured_ns() const { return std::accumulate(sample_ns.begin(), sample_ns.end(), 0.0) * static_cast<double>(calls_per_sample); }
  void fill(std::int64_t slice_end_ns);
  void warm_up();
  void take_peak();
  double compute_format_error() const;
  Result<void> check_last_product() const;
  Progress progress() const;
};

BenchRun::BenchRun(std::unique_ptr<State> state) : state_(std::move(state)) {}
BenchRun::BenchRun(BenchRun&&) noexcept = default;
BenchRun& BenchRun::operator=(BenchRun&&) noexcept = default;
BenchRun::~BenchRun() = default;

// --- start -----------------------------------------------------------------------------------------------------------

namespace {

Result<void> check_request(const BenchRequest& r) {
  for (const std::int64_t size : {r.shape.m, r.shape.n, r.shape.k}) {
    if (size < 1 || size > kLargestSize) {
      return fail(ErrorCode::out_of_range, "A matrix cannot have " + std::to_string(size) + " rows or columns here: use 1 to 65,536.");
    }
  }
  if (r.threads < 1 || r.threads > kLargestThreads) {
    return fail(ErrorCode::out_of_range, std::to_string(r.threads) + " threads are not possible: use 1 to 1,024.");
  }
  if (r.repeats < 1 || r.repeats > kLargestRepeats) {
    return fail(ErrorCode::out_of_range, std::to_string(r.repeats) + " repeats are not possible: use 1 to 1,000.");
  }
  return {};
}

}  // namespace

Result<BenchRun> BenchRun::start(const BenchRequest& request, Workspace& workspace) {
  if (Result<void> good = check_request(request); !good) return std::unexpected(good.error());
  const GemmShape shape = request.shape;
  const GemmType type = request.type;
  const Result<const Kernel*> kernel = choose_kernel(request.kernel, type, shape);
  if (!kernel) return std::unexpected(kernel.error());

  auto state = std::make_unique<State>();
  State& s = *state;
  s.request = request;
  s.workspace = &workspace;
  s.kernel = *kernel;

  const bool blocks = type == GemmType::q4_0;
  const GemmType a_type = blocks ? GemmType::fp32 : type;
  s.op_b = blocks ? Op::transpose : Op::none;
  const std::int64_t b_rows = blocks ? shape.n : shape.k, b_cols = blocks ? shape.k : shape.n;
  const std::int64_t b_ld = blocks ? round_up(b_cols, 32) : b_cols;
  const std::int64_t a_bytes = stored_bytes(a_type, shape.m, shape.k), b_bytes = stored_bytes(type, b_rows, b_ld);
  const std::int64_t c_bytes = shape.m * shape.n * result_bytes(type);
  const double wanted = static_cast<double>(a_bytes) + static_cast<double>(b_bytes) + static_cast<double>(c_bytes);
  const double limit = static_cast<double>(host_facts().memory_limit_bytes);
  if (!(wanted <= limit)) {
    return fail(ErrorCode::out_of_memory, say("The three matrices need {} and a benchmark may use {} here: choose a smaller n.",
                                               megabytes(wanted), megabytes(limit)));
  }

  // As many threads as there are processors and as the system grants, and the result says how many.
  const HostFacts& host = host_facts();
  int threads = std::min(request.threads, host.threads_available);
  if (threads < request.threads) {
    s.threads_note = host.threads_note.empty() ? say("There are {} processors here.", std::to_string(threads)) : host.threads_note;
  }
  if (Result<void> grown = workspace.pool().grow(threads); !grown) {
    threads = std::min(threads, workspace.pool().size());
    s.threads_note = grown.error().message;
  }
  s.threads = busy_threads(**kernel, shape, threads);
  if (s.threads < threads) s.threads_note = "The product is too small to give more threads work.";

  for (auto [buffer, bytes] : {std::pair{&s.a_data, a_bytes}, {&s.b_data, b_bytes}, {&s.c_data, c_bytes}}) {
    if (Result<void> got = buffer->reserve(bytes); !got) return std::unexpected(got.error());
  }
  if (Result<void> got = workspace.reserve(**kernel, shape, s.threads); !got) return std::unexpected(got.error());
  s.a = {s.a_data.data(), shape.m, shape.k, shape.k, a_type};
  s.b = {s.b_data.data(), b_rows, b_cols, b_ld, type};
  s.c = {s.c_data.data(), shape.m, shape.n, shape.n};
  return BenchRun(std::move(state));
}

// --- the stages ------------------------------------------------------------------------------------------------------

// Total time of `calls` products. Sizes were checked at the start, so a product cannot fail here.
double BenchRun::State::time_calls(std::int64_t calls) {
  const std::int64_t before = now_ns();
  for (std::int64_t i = 0; i < calls; ++i) (void)gemm(*kernel, Op::none, op_b, 1, a, b, 0, c, *workspace, threads);
  return static_cast<double>(now_ns() - before);
}

void BenchRun::State::fill(std::int64_t slice_end_ns) {
  constexpr std::int64_t kRows = 8;
  while (filled_a < a.rows) {
    const std::int64_t last = std::min(a.rows, filled_a + kRows);
    fill_rows(a.type, kSeedA, filled_a, last, a.cols, a.ld, a_data.data());
    filled_a = last;
    if (now_ns() >= slice_end_ns) return;
  }
  while (filled_b < b.rows) {
    const std::int64_t last = std::min(b.rows, filled_b + kRows);
    fill_rows(b.type, kSeedB, filled_b, last, b.cols, b.ld, b_data.data());
    filled_b = last;
    if (now_ns() >= slice_end_ns) return;
  }
}

// How far C is from the product of the numbers before they were stored, over a few rows.
double BenchRun::State::compute_format_error() const {
  const GemmShape& s = request.shape;
  const std::int64_t rows = std::min(kFormatRows, s.m);
  std::vector<double> expected(static_cast<std::size_t>(rows * s.n), 0.0);
  const auto row_of = [&](std::int64_t r) { return rows == 1 ? 0 : r * (s.m - 1) / (rows - 1); };
  for (std::int64_t l = 0; l < s.k; ++l) {
    double x[kFormatRows];
    for (std::int64_t r = 0; r < rows; ++r) x[r] = original_number(kSeedA, row_of(r), l);
    for (std::int64_t j = 0; j < s.n; ++j) {
      const double y = op_b == Op::none ? original_number(kSeedB, l, j) : original_number(kSeedB, j, l);
      for (std::int64_t r = 0; r < rows; ++r) expected[r * s.n + j] += x[r] * y;
    }
  }
  const double step = step_value(request.type) * step_value(request.type);
  double error2 = 0, size2 = 0;
  for (std::int64_t r = 0; r < rows; ++r) {
    for (std::int64_t j = 0; j < s.n; ++j) {
      const std::int64_t at = row_of(r) * c.ld + j;
      double got = 0;
      if (request.type == GemmType::fp64) got = static_cast<const double*>(c.data)[at];
      else if (request.type == GemmType::int8) got = step * static_cast<const std::int32_t*>(c.data)[at];
      else got = static_cast<const float*>(c.data)[at];
      const double want = expected[r * s.n + j];
      error2 += (got - want) * (got - want);
      size2 += want * want;
    }
  }
  return size2 > 0 ? std::sqrt(error2 / size2) : 0;
}

// One group of three timings; ends the stage when the last three groups agree.
void BenchRun::State::warm_up() {
  const std::int64_t step_ns = host_facts().clock_step_ns;
  const std::int64_t now = now_ns();
  if (warm_up_start_ns == 0) warm_up_start_ns = now;

  std::vector<double> group;
  const double wanted_ns = static_cast<double>(request.sample_ns);
  const double group_ns = std::max(std::min(kWarmUpGroupNs, wanted_ns), 20.0 * static_cast<double>(step_ns));  // long enough to be a duration on this clock
  const std::int64_t calls =
      warm_up_calls == 0 ? 1 : std::clamp<std::int64_t>(std::llround(group_ns / call_ns), 1, kMostMoreCalls * warm_up_calls);
  warm_up_calls = calls;
  do {
    group.push_back(time_calls(calls) / static_cast<double>(calls));
  } while (group.size() < 3 && group.back() < static_cast<double>(kSlowCallNs));
  const double median = quartiles(group).median;
  call_ns = std::max(median, 1.0);
  if (median * static_cast<double>(calls) >= group_ns / 2) medians.push_back(median);

  const bool slow = median >= static_cast<double>(kSlowCallNs);
  const bool long_enough = now_ns() - warm_up_start_ns >= kMaxWarmUpNs;
  bool agree = false;
  if (medians.size() >= 3) {
    const auto [low, high] = std::minmax_element(medians.end() - 3, medians.end());
    agree = *high - *low <= kAgree * *high && *low > 0;
  }
  if (!(slow || long_enough || agree)) return;
  const double on_this_clock_ns = wanted_ns * std::max(1.0, kMinSampleSteps * static_cast<double>(step_ns) / kUsualSampleNs);
  calls_per_sample = std::max<std::int64_t>(1, static_cast<std::int64_t>(std::ceil(on_this_clock_ns / call_ns)));
  stage = Stage::peak_before;
}

void BenchRun::State::take_peak() {
  if (!request.measure_peak) {
    peak_source = "not measured";
    return;
  }
  // A kernel without a loop of its own is compared with the limit of the best one: what this machine could do.
  const Kernel* own = kernel;
  if (own->desc->peak == nullptr) {
    const Result<const Kernel*> other = peak_kernel(request.type);
    if (!other) {
      peak_source = other.error().message;
      return;
    }
    own = *other;
  }
  const Result<double> measured = measure_register_peak(*own, workspace->pool(), threads);
  if (!measured) {
    peak_source = measured.error().message;
    return;
  }
  peak = std::max(peak.value_or(0), *measured);
  peak_source = say("multiply-adds on registers only, instructions of {}, measured in this run", own->id);
}

Result<void> BenchRun::State::check_last_product() const {
  if (checksum(c.data, c_data.size_bytes()) == verified_checksum) return {};
  return fail(ErrorCode::wrong_result,
              std::string(kernel->id) + " gave another product than the one verified before: do not trust it, choose another kernel.");
}

Progress BenchRun::State::progress() const {
  Progress p;
  const double of_repeats = static_cast<double>(sample_ns.size()) / request.repeats;
  const double of_time = request.measure_ns > 0 ? measured_ns() / static_cast<double>(request.measure_ns) : 1;
  const double taken = std::min({of_repeats, of_time, 1.0});
  switch (stage) {
    case Stage::fill:
      p.fraction = 0.1 * static_cast<double>(filled_a + filled_b) / static_cast<double>(a.rows + b.rows);
      break;
    case Stage::first_product:
    case Stage::format_error: p.fraction = 0.1; break;
    case Stage::verify: p.fraction = 0.1 + 0.2 * verifier_share; break;
    case Stage::warm_up:
      p.fraction = 0.3 + 0.03 * static_cast<double>(std::min<std::size_t>(medians.size(), 3));
      p.phase = BenchPhase::warm_up;
      break;
    case Stage::peak_before:
    case Stage::measure:
      p.fraction = 0.4 + 0.55 * taken;
      p.phase = BenchPhase::measure;
      break;
    case Stage::peak_after:
      p.fraction = 0.95;
      p.phase = BenchPhase::measure;
      break;
    case Stage::done:
      p.fraction = 1;
      p.phase = BenchPhase::measure;
      p.done = true;
      break;
  }
  return p;
}

Result<Progress> BenchRun::step(std::int64_t slice_ns) {
  State& s = *state_;
  using Stage = State::Stage;
  const std::int64_t end = now_ns() + std::max<std::int64_t>(slice_ns, 0);
  do {
    switch (s.stage) {
      case Stage::fill:
        s.fill(end);
        if (s.filled_a == s.a.rows && s.filled_b == s.b.rows) s.stage = Stage::first_product;
        break;
      case Stage::first_product: {
        std::memset(s.c_data.data(), 0xff, static_cast<std::size_t>(s.c_data.size_bytes()));  // NaN: a number not written shows
        const std::int64_t before = now_ns();
        const Result<void> done =
            gemm(*s.kernel, Op::none, s.op_b, 1, s.a, s.b, 0, s.c, *s.workspace, s.threads);
        s.first_call_ns = static_cast<double>(now_ns() - before);
        if (!done) return std::unexpected(done.error());
        s.verified_checksum = checksum(s.c_data.data(), s.c_data.size_bytes());
        s.stage = Stage::format_error;
        break;
      }
      case Stage::format_error: {
        s.format_error = s.compute_format_error();
        Result<Verifier> verifier = Verifier::start(s.request.type, s.request.shape, Op::none, s.op_b, s.a, s.b, s.c.data, s.c.ld,
                                                    s.request.verify_work, split_levels(*s.kernel, s.request.shape));
        if (!verifier) return std::unexpected(verifier.error());
        s.verifier = std::move(*verifier);
        s.stage = Stage::verify;
        break;
      }
      case Stage::verify:
        s.verifier_share = s.verifier->step(end - now_ns());
        if (s.verifier_share >= 1) {
          s.verification = s.verifier->result();
          s.verifier.reset();
          if (!s.verification.verified) return fail(ErrorCode::wrong_result, s.verification.reason);
          s.stage = Stage::warm_up;
        }
        break;
      case Stage::warm_up: s.warm_up(); break;
      case Stage::peak_before:
        s.take_peak();
        s.stage = Stage::measure;
        break;
      case Stage::measure: {
        const double took_ns = s.time_calls(s.calls_per_sample);
        if (!(took_ns > 0)) return fail(ErrorCode::not_available, "The clock stood still while measuring: try again.");
        s.sample_ns.push_back(took_ns / static_cast<double>(s.calls_per_sample));
        const bool long_enough = s.measured_ns() >= static_cast<double>(s.request.measure_ns) || static_cast<int>(s.sample_ns.size()) == kLargestRepeats;
        if (static_cast<int>(s.sample_ns.size()) >= s.request.repeats && long_enough) {
          if (Result<void> same = s.check_last_product(); !same) return std::unexpected(same.error());
          s.stage = Stage::peak_after;
        }
        break;
      }
      case Stage::peak_after:
        s.take_peak();
        s.stage = Stage::done;
        break;
      case Stage::done: return s.progress();
    }
  } while (now_ns() < end);
  return s.progress();
}

Result<BenchResult> BenchRun::finish(bool disturbed_outside) const {
  const State& s = *state_;
  if (s.stage != State::Stage::done) {
    return fail(ErrorCode::not_available, "The benchmark is not finished: let it run to the end first.");
  }
  const Quartiles q = quartiles(s.sample_ns);
  BenchResult r;
  r.kernel = s.kernel->id;
  r.idea = s.kernel->desc->idea;
  r.flags = made_of(*s.kernel);
  r.dtype = type_id(s.request.type);
  r.accumulate = accumulate_id(s.request.type);
  r.m = s.request.shape.m;
  r.n = s.request.shape.n;
  r.k = s.request.shape.k;
  r.threads_requested = s.request.threads;
  r.threads = s.threads;
  r.threads_note = s.threads_note;
  r.samples = static_cast<int>(s.sample_ns.size());
  r.calls_per_sample = s.calls_per_sample;
  r.median_ns = q.median;
  r.q1_ns = q.q1;
  r.q3_ns = q.q3;
  r.min_ns = q.min;
  r.sample_ns = s.sample_ns;
  r.first_call_ns = s.first_call_ns;
  r.flops_per_s = gemm_flops(s.request.shape) / q.median * 1e9;
  r.peak_source = s.peak_source;
  if (s.peak) {
    r.peak_flops_per_s = s.peak;
    const double ratio = r.flops_per_s / *s.peak;
    // A split product does fewer operations than the 2mnk that count here, so it may pass the limit of those.
    if (ratio <= 1 || split_levels(*s.kernel, s.request.shape) > 0) r.peak_ratio = ratio;
    else r.peak_source = say("{}; the product came out faster, so the peak was disturbed and no share is given", r.peak_source);
  }
  r.error = s.verification.error;
  r.error_bound = s.verification.error_bound;
  r.format_error = s.format_error;
  r.bytes_moved = static_cast<double>(s.a_data.size_bytes() + s.b_data.size_bytes() + s.c_data.size_bytes());
  r.verified = s.verification.verified;
  r.disturbed = disturbed_outside || drifted(s.sample_ns);
  r.clock_step_ns = host_facts().clock_step_ns;
  return r;
}

Result<BenchResult> run_bench(const BenchRequest& request, Workspace& workspace) {
  Result<BenchRun> run = BenchRun::start(request, workspace);
  if (!run) return std::unexpected(run.error());
  while (true) {
    const Result<Progress> progress = run->step(1'000'000'000);
    if (!progress) return std::unexpected(progress.error());
    if (progress->done) return run->finish(false);
  }
}

std::string format_bench_line(const BenchResult& r) {
  const bool whole_numbers = r.dtype == "int8";
  const double operations = gemm_flops({r.m, r.n, r.k});
  std::string size = std::to_string(r.m) + " × " + std::to_string(r.n);
  if (r.m != r.n || r.n != r.k) size += " × " + std::to_string(r.k);
  char text[160];
  std::snprintf(text, sizeof text, ": %7.1f million %s in %6.1f ms  →  %5.1f %s", operations / 1e6, whole_numbers ? "operations" : "FLOPs",
                r.median_ns / 1e6, r.flops_per_s / 1e9, whole_numbers ? "GOP/s" : "GFLOP/s");
  return size + text;
}

}  // namespace lesson
