// Bench results and host facts as JSON, for the command line, the page's modules and the link. Fields: DESIGN "JSON".
// Reading trusts nothing: a result may come from a link that someone edited.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "engine/base/result.h"
#include "engine/bench/bench.h"
#include "engine/bench/host_facts.h"
#include "engine/bench/tune.h"
#include "engine/lesson/results.h"

namespace lesson {

using Json = nlohmann::ordered_json;  // keys stay in the order they were written

Json to_json(const BenchResult& result);
Json to_json(const HostFacts& host);
Json to_json(const std::vector<TunedBest>& tuned);
Json to_json(const Kernel& kernel);  // {"id","dtype","accumulate","rung","idea","flags","runs_here","reason"}
Json kernels_json();                 // all of them, ladder order

// {"n"} or {"m","n","k"}, "dtype", "kernel", "threads", "repeats"; all but the size may be left out.
Result<BenchRequest> bench_request_from_json(const Json& json);

// Error::bad_format with a sentence for missing fields, wrong types, text that is too long, numbers that cannot be, and
// speeds that do not follow from time and size.
Result<BenchResult> bench_result_from_json(const Json& json);

// A document of `lesson bench --json`, or a list of its results: at most 1 MB and 500 results, all of them sound, at least
// one verified. Named by "name", else by the processor and its GPUs. Error::bad_format with one sentence.
Result<Machine> machine_from_json(std::string_view text);
inline constexpr std::size_t kLargestDocument = 1'000'000;

}  // namespace lesson
