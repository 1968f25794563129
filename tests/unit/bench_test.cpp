// The benchmark: statistics, requests it must refuse, runs in slices, results as JSON. Never how fast anything is.
#include <doctest/doctest.h>

#include <atomic>
#include <cmath>
#include <limits>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "app/bench_json.h"
#include "engine/base/clock.h"
#include "engine/base/thread_pool.h"
#include "engine/bench/bench.h"
#include "engine/bench/cpu_facts.h"
#include "engine/bench/peak.h"
#include "engine/bench/stats.h"
#include "engine/numeric/convert.h"
#include "engine/bench/matrices.h"

using namespace lesson;

namespace {

BenchRequest small_request(GemmType type = GemmType::fp32) {
  BenchRequest request;
  request.shape = {24, 24, 24};
  request.type = type;
  request.repeats = 3;
  request.measure_peak = false;
  return request;
}

Error refusal(const BenchRequest& request) {
  Workspace workspace;
  const Result<BenchRun> run = BenchRun::start(request, workspace);
  REQUIRE_FALSE(run.has_value());
  CHECK(run.error().message.ends_with("."));
  return run.error();
}

}  // namespace

TEST_CASE("bench: quartiles and drift") {
  const Quartiles q = quartiles({5, 1, 4, 2, 3});
  CHECK(q.min == 1);
  CHECK(q.q1 == 2);
  CHECK(q.median == 3);
  CHECK(q.q3 == 4);
  CHECK(q.max == 5);
  CHECK(quartiles({7}).q3 == 7);
  CHECK(quartiles({}).median == 0);
  CHECK_FALSE(drifted({10, 10.2, 9.9, 10.1, 10}));
  CHECK(drifted({10, 10, 12, 12, 13, 13}));
  CHECK(drifted({10, 10, 10, 31, 10, 10}));
  CHECK(drifted({10, 10, std::numeric_limits<double>::quiet_NaN(), 10, 10, 10}));
  CHECK_FALSE(drifted({10, 30}));
}

TEST_CASE("bench: the clock has a step and moves") {
  CHECK(measure_clock_step_ns() >= 1);
  const std::int64_t before = now_ns();
  while (now_ns() == before) {
  }
  CHECK(now_ns() > before);
}

TEST_CASE("bench: threads share the work, each piece once") {
  ThreadPool pool;
  CHECK(pool.size() == 1);
  REQUIRE(pool.grow(3).has_value());
  CHECK(pool.size() == 3);
  struct Context {
    std::atomic<int> calls[3]{};
    std::atomic<int> before{0};
    std::atomic<bool> early{false};
    SpinBarrier barrier;
  } context;
  for (int round = 0; round < 300; ++round) {
    context.before = 0;
    const int used = pool.run(1 + round % 3, [](void* pointer, int thread, int threads) {
      Context& c = *static_cast<Context*>(pointer);
      c.calls[thread].fetch_add(1);
      c.before.fetch_add(1);
      c.barrier.wait(threads);
      if (c.before.load() != threads) c.early = true;
    }, &context);
    CHECK(used == 1 + round % 3);
  }
  CHECK(context.calls[0] == 300);
  CHECK(context.calls[1] == 200);
  CHECK(context.calls[2] == 100);
  CHECK_FALSE(context.early);
}

TEST_CASE("bench: a thread that comes too late for pieces from a counter never begins, and no piece is lost") {
  ThreadPool pool;
  REQUIRE(pool.grow(3).has_value());
  constexpr int kPieces = 4;
  struct Context {
    std::atomic<int> next{0}, done{0}, inside{0}, entered{0};
  };
  std::atomic<int> entered{0};
  for (int round = 0; round < 3000; ++round) {
    auto context = std::make_unique<Context>();  // freed after each round: a thread that came later would be seen by the sanitizers
    pool.run(3, [](void* at, int, int) {
      Context& c = *static_cast<Context*>(at);
      ++c.entered;
      ++c.inside;
      while (c.next.fetch_add(1) < kPieces) ++c.done;
      --c.inside;
    }, context.get(), ThreadPool::Late::left_out);
    REQUIRE(context->done == kPieces);
    REQUIRE(context->inside == 0);
    entered += context->entered;
  }
  CHECK(entered >= 3000);  // the caller always
  std::atomic<int> calls{0};
  pool.run(3, [](void* at, int, int) { ++*static_cast<std::atomic<int>*>(at); }, &calls);
  CHECK(calls == 3);  // and who was left out is there for the next work
}

