// serve: the page on this machine, until Ctrl+C.
#include <fmt/format.h>
#include <signal.h>

#include <cstdio>

#include "app/cli/commands.h"
#include "app/cli/output.h"
#include "app/server_native.h"

namespace lesson::cli {
namespace {

struct Calls {
  JsonOption json;
  int port = 8080;
  std::string site;
};

// Blocked in every thread, so that only wait() sees them.
class StopSignals {
 public:
  StopSignals() {
    sigemptyset(&signals_);
    sigaddset(&signals_, SIGINT);
    sigaddset(&signals_, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &signals_, nullptr);
    signal(SIGPIPE, SIG_IGN);  // a reader that closes the page early is no reason to stop
  }
  void wait() const {
    int which = 0;
    sigwait(&signals_, &which);
  }

 private:
  sigset_t signals_;
};

int run_command(const Calls& calls) {
  std::filesystem::path folder = calls.site;
  if (folder.empty()) {
    const auto found = find_site();
    if (!found)
      return complain(
          "There is no built page beside this program; build it with scripts/run --build-only, or name its folder with "
          "--site DIR.",
          kFailed);
    folder = *found;
  }
  auto site = Site::load(folder);
  if (!site) return complain(site.error());
  const StopSignals stop;
  const auto server = Server::start(std::move(*site), calls.port);
  if (!server) return complain(server.error());

  Output output;
  output.command = "serve";
  output.inputs = {{"port", calls.port}, {"site", folder.string()}};
  output.results.push_back({{"name", "serve.address"}, {"value", server->address()}});
  output.text = fmt::format("The lesson is at {}\nStop with Ctrl+C.\n", server->address());
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
