// What page and canvas say to each other, as JSON: theme, environment and progress in; actions out.
// Wrong or missing members are left as they are; text that is not JSON changes nothing. Does not: fail.
#pragma once

#include <string_view>
#include <vector>

#include "app/json.h"
#include "ui/lab.h"
#include "ui/theme.h"

namespace lesson {

void read_theme(std::string_view text, ui::Theme& theme);  // {"paper":"#fbfaf7",…}

// {"kernels":[{"id","label","dtype","idea"}],"max_threads":2,"host":{"cores":…,"module":…,"facts":[{"label","value","note"}]}}
void read_environment(std::string_view text, Environment& environment, ui::Host& host);

ui::BenchStatus read_bench_status(std::string_view text);  // {"running","fraction","text","error","tuned":[{"dtype","n","kernel","changed"}]}

Json to_json(const std::vector<ui::Action>& actions);  // [{"type":"bench","jobs":[…]},{"type":"stop"},…]

// The facts of a machine as rows for the reader, from the fields that a benchmark's "host" has.
std::vector<ui::Fact> host_rows(const Json& host);

}  // namespace lesson