TEST_CASE("bench: every format is measured and verified") {
  Workspace workspace;
  for (const GemmType type : {GemmType::fp64, GemmType::fp32, GemmType::bf16, GemmType::fp16, GemmType::int8, GemmType::q4_0}) {
    CAPTURE(std::string(type_id(type)));
    const Result<BenchResult> result = run_bench(small_request(type), workspace);
    REQUIRE(result.has_value());
    const BenchResult& r = *result;
    CHECK(r.verified);
    CHECK(r.error <= r.error_bound);
    CHECK(r.dtype == type_id(type));
    CHECK(r.samples == 3);
    CHECK(r.sample_ns.size() == 3);
    CHECK(r.first_call_ns.value_or(-1) >= 0);
    CHECK(r.calls_per_sample >= 1);
    CHECK(r.min_ns > 0);
    CHECK(r.min_ns <= r.q1_ns);
    CHECK(r.q1_ns <= r.median_ns);
    CHECK(r.median_ns <= r.q3_ns);
    CHECK(std::isfinite(r.flops_per_s));
    CHECK(r.flops_per_s > 0);
    CHECK(r.threads == 1);
    CHECK(r.bytes_moved > 0);
    // fewer bits, rougher numbers; the bounds are wide around 2^-53, 2^-24, 2^-8, 2^-11, 1/127 and 1/8 of a number
    const double roughness[] = {1e-15, 1e-6, 1e-2, 1e-3, 5e-2, 0.3};
    if (type != GemmType::fp64) CHECK(r.format_error > 0);  // float64 may sum in the reference's own order
    CHECK(r.format_error < roughness[static_cast<int>(type)]);
  }
}

