// gui: the labs in a window.
#include <fmt/format.h>

#include "app/cli/commands.h"
#include "app/cli/output.h"
#include "app/gui_native.h"

namespace lesson::cli {
namespace {

struct Calls {
  JsonOption json;
  std::string section;
};

std::string section_ids() {
  std::string ids;
  for (const SectionSpec& section : sections()) ids += (ids.empty() ? "" : ", ") + std::string(section.id);
  return ids;
}

// Returns when the window is closed; the document then says what was shown.
int run_command(const Calls& calls) {
  if (const auto ok = run_gui(calls.section); !ok) return complain(ok.error());
  Output output;
  output.command = "gui";
  output.inputs["section"] = calls.section;
  return print(output, calls.json);
}

}  // namespace

Command gui_command(CLI::App& app) {
  CLI::App* command = app.add_subcommand("gui", "The labs in a window");
  const auto calls = std::make_shared<Calls>();
  command->add_option("--section", calls->section, fmt::format("The section to open [{}]", section_ids()))
      ->type_name("ID");
  add_json_option(*command, calls->json);
  return {command, [calls] { return run_command(*calls); }};
}

}  // namespace lesson::cli
