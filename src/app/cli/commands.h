// The commands of the program. Each adds its subcommand to `app` and, when that one was given, runs it.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <memory>
#include <vector>

namespace lesson::cli {

struct Command {
  CLI::App* app;
  std::function<int()> run;  // exit code
};

Command bench_command(CLI::App& app);
std::vector<Command> calculator_commands(CLI::App& app);  // format, memory, train-memory, compute, serve-model
Command runs_command(CLI::App& app);
Command ask_command(CLI::App& app);
Command devices_command(CLI::App& app);
Command serve_command(CLI::App& app);
Command gui_command(CLI::App& app);

// The whole program, but for main.
int run(int argc, const char* const* argv);

}  // namespace lesson::cli
