// The local server: serves a Site on this machine's loopback addresses and nothing else.
// A page on the internet can reach a local server, so every request must name this very address in Host; only GET and
// HEAD, only plain paths, only files of the table. Cross-origin isolation headers let the page use threads.
// With a token, POST /api/measure measures this machine for the page: local_api_native.h says for whom.
// Does not: look at the disk, listen on other interfaces, log.
#pragma once

#include <memory>
#include <string>

#include "app/site_native.h"

namespace lesson {

class Server {
 public:
  // Port 0 picks a free one. Error::io when the port is taken or not allowed; the sentence says what to do.
  // Without a token nothing can be measured.
  static Result<Server> start(Site site, int port, std::string token = {});
  Server(Server&&) noexcept;
  Server& operator=(Server&&) noexcept;
  ~Server();  // stops and waits for running requests

  int port() const;
  std::string address() const;  // "http://127.0.0.1:8080/"

 private:
  struct State;
  explicit Server(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

// ---- the rules, apart from the network -----------------------------------------------------------

// Exactly 127.0.0.1, localhost or [::1], with this port.
bool host_allowed(std::string_view host, int port);

// A path of plain characters: no "..", no percent-encoding, no backslash, at most 512 characters.
bool path_allowed(std::string_view path);

// Does an Accept-Encoding header take a coding, "br" or "gzip"?
bool accepts_coding(std::string_view accept_encoding, std::string_view coding);

}  // namespace lesson
