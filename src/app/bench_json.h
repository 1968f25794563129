// Bench results and host facts as JSON, for the command line, the page's modules and the link. Fields: DESIGN "JSON".
// Reading trusts nothing: a result may come from a link that someone edited.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "engine/base/result.h"
#include "engine/bench/bench.h"
#include "engine/bench/host_facts.h"

namespace lesson {

using Json = nlohmann::ordered_json;  // keys stay in the order they were written

Json to_json(const BenchResult& result);
Json to_json(const HostFacts& host);
Json to_json(const Kernel& kernel);  // {"id","dtype","accumulate","rung","idea","flags","runs_here","reason"}
Json kernels_json();                 // all of them, ladder order

// {"n"} or {"m","n","k"}, "dtype", "kernel", "threads", "repeats"; all but the size may be left out.
Result<BenchRequest> bench_request_from_json(const Json& json);

// Error::bad_format with a sentence for missing fields, wrong types, text that is too long, numbers that cannot be, and
// speeds that do not follow from time and size.
Result<BenchResult> bench_result_from_json(const Json& json);

}  // namespace lesson
