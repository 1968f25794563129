#include "app/server_native.h"

#include <arpa/inet.h>
#include <civetweb.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

#include "app/local_api_native.h"

namespace lesson {
namespace {

constexpr std::size_t kLongestPath = 512;
constexpr std::size_t kMostEncodings = 32;

constexpr std::array<std::pair<const char*, const char*>, 5> kSafetyHeaders{{
    {"Cross-Origin-Opener-Policy", "same-origin"},
    {"Cross-Origin-Embedder-Policy", "require-corp"},
    {"Cross-Origin-Resource-Policy", "cross-origin"},
    {"X-Content-Type-Options", "nosniff"},
    {"Referrer-Policy", "no-referrer"},
}};

// What a document or a worker may do. Nothing else has such rights, and a page has a dozen of those files.
constexpr std::array<std::pair<const char*, const char*>, 2> kRightsHeaders{{
    {"Content-Security-Policy",
     "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; img-src 'self' "
     "data: blob:; font-src 'self'; "
     "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors *"},
    {"Permissions-Policy", "camera=(), geolocation=(), microphone=()"},
}};

constexpr std::string_view kMeasurePath = "/api/measure";

struct Reply {
  int status = 200;
  std::vector<std::pair<std::string, std::string>> headers;
  std::string_view body;
  bool has_rights = true;  // false for a style sheet, a font or a module of machine code
};

Reply plain(int status, std::string_view sentence) {
  return {status, {{"Content-Type", "text/plain; charset=utf-8"}, {"Cache-Control", "no-store"}}, sentence};
}

// The status line is ours: the library's own would repeat what the request gave as its version.
void send(mg_connection* connection, const Reply& reply, bool with_body) {
  std::string head =
      fmt::format("HTTP/1.1 {} {}\r\n", reply.status, mg_get_response_code_text(connection, reply.status));
  const auto add = [&](std::string_view name, std::string_view value) {
    fmt::format_to(std::back_inserter(head), "{}: {}\r\n", name, value);
  };
  for (const auto& [name, value] : kSafetyHeaders) add(name, value);
  if (reply.has_rights)
    for (const auto& [name, value] : kRightsHeaders) add(name, value);
  for (const auto& [name, value] : reply.headers) add(name, value);
  if (reply.status != 304) add("Content-Length", std::to_string(reply.body.size()));
  head += "\r\n";
  mg_write(connection, head.data(), head.size());
  if (with_body && reply.status != 304) mg_write(connection, reply.body.data(), reply.body.size());
}

std::string_view header(const mg_request_info& request, const char* name) {
  for (int i = 0; i < request.num_headers; ++i) {
    if (strcasecmp(request.http_headers[i].name, name) == 0) return request.http_headers[i].value;
  }
  return {};
}

int count_headers(const mg_request_info& request, const char* name) {
  int count = 0;
  for (int i = 0; i < request.num_headers; ++i) count += strcasecmp(request.http_headers[i].name, name) == 0 ? 1 : 0;
  return count;
}

Reply file_reply(const SiteFile& file, const mg_request_info& request) {
  const std::string_view accepted = header(request, "Accept-Encoding");
  const auto packed =
      std::ranges::find_if(file.packed, [&](const Packed& each) { return accepts_coding(accepted, each.coding); });
  const bool plain = packed == file.packed.end();
  const std::string etag =
      plain ? file.etag : file.etag.substr(0, file.etag.size() - 1) + "-" + std::string(packed->coding) + "\"";
  Reply reply;
  reply.headers = {{"Content-Type", file.type},
                   {"Cache-Control", file.immutable ? "public, max-age=31536000, immutable" : "no-cache"},
                   {"ETag", etag}};
  if (!file.packed.empty()) reply.headers.emplace_back("Vary", "Accept-Encoding");
  if (header(request, "If-None-Match") == etag) {
    reply.status = 304;
    return reply;
  }
  const std::string_view type = file.type;
  reply.has_rights = !type.starts_with("font/") && !type.starts_with("text/css") && type != "application/wasm";
  if (!plain) reply.headers.emplace_back("Content-Encoding", std::string(packed->coding));
  reply.body = plain ? file.bytes : packed->bytes;
  return reply;
}

Reply answer(const Site& site, int port, const mg_request_info& request) {
  const std::string_view method = request.request_method, version = request.http_version;
  if (version != "1.1" && version != "1.0") return plain(400, "This is not a request of HTTP 1.\n");
  if (count_headers(request, "Host") != 1 || !host_allowed(header(request, "Host"), port)) {
    return plain(403, "This server answers only to its own address on this machine.\n");
  }
  if (method != "GET" && method != "HEAD") {
    Reply reply = plain(405, "Only GET and HEAD are served.\n");
    reply.headers.emplace_back("Allow", "GET, HEAD");
    return reply;
  }
  const std::string_view path = request.request_uri == nullptr ? std::string_view() : request.request_uri;
  if (!path_allowed(path)) return plain(400, "This is not a path of the lesson.\n");
  const SiteFile* file = site.find(path);
  if (file == nullptr) return plain(404, "There is no such file in the lesson.\n");
  return file_reply(*file, request);
}

// ---- measuring --------------------------------------------------------------------------------

bool for_api(const mg_request_info& request) { return request.request_uri != nullptr && std::string_view(request.request_uri).starts_with("/api/"); }

// The body, or nothing when it does not come as announced.
std::optional<std::string> read_body(mg_connection* connection, std::int64_t length) {
  std::string body(static_cast<std::size_t>(length), '\0');
  std::size_t have = 0;
  while (have < body.size()) {
    const int got = mg_read(connection, body.data() + have, body.size() - have);
    if (got <= 0) return std::nullopt;
    have += static_cast<std::size_t>(got);
  }
  return body;
}

// Answers by itself, in pieces. Host was checked before.
int measure(mg_connection* connection, const mg_request_info& request, LocalApi* api, int port) {
  const auto refuse = [&](int status, std::string sentence) {
    sentence += "\n";
    Reply reply = plain(status, sentence);
    reply.headers.emplace_back("Connection", "close");
    send(connection, reply, std::string_view(request.request_method) != "HEAD");
    return status;
  };
  if (api == nullptr || kMeasurePath != request.request_uri) return refuse(404, "There is nothing to ask for here.");
  std::string why;
  const ApiRequest asked{.method = request.request_method,
                         .origin = header(request, "Origin"),
                         .fetch_site = header(request, "Sec-Fetch-Site"),
                         .content_type = header(request, "Content-Type"),
                         .token = header(request, "X-Lesson-Token"),
                         .length = request.content_length};
  if (const int status = refuse_api_request(asked, port, api->token(), why); status != 0) return refuse(status, why);
  const std::optional<std::string> body = read_body(connection, asked.length);
  if (!body) return refuse(400, "The request ends too early.");
  if (!api->take()) return refuse(409, "A measurement is already running; stop it or wait for it.");
  std::string head = "HTTP/1.1 200 OK\r\n";
  for (const auto& [name, value] : kSafetyHeaders) head += fmt::format("{}: {}\r\n", name, value);
  for (const auto& [name, value] : kRightsHeaders) head += fmt::format("{}: {}\r\n", name, value);
  head += "Content-Type: application/x-ndjson\r\nCache-Control: no-store\r\nTransfer-Encoding: chunked\r\n\r\n";
  bool listens = mg_write(connection, head.data(), head.size()) > 0;
  api->run(json_from(*body), [&](const std::string& line) {
    listens = listens && mg_send_chunk(connection, line.data(), static_cast<unsigned>(line.size())) > 0;
    return listens;
  });
  api->give_back();
  if (listens) mg_send_chunk(connection, "", 0);
  return 200;
}

// ---- the port ---------------------------------------------------------------------------------

// Binds 127.0.0.1:port for a moment: says early and clearly when that is impossible, and picks a free port for 0.
Result<int> free_port(int port) {
  const int tried = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (tried < 0) return fail(ErrorCode::io, "The system gives no network socket; the server cannot start.");
  const int on = 1;
  setsockopt(tried, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  const bool bound = bind(tried, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0 && listen(tried, 1) == 0;
  const int why = errno;
  socklen_t size = sizeof address;
  const bool named = bound && getsockname(tried, reinterpret_cast<sockaddr*>(&address), &size) == 0;
  close(tried);
  if (named) return ntohs(address.sin_port);
  if (why == EACCES)
    return fail(ErrorCode::io,
                fmt::format("Port {} is not allowed for this user; name one above 1023 with --port.", port));
  return fail(
      ErrorCode::io,
      fmt::format("Port {} is taken by another program; name another with --port, or --port 0 for any free one.",
                  port));
}

}  // namespace

// ---- rules ------------------------------------------------------------------------------------

bool host_allowed(std::string_view host, int port) {
  for (const std::string_view name : {"127.0.0.1", "localhost", "[::1]"}) {
    if (host == fmt::format("{}:{}", name, port)) return true;
    if (port == 80 && host == name) return true;  // browsers leave the default port out
  }
  return false;
}

bool path_allowed(std::string_view path) {
  const auto plain_character = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '.' ||
           c == '_' || c == '~' || c == '/';
  };
  return path.starts_with('/') && path.size() <= kLongestPath && !path.contains("..") && !path.contains("//") &&
         std::ranges::all_of(path, plain_character);
}

bool accepts_coding(std::string_view accept_encoding, std::string_view coding) {
  for (std::size_t i = 0; i < kMostEncodings && !accept_encoding.empty(); ++i) {
    std::string_view entry = accept_encoding.substr(0, accept_encoding.find(','));
    accept_encoding.remove_prefix(std::min(accept_encoding.size(), entry.size() + 1));
    while (entry.starts_with(' ')) entry.remove_prefix(1);
    const std::string_view name = entry.substr(0, entry.find_first_of("; "));
    if (name != coding && name != "*") continue;
    const std::size_t quality = entry.find("q=");
    return quality == std::string_view::npos || entry.find_first_of("123456789", quality) != std::string_view::npos;
  }
  return false;
}

// ---- the server -------------------------------------------------------------------------------

struct Server::State {
  Site site;
  int port = 0;
  std::unique_ptr<LocalApi> api;  // none: nothing can be measured
  mg_context* context = nullptr;

