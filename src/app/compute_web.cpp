// The compute modules' C interface: compute_simd128 and compute_relaxed, the same sources for two levels of WebAssembly.
//
// Loaded by a worker as an ES module with threads inside; without cross-origin isolation there are none and
// compute_host says why. One run at a time. Every returned text is JSON, valid until the next call; what went wrong is
// {"error": sentence, "code": name}. Nothing throws, nothing prints.
#include <emscripten.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "app/bench_fields.h"
#include "app/compute/json_text.h"
#include "engine/bench/bench.h"
#include "engine/bench/peak.h"
#include "engine/bench/tune.h"

namespace lesson {

void append_json(std::string& out, const TunedBest& best) {
  JsonObject object(out);
  each_field(best, [&](const char* name, const auto& field) { object.field(name, field); });
}

}  // namespace lesson

namespace {

using namespace lesson;

struct RawProduct {  // for tests/bench: three square matrices in the module's memory
  AlignedBuffer data;
  std::int64_t n = 0;
  int threads = 1;
  const Kernel* kernel = nullptr;
};

struct Session {
  Workspace workspace;
  std::optional<BenchRun> run;  // this or tune
  std::optional<TuneRun> tune;
  std::string reply;
  RawProduct raw;
  bool ran = false, probed = false;
};

// Never ends: its threads sleep until the worker does.
Session& session() {
  static Session* const one = new Session;
  return *one;
}

std::string_view code_name(ErrorCode code) {
  switch (code) {
    case ErrorCode::bad_number: return "bad_number";
    case ErrorCode::out_of_range: return "out_of_range";
    case ErrorCode::unknown_name: return "unknown_name";
    case ErrorCode::not_available: return "not_available";
    case ErrorCode::out_of_memory: return "out_of_memory";
    case ErrorCode::wrong_result: return "wrong_result";
    case ErrorCode::bad_format: return "bad_format";
    case ErrorCode::io: return "io";
  }
  return "";
}

// write(object) fills in the fields.
template <class Write>
const char* reply(Write write) {
  std::string& text = session().reply;
  text.clear();
  {
    JsonObject object(text);
    write(object);
  }
  return text.c_str();
}

template <class T>
void write_fields(JsonObject& object, const T& value) {
  each_field(value, [&](const char* name, const auto& field) { object.field(name, field); });
}

// What this browser makes of the vectors. Not before the first run: that one shows what a first call costs, with code that is still cold.
void know_vectors() {
  if (!std::exchange(session().probed, true)) probe_joined_vectors(session().workspace);
}

void end_run() {
  session().run.reset();
  session().tune.reset();
}

const char* reply_error(const Error& error) {
  end_run();
  return reply([&](JsonObject& object) { object.field("error", error.message).field("code", code_name(error.code)); });
}

const Error kNoRun{ErrorCode::not_available, "No benchmark is running: start one first."};

}  // namespace