TEST_CASE("bench: runs in slices, can be dropped, and says how far it is") {
  Workspace workspace;
  BenchRequest request = small_request();
  request.shape = {40, 30, 20};
  {
    Result<BenchRun> dropped = BenchRun::start(request, workspace);
    REQUIRE(dropped.has_value());
    REQUIRE(dropped->step(0).has_value());
    const Result<BenchResult> early = dropped->finish(false);
    REQUIRE_FALSE(early.has_value());
    CHECK(early.error().code == ErrorCode::not_available);
  }
  Result<BenchRun> run = BenchRun::start(request, workspace);
  REQUIRE(run.has_value());
  Progress last;
  std::set<std::string_view> phases;
  int steps = 0;
  while (!last.done) {
    REQUIRE(++steps < 100'000);
    const Result<Progress> progress = run->step(0);
    REQUIRE(progress.has_value());
    CHECK(progress->fraction >= last.fraction);
    CHECK(progress->fraction <= 1);
    phases.insert(phase_name(progress->phase));
    last = *progress;
  }
  CHECK(phases == std::set<std::string_view>{"verify", "warm-up", "measure"});
  CHECK(run->step(0)->done);
  const Result<BenchResult> result = run->finish(true);
  REQUIRE(result.has_value());
  CHECK(result->disturbed);
  CHECK(result->m == 40);
  CHECK(result->n == 30);
  CHECK(result->k == 20);
  CHECK_FALSE(result->peak_flops_per_s.has_value());
  CHECK_FALSE(result->peak_source.empty());
}

TEST_CASE("bench: the peak is measured for kernels that have one, and a reason given for others") {
  Workspace workspace;
  const Result<const Kernel*> best = peak_kernel(GemmType::fp32);
  REQUIRE(best.has_value());
  const Result<double> peak = measure_register_peak(**best, workspace.pool(), 1);
  REQUIRE(peak.has_value());
  CHECK(*peak > 1e6);
  const Result<double> none = measure_register_peak(**find_kernel("fp32_gemm_ijk__scalar"), workspace.pool(), 1);
  REQUIRE_FALSE(none.has_value());
  CHECK(none.error().message.ends_with("."));
}

TEST_CASE("bench: what cannot be is refused with a sentence") {
  const auto with_n = [](std::int64_t n) {
    BenchRequest request;
    request.shape = {n, n, n};
    return request;
  };
  for (const std::int64_t n : {std::int64_t{0}, std::int64_t{-1}, std::int64_t{65'537}, std::numeric_limits<std::int64_t>::max(), std::numeric_limits<std::int64_t>::min()}) {
    CHECK(refusal(with_n(n)).code == ErrorCode::out_of_range);
  }
  BenchRequest request = with_n(65'536);
  request.type = GemmType::fp64;  // 103 GB
  if (static_cast<double>(host_facts().memory_limit_bytes) < 3.0 * 8 * 65'536 * 65'536) CHECK(refusal(request).code == ErrorCode::out_of_memory);
  request = small_request();
  request.kernel = "fp32_gemm_magic";
  CHECK(refusal(request).code == ErrorCode::unknown_name);
  CHECK(refusal(request).message.find("fp32_gemm_ijk__scalar") != std::string::npos);
  request.kernel = (*best_kernel(GemmType::fp64, request.shape))->id;
  CHECK(refusal(request).code == ErrorCode::not_available);
  for (const int count : {0, -3, 1'000'000}) {
    request = small_request();
    request.threads = count;
    CHECK(refusal(request).code == ErrorCode::out_of_range);
    request = small_request();
    request.repeats = count;
    CHECK(refusal(request).code == ErrorCode::out_of_range);
  }
}

TEST_CASE("bench: threads that have no work are not counted") {
  Workspace workspace;
  BenchRequest request = small_request();
  request.threads = 2;
  request.shape = {1, 4, 64};
  const Result<BenchResult> result = run_bench(request, workspace);
  REQUIRE(result.has_value());
  CHECK(result->threads_requested == 2);
  CHECK(result->threads == 1);
  CHECK_FALSE(result->threads_note.empty());
}

TEST_CASE("bench: the lesson's line") {
  BenchResult r;
  r.dtype = "fp32";
  r.m = r.n = r.k = 128;
  r.median_ns = 100'000;
  r.flops_per_s = 41.94304e9;
  CHECK(format_bench_line(r) == "128 × 128:     4.2 million FLOPs in    0.1 ms  →   41.9 GFLOP/s");
  r.m = r.n = r.k = 512;
  CHECK(format_bench_line(r).starts_with("512 × 512:   268.4 million FLOPs"));
  r.dtype = "int8";
  CHECK(format_bench_line(r).ends_with("GOP/s"));
}

TEST_CASE("bench: the numbers are the same everywhere, in [-1, 1)") {
  double sum = 0, squares = 0;
  for (std::int64_t i = 0; i < 10'000; ++i) {
    const double x = original_number(1, i / 100, i % 100);
    CHECK(x >= -1);
    CHECK(x < 1);
    sum += x;
    squares += x * x;
  }
  CHECK(std::abs(sum / 10'000) < 0.05);
  CHECK(std::abs(squares / 10'000 - 1.0 / 3) < 0.02);
  CHECK(original_number(1, 2, 3) == original_number(1, 2, 3));
  CHECK(original_number(1, 2, 3) != original_number(2, 2, 3));
  CHECK(original_number(1, 2, 3) != original_number(1, 3, 2));
}

TEST_CASE("bench: results and host survive the way through JSON") {
  Workspace workspace;
  BenchRequest request = small_request();
  request.measure_peak = true;
  const Result<BenchResult> result = run_bench(request, workspace);
  REQUIRE(result.has_value());
  const Json json = to_json(*result);
  for (const char* name : {"kernel", "idea", "flags", "device", "dtype", "accumulate", "m", "n", "k", "threads_requested", "threads", "samples",
                           "calls_per_sample", "median_ns", "q1_ns", "q3_ns", "min_ns", "flops_per_s", "peak_flops_per_s", "peak_ratio", "peak_source",
                           "error", "error_bound", "verified", "disturbed", "clock_step_ns"}) {
    CAPTURE(name);
    CHECK(json.contains(name));
  }
  const Result<BenchResult> back = bench_result_from_json(Json::parse(json.dump(), nullptr, false));
  REQUIRE(back.has_value());
  CHECK(to_json(*back) == json);
  const Json host = to_json(host_facts());
  CHECK(host["cores"].get<int>() >= 1);
  CHECK(host["clock_step_ns"].get<std::int64_t>() >= 1);
  CHECK(kernels_json().size() == kernels().size());
}

TEST_CASE("bench: results that cannot be are not taken from a link") {
  Workspace workspace;
  const Json good = to_json(*run_bench(small_request(), workspace));
  REQUIRE(bench_result_from_json(good).has_value());
  const auto refused = [](const Json& json) {
    const Result<BenchResult> result = bench_result_from_json(json);
    if (result) return false;
    CHECK(result.error().code == ErrorCode::bad_format);
    CHECK(result.error().message.ends_with("."));
    return true;
  };
  CHECK(refused(Json()));
  CHECK(refused(Json::array()));
  CHECK(refused(Json::parse("{", nullptr, false)));
  for (const auto& [name, value] : good.items()) {
    const std::set<std::string> optional{"threads_note", "sample_ns", "first_call_ns", "peak_flops_per_s", "peak_ratio", "format_error", "bytes_moved", "idea",
                                          "flags", "device_name", "peak_source", "theory_flops_per_s", "theory_ratio", "theory_source"};
    if (optional.contains(name)) continue;
    CAPTURE(name);
    Json broken = good;
    broken.erase(name);
    CHECK(refused(broken));
    broken[name] = Json::object();
    CHECK(refused(broken));
  }
  const std::pair<const char*, Json> nonsense[] = {{"median_ns", 0},        {"median_ns", -5},      {"flops_per_s", 1e17}, {"n", 0},         {"n", 1e12}, {"n", 2.5},
                                                   {"peak_ratio", 1.6},     {"threads", 0},         {"samples", -1},       {"dtype", "fp3"}, {"error", 1.0},
                                                   {"kernel", std::string(5000, 'x')}, {"sample_ns", "many"},      {"sample_ns", {1, -1}}, {"clock_step_ns", 0}};
  for (const auto& [name, value] : nonsense) {
    CAPTURE(name);
    Json broken = good;
    broken[name] = value;
    CHECK(refused(broken));
  }
}

TEST_CASE("bench: requests are read with their defaults") {
  const Result<BenchRequest> plain = bench_request_from_json({{"n", 64}});
  REQUIRE(plain.has_value());
  CHECK(plain->shape.m == 64);
  CHECK(plain->shape.k == 64);
  CHECK(plain->kernel == "best");
  CHECK(plain->threads == 1);
  CHECK(plain->repeats == 5);
  const Result<BenchRequest> full = bench_request_from_json(
      {{"m", 3}, {"n", 4}, {"k", 5}, {"dtype", "float16"}, {"kernel", "any"}, {"threads", 2}, {"repeats", 7}});
  REQUIRE(full.has_value());
  CHECK(full->shape.m == 3);
  CHECK(full->type == GemmType::fp16);
  CHECK(full->repeats == 7);
  for (const Json& bad : {Json(), Json("n"), Json{{"n", "many"}}, Json{{"n", 2.5}}, Json{{"n", 1e300}}, Json{{"n", 8}, {"threads", "x"}}, Json{{"n", 8}, {"dtype", "fp8"}}}) {
    CAPTURE(bad.dump());
    CHECK_FALSE(bench_request_from_json(bad).has_value());
  }
}

TEST_CASE("cpu peak: units, lanes and clock of known processors; unknown ones have none, with the reason") {
  CpuFacts facts;
  facts.vendor = "AuthenticAMD";
  facts.family = 0x19;
  facts.model_number = 0x01;  // Zen 3: two 256-bit units, 32 float32 operations a cycle
  facts.clock_hz = 3e9;
  CHECK(cpu_peak(GemmType::fp32, facts, Isa::avx2_fma, false).flops_per_s == 96e9);
  CHECK(cpu_peak(GemmType::fp64, facts, Isa::avx2_fma, false).flops_per_s == 48e9);
  facts.family = 0x1a;  // Zen 5, server: two 512-bit units
  const Isa wide = Isa::avx2_fma | Isa::avx512f | Isa::avx512_vnni | Isa::avx512_bf16;
  CHECK(cpu_peak(GemmType::fp32, facts, wide, false).flops_per_cycle == 64);
  CHECK(cpu_peak(GemmType::bf16, facts, wide, false).flops_per_cycle == 128);
  CHECK(cpu_peak(GemmType::int8, facts, wide, false).flops_per_cycle == 256);
  facts.vendor = "GenuineIntel";
  facts.family = 6;
  facts.model_number = 0x55;  // the smaller models of this family have one unit
  facts.model = "Intel(R) Xeon(R) Silver 4210 CPU @ 2.20GHz";
  CHECK(cpu_peak(GemmType::fp32, facts, wide, false).flops_per_cycle == 32);
  facts.model_number = 0x97;  // cores of two kinds
  const CpuPeak unknown = cpu_peak(GemmType::fp32, facts, wide, false);
  CHECK_FALSE(unknown.flops_per_s.has_value());
  CHECK(unknown.source.find("not known") != std::string::npos);
}

TEST_CASE("bench json: a machine from what the command line writes, and one sentence for what it does not") {
  Workspace workspace;
  const Result<BenchResult> result = run_bench(small_request(), workspace);
  REQUIRE(result.has_value());
  Json document{{"schema", 1}, {"command", "bench"}, {"host", {{"cpu", "A processor"}}}, {"results", {to_json(*result)}}};
  document["results"][0]["device_name"] = "A GPU";
  document["results"][0]["device"] = "cuda:0";
  document["results"][0]["dtype"] = "fp8_e4m3";
  const Result<Machine> machine = machine_from_json(document.dump());
  REQUIRE(machine.has_value());
  CHECK(machine->name == "A processor + A GPU");
  REQUIRE(machine->results.size() == 1);
  CHECK(machine->results[0].flops_per_s == doctest::Approx(result->flops_per_s));
  document["name"] = "Mine";
  CHECK(machine_from_json(document.dump())->name == "Mine");

  document["results"][0]["flops_per_s"] = 1e15;  // edited by hand
  for (const std::string& text : {document.dump(), std::string("{"), std::string("[]"), std::string("{\"results\": 5}"), std::string("7"),
                                  std::string("\xff\xfe"), std::string(kLargestDocument + 1, ' ')}) {
    const Result<Machine> refused = machine_from_json(text);
    REQUIRE_FALSE(refused.has_value());
    CHECK(refused.error().message.ends_with("."));
  }
}

TEST_CASE("measurements: machines are held beside this tab's results, by name, eight at most") {
  Measurements measured;
  CHECK(measured.fastest_native() == nullptr);
  BenchResult slow, fast;
  slow.flops_per_s = 1e9;
  fast.flops_per_s = 1e12;
  measured.add(Machine{"one", {slow}});
  measured.add(Machine{"two", {slow, fast}});
  measured.add(Machine{"one", {slow}});
  CHECK(measured.machines.size() == 2);
  CHECK(measured.fastest_native()->flops_per_s == 1e12);
  CHECK(measured.best("fp32") == nullptr);
  for (int i = 0; i < 20; ++i) measured.add(Machine{"machine " + std::to_string(i), {slow}});
  CHECK(measured.machines.size() == Measurements::kMostMachines);
}
