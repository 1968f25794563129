#include "app/local_api_native.h"

#include <fmt/format.h>
#include <sys/random.h>

#include <array>
#include <chrono>
#include <future>

#include "app/bench_json.h"
#include "app/server_native.h"

namespace lesson {
namespace {

constexpr std::chrono::seconds kPatience{2};
constexpr std::int64_t kCpuSize = 1024, kGpuSize = 4096;
constexpr std::int64_t kLeastSize = 64, kMostSize = 8192, kMostCpuSize = 2048;
constexpr auto kLongest = std::chrono::minutes(10);

std::string base64url(std::string_view bytes) {
  constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  std::string text;
  std::uint32_t bits = 0;
  int waiting = 0;
  for (const char c : bytes) {
    bits = bits << 8 | static_cast<unsigned char>(c);
    for (waiting += 8; waiting >= 6; waiting -= 6) text += kDigits[bits >> (waiting - 6) & 63];
  }
  if (waiting > 0) text += kDigits[bits << (6 - waiting) & 63];
  return text;
}

}  // namespace

std::string random_token() {
  std::array<unsigned char, 16> bytes{};
  std::size_t have = 0;
  while (have < bytes.size()) {
    const ssize_t got = getrandom(bytes.data() + have, bytes.size() - have, 0);
    if (got > 0) have += static_cast<std::size_t>(got);
  }
  std::string token;
  for (const unsigned char byte : bytes) token += fmt::format("{:02x}", byte);
  return token;
}

bool same_token(std::string_view given, std::string_view wanted) {
  unsigned difference = given.size() == wanted.size() && !wanted.empty() ? 0 : 1;
  for (std::size_t i = 0; i < wanted.size(); ++i)
    difference |= static_cast<unsigned char>(wanted[i]) ^ static_cast<unsigned char>(i < given.size() ? given[i] : '\0');
  return difference == 0;
}

int refuse_api_request(const ApiRequest& request, int port, std::string_view token, std::string& why) {
  const auto refuse = [&](int status, const char* sentence) {
    why = sentence;
    return status;
  };
  if (request.method != "POST") return refuse(405, "Measuring is asked for by POST.");
  // A page of this very server: browsers say so in at least one of the two, and no other page can.
  const bool own_origin = request.origin.starts_with("http://") && host_allowed(request.origin.substr(7), port);
  const bool same_site = request.fetch_site == "same-origin";
  if ((!request.origin.empty() && !own_origin) || (!request.fetch_site.empty() && !same_site) || (!own_origin && !same_site))
    return refuse(403, "Only the page of this server may measure.");
  if (!same_token(request.token, token)) return refuse(401, "The link that the program printed has the right token; open that one.");
  if (request.content_type != "application/json") return refuse(415, "The request must be JSON.");
  if (request.length < 0) return refuse(411, "The request must tell its length.");
  if (request.length > kLargestApiBody) return refuse(413, "The request is too long.");
  return 0;
}

bool LocalApi::take() { return free_.try_acquire_for(kPatience); }
void LocalApi::give_back() { free_.release(); }

Result<std::vector<MeasureJob>> machine_jobs(const Json& request) {
  if (!request.is_object() || request.size() > (request.contains("n") ? 1 : 0))
    return fail(ErrorCode::bad_format, "The request cannot be read; leave it empty, or give n alone.");
  std::int64_t n = 0;
  if (request.contains("n")) {
    const Json& wanted = request["n"];
    if (!wanted.is_number_integer() || wanted.get<std::int64_t>() < kLeastSize || wanted.get<std::int64_t>() > kMostSize)
      return fail(ErrorCode::out_of_range, "n must be a whole number from 64 to 8,192.");
    n = wanted.get<std::int64_t>();
  }
  std::vector<MeasureJob> jobs;
  for (const std::string& device : measuring_devices()) {
    const bool cpu = device == "cpu";
    const std::int64_t size = n == 0 ? (cpu ? kCpuSize : kGpuSize) : cpu ? std::min(n, kMostCpuSize) : n;
    for (const std::string& dtype : formats_of(device))
      jobs.push_back({.device = device, .shape = {size, size, size}, .dtype = dtype, .threads = host_facts().threads_available});
  }
  return jobs;
}

Json machine_document(const std::vector<BenchResult>& results) {
  Json list = Json::array();
  for (BenchResult result : results) {
    result.sample_ns.clear();
    result.idea.clear();
    list.push_back(to_json(result));
  }
  return {{"schema", 1}, {"command", "bench"}, {"host", to_json(host_facts())}, {"results", std::move(list)}};
}

std::string results_fragment(const std::vector<BenchResult>& results) {
  return "#hardware?r=" + base64url(json_text(machine_document(results)));
}

void LocalApi::run(const Json& request, const std::function<bool(const std::string&)>& write) {
  const auto say = [&](const Json& json) { return write(json_text(json) + "\n"); };
  const auto jobs = machine_jobs(request);
  if (!jobs) {
    say({{"type", "error"}, {"error", jobs.error().message}});
    return;
  }
  const auto end = std::chrono::steady_clock::now() + kLongest;
  Measurer measurer;
  std::vector<BenchResult> results;
  for (std::size_t i = 0; i < jobs->size(); ++i) {
    const MeasureJob& job = (*jobs)[i];
    const auto go_on = [&](double fraction, std::string_view phase) {
      const double all = (static_cast<double>(i) + fraction) / static_cast<double>(jobs->size());
      const std::string words = fmt::format("{}, {} {}, {}", job.device, size_text(job.shape), job.dtype, phase);
      return !stopping_ && std::chrono::steady_clock::now() < end && say({{"type", "progress"}, {"fraction", all}, {"text", words}});
    };
    // On a thread of its own: those of the server have stacks of 100 kB, and a kernel under the sanitizers needs more.
    const auto result = std::async(std::launch::async, [&] { return measurer.run(job, go_on); }).get();
    if (result && !*result) break;
    if (!result) {
      if (!say({{"type", "error"}, {"error", result.error().message}})) return;
      continue;  // one format that does not work is no reason to leave out the others
    }
    results.push_back(**result);
    if (!say({{"type", "result"}, {"result", to_json(results.back())}})) return;
  }
  say({{"type", "done"}, {"document", machine_document(results)}});
}

}  // namespace lesson
