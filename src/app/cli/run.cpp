// The whole program: subcommands, wrong use, help.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "app/cli/commands.h"
#include "app/cli/output.h"
#include "engine/lesson/text.h"

namespace lesson::cli {
namespace {

std::vector<Command> all_commands(CLI::App& app) {
  std::vector<Command> commands{bench_command(app)};
  for (Command& command : calculator_commands(app)) commands.push_back(std::move(command));
  commands.push_back(runs_command(app));
  commands.push_back(ask_command(app));
  commands.push_back(devices_command(app));
  commands.push_back(serve_command(app));
  commands.push_back(gui_command(app));
  return commands;
}

// The subcommand that was given, or the program itself.
CLI::App* given(CLI::App& app, const std::vector<Command>& commands) {
  const auto parsed = std::ranges::find_if(commands, [](const Command& command) { return command.app->parsed(); });
  return parsed == commands.end() ? &app : parsed->app;
}

// Options of a subcommand, or the subcommands of the program.
std::vector<std::string> words_of(const CLI::App& app, const std::vector<Command>& commands) {
  std::vector<std::string> words;
  for (const CLI::Option* option : app.get_options()) words.push_back(option->get_name());
  if (app.get_parent() != nullptr) return words;
  for (const Command& command : commands) words.push_back(command.app->get_name());
  return words;
}

int wrong_use(CLI::App& app, const std::vector<Command>& commands, const CLI::ParseError& error) {
  const CLI::App* where = given(app, commands);
  const std::string help = (where == &app ? "lesson" : "lesson " + where->get_name()) + " --help lists what there is.";
  const std::vector<std::string> extras = where->remaining(true);
  if (!extras.empty()) {
    const auto flag = std::ranges::find_if(extras, [](const std::string& word) { return word.starts_with('-'); });
    const std::string& word = flag == extras.end() ? extras.front() : *flag;
    const std::string nearest = joined(nearest_names(word, words_of(*where, commands), 1));
    return complain("There is no " + lesson::quoted(word) + " here; the nearest is " + nearest + ", and " + help, kWrongUse);
  }
  std::string what = error.what();
  while (!what.empty() && (what.back() == '.' || what.back() == '\n')) what.pop_back();
  return complain(what + "; " + help, kWrongUse);
}

}  // namespace

int run(int argc, const char* const* argv) {
  CLI::App app{
      "GPUs and compute: time matrix products, and work out what models cost. Numbers may be written 7e9 or 7B."};
  app.name("lesson");
  app.get_formatter()->column_width(26);
  app.set_version_flag("--version", "lesson " LESSON_VERSION, "Print the version and exit");
  app.require_subcommand(0, 1);
  const std::vector<Command> commands = all_commands(app);
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& success) {
    return app.exit(success);  // --help, --version
  } catch (const CLI::ParseError& error) {
    return wrong_use(app, commands, error);
  }
  for (const Command& command : commands) {
    if (command.app->parsed()) return command.run();
  }
  fmt::print("{}", app.help());
  return kOk;
}

}  // namespace lesson::cli
