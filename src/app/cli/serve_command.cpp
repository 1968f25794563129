// serve: the page on this machine, until Ctrl+C.
#include <fmt/format.h>

#include <cstdio>

#include "app/cli/commands.h"
#include "app/cli/output.h"
#include "app/cli/terminal.h"
#include "app/local_api_native.h"
#include "app/server_native.h"

namespace lesson::cli {
namespace {

struct Calls {
  JsonOption json;
  int port = 8080;
  std::string site;
};

int run_command(const Calls& calls) {
  auto site = load_site(calls.site);
  if (!site) return complain(site.error());
  const StopSignals stop;
  const std::string token = random_token();
  const auto server = Server::start(std::move(*site), calls.port, token);
  if (!server) return complain(server.error());

  Output output;
  output.command = "serve";
  output.inputs = {{"port", calls.port}, {"site", calls.site}};
  output.results.push_back({{"name", "serve.address"}, {"value", server->address()}});
  output.results.push_back({{"name", "serve.measuring_link"}, {"value", server->address() + "#hardware?token=" + token}});
  output.text = fmt::format("The lesson is at {0}\nWith this link the page can also measure this machine: {0}#hardware?token={1}\nStop with Ctrl+C.\n",
                            server->address(), token);
  const int code = print(output, calls.json);
  std::fflush(stdout);
  if (code == kOk) stop.wait();
  return code;
}

}  // namespace

Command serve_command(CLI::App& app) {
  CLI::App* command = app.add_subcommand("serve", "Serve the page on this machine");
  const auto calls = std::make_shared<Calls>();
  command->add_option("--port", calls->port, "Port on 127.0.0.1 [1 to 65,535; 0 picks a free one; default 8080]")
      ->check(CLI::Range(0, 65535).description(""))
      ->type_name("NUMBER");
  command->add_option("--site", calls->site, "Folder of the built page")->type_name("DIR");
  add_json_option(*command, calls->json);
  return {command, [calls] { return run_command(*calls); }};
}

}  // namespace lesson::cli
