// bench: times products on this machine. Alone, the lesson's three lines.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "app/bench_json.h"
#include "app/cli/bench_plan.h"
#include "app/cli/commands.h"
#include "app/cli/output.h"
#include "app/cli/terminal.h"
#include "app/local_api_native.h"
#include "app/server_native.h"

namespace lesson::cli {
namespace {

struct Calls {
  BenchOptions options;
  JsonOption json;
  bool csv = false, open = false, tune = false, pin = false;
  std::string link_base, site;
};

// ---- one result as text ------------------------------------------------------------------------

std::string share(double speed, const std::optional<double>& peak, std::string_view of) {
  if (!peak || !(speed <= *peak)) return {};
  return fmt::format(", {:.0f} % of the {}", speed / *peak * 100, of);
}

// After the lesson's own line, where several things are compared: what it was, and its share of both peaks.
std::string details(const BenchResult& result) {
  const std::string device = result.device == "cpu" ? "" : result.device + " ";
  const std::string sums = result.accumulate == result.dtype ? "" : " with " + result.accumulate + " sums";
  return fmt::format("   {}{}, {}{}{}{}", device, result.kernel, result.dtype, sums,
                     share(result.flops_per_s, result.peak_flops_per_s, "register peak"),
                     share(result.flops_per_s, result.theory_flops_per_s, "theoretical peak"));
}

// The fields of the JSON document but for lists, in its order.
std::string csv_line(const Json& result, bool names) {
  std::string line;
  for (const auto& [name, value] : result.items()) {
    if (value.is_array()) continue;
    std::string cell = names ? name : value.is_string() ? value.get<std::string>() : value.is_null() ? "" : value.dump();
    if (cell.find_first_of(",\"\n") != std::string::npos) {
      std::string quoted = "\"";
      for (const char c : cell) quoted += c == '"' ? "\"\"" : std::string(1, c);
      cell = quoted + "\"";
    }
    line += (line.empty() ? "" : ",") + cell;
  }
  return line;
}

// ---- the run ------------------------------------------------------------------------------------

std::string job_words(const MeasureJob& job) {
  return fmt::format("{}{} {}", job.device == "cpu" ? "" : job.device + " ", size_text(job.shape), job.dtype);
}

// Shows what best means from then on. Nothing when Ctrl-C ended it.
std::optional<std::vector<TunedBest>> tune(Measurer& measurer, std::FILE* lines) {
  ProgressLine progress;
  const Interrupt interrupt;
  auto tuned = measurer.tune([&](double fraction, std::string_view phase) {
    progress.show(fraction, phase);
    return !interrupt.raised();
  });
  progress.clear();
  for (const TunedBest& best : tuned.value_or(std::vector<TunedBest>{}))
    fmt::print(lines, "best for {} near n = {:3}: {}, {:.1f} {}{}\n", best.dtype, best.n, best.kernel, best.flops_per_s / 1e9,
               best.dtype == "int8" ? "GOP/s" : "GFLOP/s", best.changed ? ", another one than without tuning" : "");
  return tuned;
}

struct Measured {
  std::vector<BenchResult> results;
  std::optional<Error> error;  // the job that failed ends the run
  bool stopped = false;
};

Measured measure(Measurer& measurer, const std::vector<MeasureJob>& jobs, const std::function<void(const BenchResult&)>& show) {
  Measured measured;
  ProgressLine progress;
  const Interrupt interrupt;
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    const auto go_on = [&](double fraction, std::string_view phase) {
      const double all = (static_cast<double>(i) + fraction) / static_cast<double>(jobs.size());
      progress.show(all, fmt::format("{}, {}", job_words(jobs[i]), phase));
      return !interrupt.raised();
    };
    auto result = measurer.run(jobs[i], go_on);
    progress.clear();
    if (!result) {
      measured.error = result.error();
      break;
    }
    if (!*result) {
      measured.stopped = true;
      break;
    }
    show(**result);
    measured.results.push_back(std::move(**result));
  }
  return measured;
}

void add_notes(const Measured& measured, std::size_t wanted, std::vector<std::string>& notes) {
  bool disturbed = false;
  for (const BenchResult& result : measured.results) {
    disturbed = disturbed || result.disturbed;
    const std::string note = result.threads_note.empty() ? "" : fmt::format("{} of {} threads were used: {}", result.threads,
                                                                            result.threads_requested, result.threads_note);
    if (!note.empty() && std::ranges::find(notes, note) == notes.end()) notes.push_back(note);
  }
  if (disturbed)
    notes.emplace_back(
        "Something else ran on this machine meanwhile and disturbed the times; run it again for steadier numbers.");
  if (measured.stopped)
    notes.push_back(fmt::format("Stopped: {} of {} products were measured.", measured.results.size(), wanted));
}

// The results beside the tab's, in the page of this program. Ends with Ctrl-C.
int serve_results(const Calls& calls, const std::vector<BenchResult>& results) {
  auto site = load_site(calls.site);
  if (!site) return complain(site.error());
  const StopSignals stop;
  const std::string token = random_token();
  const auto server = Server::start(std::move(*site), 0, token);
  if (!server) return complain(server.error());
  const std::string link = server->address() + results_fragment(results) + "&token=" + token;
  fmt::print(stderr, "The results beside this browser's: {}\nStop with Ctrl+C.\n", link);
  if (!open_in_browser(link)) fmt::print(stderr, "lesson: No browser could be started; open the link yourself.\n");
  stop.wait();
  return kOk;
}

int run_command(const Calls& calls) {
  if (calls.open && !calls.link_base.empty())
    return complain("--open shows the page of this program and --link-base one that is published elsewhere; give one of them.", kWrongUse);
  const auto plan = make_plan(calls.options);
  if (!plan) return complain(plan.error());
  const bool json_on_stdout = calls.json.wanted() && (calls.json.file.empty() || calls.json.file == "-");
  if (calls.csv && json_on_stdout)
    return complain("JSON and CSV cannot both go to stdout; name a file: --json results.json --csv.", kWrongUse);

  // Each line appears as soon as it is measured, so the text is not left for the end.
  std::FILE* const lines = json_on_stdout || calls.csv ? stderr : stdout;
  bool first = true;
  Measurer measurer;
  if (calls.pin && !measurer.pin()) return complain({ErrorCode::not_available, "This system does not keep threads on processors; leave --pin out."});
  std::optional<std::vector<TunedBest>> tuned;
  if (calls.tune && !(tuned = tune(measurer, lines))) return complain({ErrorCode::not_available, "Stopped before the tuning was done; nothing was measured."});
  const Measured measured = measure(measurer, plan->jobs, [&](const BenchResult& result) {
    fmt::print(lines, "{}{}\n", format_bench_line(result), plan->one_kind ? "" : details(result));
    std::fflush(lines);
    if (!calls.csv) return;
    const Json json = to_json(result);
    if (first) fmt::print("{}\n", csv_line(json, true));
    fmt::print("{}\n", csv_line(json, false));
    std::fflush(stdout);
    first = false;
  });

  Output output;
  output.command = "bench";
  output.inputs = plan->inputs;
  output.notes = plan->notes;
  if (tuned) output.inputs["tuned"] = to_json(*tuned);
  output.host = to_json(host_facts());
  for (const BenchResult& result : measured.results) output.results.push_back(to_json(result));
  add_notes(measured, plan->jobs.size(), output.notes);
  if (measured.error && measured.results.empty()) return complain(*measured.error);
  const int code = print(output, calls.json);
  if (measured.error) return complain(*measured.error);
  if (measured.results.empty()) return kFailed;
  if (!calls.link_base.empty())
    fmt::print(stderr, "The results beside the browser's: {}{}\n", calls.link_base.substr(0, calls.link_base.find('#')), results_fragment(measured.results));
  return calls.open && code == kOk ? serve_results(calls, measured.results) : code;
}

}  // namespace

Command bench_command(CLI::App& app) {
  CLI::App* command =
      app.add_subcommand("bench", "Time matrix products on this machine; alone, n = 128, 256 and 512 in float32");
  const auto calls = std::make_shared<Calls>();
  calls->options.add_to(*command);
  command->add_flag("--csv", calls->csv, "Print the results as comma-separated values");
  command->add_flag("--tune", calls->tune, "First measure for about a second which implementation is fastest, by format and size: best then means those");
  command->add_flag("--pin", calls->pin, "Keep each thread on one processor: steadier on a machine that does nothing else");
  command->add_flag("--open", calls->open, "Show the results in the page, beside the browser's, until Ctrl-C");
  command->add_option("--link-base", calls->link_base, "Print a link that carries the results to a page published there")->type_name("URL");
  command->add_option("--site", calls->site, "Folder of the built page, for --open")->type_name("DIR");
  command->footer("--kernel all times every implementation of the format that runs here. Ctrl-C keeps what was measured.");
  add_json_option(*command, calls->json);
  return {command, [calls] { return run_command(*calls); }};
}

}  // namespace lesson::cli