  State(Site files, int on_port, std::string token) : site(std::move(files)), port(on_port) {
    if (!token.empty()) api = std::make_unique<LocalApi>(std::move(token));
  }
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State() {
    if (api != nullptr) api->stop();
    if (context != nullptr) mg_stop(context);
  }

  static int begin_request(mg_connection* connection) {
    const auto& state = *static_cast<const State*>(mg_get_user_data(mg_get_context(connection)));
    const mg_request_info& request = *mg_get_request_info(connection);
    const bool ours = count_headers(request, "Host") == 1 && host_allowed(header(request, "Host"), state.port);
    if (ours && for_api(request)) return measure(connection, request, state.api.get(), state.port);
    const Reply reply = answer(state.site, state.port, request);
    send(connection, reply, std::string_view(request.request_method) != "HEAD");
    return reply.status;
  }

  // What the HTTP library itself refuses: requests that do not parse, are too long or too slow.
  static int http_error(mg_connection* connection, int status, const char*) {
    send(connection, plain(status, "The request was not understood.\n"), true);
    return 0;
  }

  static int log_nothing(const mg_connection*, const char*) { return 1; }

  bool listen_on(const std::string& addresses) {
    mg_callbacks callbacks{};
    callbacks.begin_request = begin_request;
    callbacks.http_error = http_error;
    callbacks.log_message = log_nothing;
    const char* options[] = {"listening_ports",
                             addresses.c_str(),
                             "num_threads",
                             "16",
                             "connection_queue",
                             "64",
                             "listen_backlog",
                             "256",
                             "request_timeout_ms",
                             "10000",
                             "enable_keep_alive",
                             "yes",
                             "keep_alive_timeout_ms",
                             "5000",
                             "max_request_size",
                             "8192",
                             "decode_url",
                             "no",
                             "enable_auth_domain_check",
                             "no",
                             "enable_directory_listing",
                             "no",
                             "tcp_nodelay",
                             "1",
                             nullptr};
    context = mg_start(&callbacks, this, options);
    return context != nullptr;
  }
};

Server::Server(std::unique_ptr<State> state) : state_(std::move(state)) {}
Server::Server(Server&&) noexcept = default;
Server& Server::operator=(Server&&) noexcept = default;
Server::~Server() = default;

Result<Server> Server::start(Site site, int port, std::string token) {
  const Result<int> free = free_port(port);
  if (!free) return std::unexpected(free.error());
  auto state = std::make_unique<State>(std::move(site), *free, std::move(token));
  mg_init_library(0);
  // A machine may have no IPv6.
  const bool listens = state->listen_on(fmt::format("127.0.0.1:{0},[::1]:{0}", *free)) ||
                       state->listen_on(fmt::format("127.0.0.1:{}", *free));
  if (!listens)
    return fail(ErrorCode::io, fmt::format("The server cannot listen on port {}; name another with --port.", *free));
  return Server(std::move(state));
}

int Server::port() const { return state_->port; }
std::string Server::address() const { return fmt::format("http://127.0.0.1:{}/", port()); }

}  // namespace lesson
