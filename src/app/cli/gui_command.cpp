// gui: the labs in a window.
#include <fmt/format.h>

#include "app/cli/commands.h"
#include "app/cli/output.h"
#include "app/config_json.h"
#include "app/gui_native.h"

namespace lesson::cli {
namespace {

struct Calls {
  JsonOption json;
  std::string section, config_file;
};

std::string section_ids() {
  std::string ids;
  for (const SectionSpec& section : sections()) ids += (ids.empty() ? "" : ", ") + std::string(section.id);
  return ids;
}

// Returns when the window is closed; the document then says what was shown.
int run_command(const Calls& calls) {
  Output output;
  output.command = "gui";
  output.inputs["section"] = calls.section;
  std::string config;
  if (!calls.config_file.empty()) {
    auto own = own_model_from_file(calls.config_file);
    if (!own) return complain(own.error());
    config = own->config;
    output.inputs["page.config"] = config;
    output.notes = std::move(own->notes);
  }
  if (const auto ok = run_gui(calls.section, config); !ok) return complain(ok.error());
  return print(output, calls.json);
}

}  // namespace

Command gui_command(CLI::App& app) {
  CLI::App* command = app.add_subcommand("gui", "The labs in a window");
  const auto calls = std::make_shared<Calls>();
  command->add_option("--section", calls->section, fmt::format("The section to open [{}]", section_ids()))
      ->type_name("ID");
  command->add_option("--config", calls->config_file, "A model of your own: its Hugging Face config.json")->type_name("FILE");
  add_json_option(*command, calls->json);
  return {command, [calls] { return run_command(*calls); }};
}

}  // namespace lesson::cli
