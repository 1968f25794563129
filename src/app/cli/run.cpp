// The whole program: subcommands, wrong use, help.
#include <fmt/format.h>

#include <cstdio>

#include "app/cli/commands.h"
#include "app/cli/output.h"

namespace lesson::cli {
namespace {

std::vector<Command> all_commands(CLI::App& app) {
  std::vector<Command> commands{bench_command(app)};
  for (Command& command : calculator_commands(app)) commands.push_back(std::move(command));
  commands.push_back(runs_command(app));
  commands.push_back(devices_command(app));
  commands.push_back(serve_command(app));
  commands.push_back(gui_command(app));
  return commands;
}

int wrong_use(const std::vector<Command>& commands, const CLI::ParseError& error) {
  std::string help = "lesson --help";
  for (const Command& command : commands) {
    if (command.app->parsed()) help = "lesson " + command.app->get_name() + " --help";
  }
  std::string what = error.what();
  while (!what.empty() && (what.back() == '.' || what.back() == '\n')) what.pop_back();
  return complain(what + "; " + help + " says what there is.", kWrongUse);
}

}  // namespace

int run(int argc, const char* const* argv) {
  CLI::App app{
      "GPUs and compute: time matrix products, and work out what models cost. Numbers may be written 7e9 or 7B."};
  app.name("lesson");
  app.get_formatter()->column_width(26);
  app.require_subcommand(0, 1);
  const std::vector<Command> commands = all_commands(app);
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& success) {
    return app.exit(success);  // --help
  } catch (const CLI::ParseError& error) {
    return wrong_use(commands, error);
  }
  for (const Command& command : commands) {
    if (command.app->parsed()) return command.run();
  }
  fmt::print("{}", app.help());
  return kOk;
}

}  // namespace lesson::cli
