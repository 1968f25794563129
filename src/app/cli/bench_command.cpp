// bench: times products on this machine. Alone, the lesson's three lines.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "app/bench_json.h"
#include "app/cli/commands.h"
#include "app/cli/flags.h"
#include "app/cli/output.h"
#include "app/cli/terminal.h"
#include "engine/bench/bench.h"

namespace lesson::cli {
namespace {

struct Calls {
  Flags flags;
  JsonOption json;
  std::vector<std::string> sizes;
};

constexpr std::int64_t kSliceNs = 100'000'000;

// The kernels of one number format as choices of `cost.kernel`.
Environment environment(std::string_view dtype) {
  Environment here;
  for (const Kernel& kernel : kernels()) {
    if (type_id(kernel.desc->type) == dtype)
      here.kernels.push_back({std::string(kernel.id), std::string(kernel.desc->idea)});
  }
  here.max_threads = host_facts().threads_available;
  return here;
}

// --n 128,256,512 or several; each checked as one value of `cost.n`.
Result<std::vector<std::int64_t>> chosen_sizes(const Calls& calls, std::vector<std::string>& notes) {
  if (calls.sizes.empty()) return std::vector<std::int64_t>{128, 256, 512};
  std::vector<std::int64_t> sizes;
  LessonState state;
  for (const std::string& text : calls.sizes) {
    const SetOutcome outcome = state.set("cost.n", text);
    if (!outcome.changed) return fail(ErrorCode::bad_number, outcome.note);
    if (!outcome.note.empty()) notes.push_back(outcome.note);
    sizes.push_back(static_cast<std::int64_t>(state.inputs.cost.n));
  }
  return sizes;
}

// "all" is every kernel of the type that runs here, in ladder order.
Result<std::vector<std::string>> chosen_kernels(const CostInputs& in, bool all, GemmType type) {
  if (!all) return std::vector<std::string>{in.kernel};
  std::vector<std::string> ids;
  for (const Kernel& kernel : kernels()) {
    if (kernel.desc->type == type && runs_here(kernel)) ids.emplace_back(kernel.id);
  }
  if (ids.empty())
    return fail(ErrorCode::not_available, "No kernel of this format runs on this machine; try --dtype fp32.");
  return ids;
}

void show_progress(const BenchRequest& request, const Progress& progress) {
  if (!stderr_is_terminal()) return;
  fmt::print(stderr, "\r\033[K{} × {}: {} {:.0f} %", request.shape.n, request.shape.n, phase_name(progress.phase),
             progress.fraction * 100);
  if (progress.done) fmt::print(stderr, "\r\033[K");
  std::fflush(stderr);
}

Result<BenchResult> measure(const BenchRequest& request, Workspace& workspace) {
  auto run = BenchRun::start(request, workspace);
  if (!run) return std::unexpected(run.error());
  for (;;) {
    const auto progress = run->step(kSliceNs);
    if (!progress) return std::unexpected(progress.error());
    show_progress(request, *progress);
    if (progress->done) return run->finish(false);
  }
}

int run_command(Calls& calls) {
  LessonState state;
  Output output;
  output.command = "bench";
  state.set("cost.dtype", calls.flags.text("dtype"));  // a wrong one is refused below
  state.environment = environment(state.inputs.cost.dtype);
  const std::string kernel_text = calls.flags.text("kernel");
  const bool all = kernel_text == "all";
  if (const auto ok = calls.flags.apply(state, output.notes, all ? "kernel" : ""); !ok) return complain(ok.error());
  const CostInputs& in = state.inputs.cost;
  const auto sizes = chosen_sizes(calls, output.notes);
  if (!sizes) return complain(sizes.error());
  const auto type = find_gemm_type(in.dtype);
  if (!type) return complain(type.error());
  const auto ids = chosen_kernels(in, all, *type);
  if (!ids) return complain(ids.error());

  output.inputs = inputs_json(state, calls.flags.specs());
  output.inputs["cost.n"] = *sizes;
  if (all) output.inputs["cost.kernel"] = "all";
  output.host = to_json(host_facts());
  std::FILE* const lines = calls.json.wanted() && (calls.json.file.empty() || calls.json.file == "-") ? stderr : stdout;
  Workspace workspace;
  bool disturbed = false;
  for (const std::int64_t n : *sizes) {
    for (const std::string& id : *ids) {
      const BenchRequest request{.shape = {n, n, n},
                                 .type = *type,
                                 .kernel = id,
                                 .threads = static_cast<int>(in.threads),
                                 .repeats = static_cast<int>(in.repeats)};
      const auto result = measure(request, workspace);
      if (!result) return complain(result.error());
      // Each line appears as soon as it is measured, so the text is not left for the end.
      fmt::print(lines, "{}{}\n", format_bench_line(*result), all ? "   " + result->kernel : "");
      std::fflush(lines);
      if (result->disturbed) disturbed = true;
      output.results.push_back(to_json(*result));
    }
  }
  if (disturbed)
    output.notes.push_back(
        "Something else ran on this machine meanwhile and disturbed the times; run it again for steadier numbers.");
  return print(output, calls.json);
}

}  // namespace

Command bench_command(CLI::App& app) {
  CLI::App* command =
      app.add_subcommand("bench", "Time matrix products on this machine; alone, n = 128, 256 and 512 in float32");
  const auto calls = std::make_shared<Calls>();
  command->add_option("--n", calls->sizes, "Sizes, separated by commas [1 to 4,096; default 128,256,512]")
      ->delimiter(',')
      ->type_name("NUMBER,...");
  calls->flags.add_to(*command, section_specs("cost", [](std::string_view name) { return name != "n"; }));
  command->footer("--kernel all times every implementation of the format that runs here.");
  add_json_option(*command, calls->json);
  return {command, [calls] { return run_command(*calls); }};
}

}  // namespace lesson::cli
