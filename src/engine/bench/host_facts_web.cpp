#include <emscripten.h>
#include <emscripten/heap.h>
#include <emscripten/threading.h>

#include <algorithm>
#include <string>

#include "engine/base/clock.h"
#include "engine/bench/host_facts.h"
#include "engine/gemm/gemm.h"

namespace lesson {
namespace {

EM_JS(int, page_is_isolated, (), { return globalThis.crossOriginIsolated === true || typeof process !== "undefined" ? 1 : 0; });
EM_JS(int, page_processors, (), { return globalThis.navigator?.hardwareConcurrency ?? 1; });
EM_JS_DEPS(page_agent_deps, "$stringToUTF8");
EM_JS(void, page_agent, (char* out, int size), { stringToUTF8(globalThis.navigator?.userAgent ?? `Node.js ${process.version}`, out, size); });

// The best kernels of this module tell which of the two it is.
std::string module_name() {
  bool relaxed = false, simd = false;
  for (const Kernel& kernel : kernels()) {
    relaxed = relaxed || kernel.needs == Isa::wasm_relaxed;
    simd = simd || kernel.needs == Isa::wasm_simd128;
  }
  return relaxed ? "relaxed" : simd ? "simd128" : "plain";
}

}  // namespace

const HostFacts& host_facts() {
  static const HostFacts facts = [] {
    HostFacts f;
    f.cpu = "not told by the browser";
    f.cores = std::max(1, page_processors());
    f.module = module_name();
    f.isolated = page_is_isolated() != 0;
    const bool threads = emscripten_has_threading_support() && f.isolated;
    f.threads_available = threads ? f.cores : 1;
    if (!threads) f.threads_note = "This page is not isolated from others, so the browser gives it one thread.";
    else if (f.cores == 1) f.threads_note = "The browser reports one processor.";
    if (f.module != "plain") f.isa.emplace_back(isa_name(Isa::wasm_simd128));
    if (f.module == "relaxed") f.isa.emplace_back(isa_name(Isa::wasm_relaxed));
    f.clock_step_ns = measure_clock_step_ns();
    f.compiler = "Emscripten " + std::to_string(__EMSCRIPTEN_MAJOR__) + "." + std::to_string(__EMSCRIPTEN_MINOR__) + "." +
                 std::to_string(__EMSCRIPTEN_TINY__) + ", clang " __clang_version__;
    char agent[400] = "";
    page_agent(agent, sizeof agent);
    f.system = agent;
    f.memory_limit_bytes = static_cast<std::int64_t>(emscripten_get_heap_max()) * 7 / 8;  // the rest is for packing and the program
    return f;
  }();
  return facts;
}

}  // namespace lesson