extern "C" {

EMSCRIPTEN_KEEPALIVE const char* compute_host() {
  return reply([](JsonObject& object) { write_fields(object, host_facts()); });
}

// A list, ladder order.
EMSCRIPTEN_KEEPALIVE const char* compute_kernels() {
  std::string& text = session().reply;
  text = "[";
  for (const Kernel& kernel : kernels()) {
    if (text.size() > 1) text += ',';
    JsonObject object(text);
    write_fields(object, kernel);
  }
  text += ']';
  return text.c_str();
}

// What is asked for, as it came: NaN for a number that was none. -> {"ok": true}
EMSCRIPTEN_KEEPALIVE const char* compute_start(double m, double n, double k, double threads, double repeats, const char* dtype, const char* kernel) {
  Session& s = session();
  end_run();
  if (s.ran) know_vectors();
  const Result<BenchRequest> request = bench_request({m, n, k, threads, repeats, dtype, kernel});
  if (!request) return reply_error(request.error());
  Result<BenchRun> run = BenchRun::start(*request, s.workspace);
  if (!run) return reply_error(run.error());
  s.run = std::move(*run);
  return reply([](JsonObject& object) { object.field("ok", true); });
}

// A self-tune instead of a product. -> {"ok": true}
EMSCRIPTEN_KEEPALIVE const char* compute_tune() {
  end_run();
  know_vectors();
  session().tune.emplace(session().workspace);
  return reply([](JsonObject& object) { object.field("ok", true); });
}

// Works for about slice_ms, at least for one product. -> {"done", "fraction": 0..1, "phase": "verify" | "warm-up" | "measure"}
EMSCRIPTEN_KEEPALIVE const char* compute_step(double slice_ms) {
  Session& s = session();
  if (!s.run && !s.tune) return reply_error(kNoRun);
  const auto slice_ns = static_cast<std::int64_t>((slice_ms >= 0 && slice_ms <= 1e6 ? slice_ms : 50) * 1e6);
  const Result<Progress> progress = s.run ? s.run->step(slice_ns) : s.tune->step(slice_ns);
  if (!progress) return reply_error(progress.error());
  return reply([&](JsonObject& object) {
    object.field("done", progress->done).field("fraction", progress->fraction).field("phase", phase_name(progress->phase));
  });
}

// After a step that said done. disturbed_outside: the page was hidden or busy meanwhile. -> a bench result, or of a self-tune
// {"tuned": [what best means now]}
EMSCRIPTEN_KEEPALIVE const char* compute_finish(int disturbed_outside) {
  Session& s = session();
  if (s.tune) {  // before it is done: what has been measured counts
    const std::vector<TunedBest> tuned = s.tune->finish();
    end_run();
    return reply([&](JsonObject& object) { object.field("tuned", tuned); });
  }
  if (!s.run) return reply_error(kNoRun);
  const Result<BenchResult> result = s.run->finish(disturbed_outside != 0);
  if (!result) return reply_error(result.error());
  s.run.reset();
  s.ran = true;
  return reply([&](JsonObject& object) { write_fields(object, *result); });
}

EMSCRIPTEN_KEEPALIVE void compute_cancel() { end_run(); }

// The float32 multiply-adds a second that `threads` threads reach on registers alone; 0 where it cannot be measured.
EMSCRIPTEN_KEEPALIVE double compute_peak(int threads) {
  const Result<const Kernel*> kernel = peak_kernel(GemmType::fp32);
  if (!kernel) return 0;
  return measure_register_peak(**kernel, session().workspace.pool(), threads < 1 ? 1 : threads).value_or(0);
}

// Makes threads ahead of time; how many there are then, the caller counted.
EMSCRIPTEN_KEEPALIVE int compute_set_threads(int threads) {
  ThreadPool& pool = session().workspace.pool();
  (void)pool.grow(threads);
  return pool.size();
}

// --- for tests/bench: products on memory that JavaScript fills and reads ---------------------------------------------

// Room for A, B and C, n x n each, 4 n n bytes from one to the next; the address of A, 0 without memory. kernel: id or "best";
// dtype: one whose A and B are stored alike.
EMSCRIPTEN_KEEPALIVE char* raw_setup(int n, int threads, const char* kernel, const char* dtype) {
  know_vectors();
  RawProduct& raw = session().raw;
  const Result<GemmType> type = find_gemm_type(dtype);
  if (n < 1 || !type || *type == GemmType::q4_0 || *type == GemmType::fp64) return nullptr;
  const Result<const Kernel*> chosen = choose_kernel(kernel, *type, {n, n, n});
  if (!chosen || !raw.data.reserve(3 * std::int64_t{n} * n * 4)) return nullptr;
  raw.n = n;
  raw.threads = threads;
  raw.kernel = *chosen;
  return raw.data.as<char>();
}

// C = A * B; 1 when done, 0 on error.
EMSCRIPTEN_KEEPALIVE int raw_run() {
  Session& s = session();
  const std::int64_t n = s.raw.n;
  if (s.raw.kernel == nullptr) return 0;
  char* a = s.raw.data.as<char>();
  const GemmType type = s.raw.kernel->desc->type;
  return gemm(*s.raw.kernel, Op::none, Op::none, 1, {a, n, n, n, type}, {a + 4 * n * n, n, n, n, type}, 0, {a + 8 * n * n, n, n, n},
              s.workspace, s.raw.threads)
      .has_value();
}

EMSCRIPTEN_KEEPALIVE void raw_drop() { session().raw = {}; }

}  // extern "C"
