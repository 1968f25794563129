// "Measure this machine", for the page that this program serves: one POST that measures on the processor and the GPU and
// streams how far it is. Only for whoever has the token of the printed link; one job at a time; ends with its connection.
#pragma once

#include <atomic>
#include <functional>
#include <semaphore>
#include <string>
#include <string_view>

#include "app/json.h"
#include "app/measure_native.h"

namespace lesson {

// 128 random bits from the system, as 32 hexadecimal digits.
std::string random_token();
// In the same time wherever they differ.
bool same_token(std::string_view given, std::string_view wanted);

// What a request must bring, apart from the network.
struct ApiRequest {
  std::string_view method, origin, fetch_site, content_type, token;
  std::int64_t length = -1;  // of the body; -1: not told
};
inline constexpr std::int64_t kLargestApiBody = 4096;
// 0 when it may go on, else the HTTP status; `why` gets a sentence.
int refuse_api_request(const ApiRequest& request, int port, std::string_view token, std::string& why);

class LocalApi {
 public:
  explicit LocalApi(std::string token) : token_(std::move(token)) {}
  const std::string& token() const { return token_; }

  // Runs one job; write() gets one JSON document a line and says whether anyone still listens.
  //   {"type": "progress", "fraction", "text"}, {"type": "result", "result"}, {"type": "done", "document"},
  //   {"type": "error", "error"}
  void run(const Json& request, const std::function<bool(const std::string& line)>& write);
  // False when a job still runs after kPatience: one that the reader has just stopped needs a moment to notice.
  bool take();
  void give_back();
  void stop() { stopping_ = true; }

 private:
  std::string token_;
  std::binary_semaphore free_{1};
  std::atomic<bool> stopping_ = false;
};

// The jobs of "measure this machine": {} or {"n": 1024}. Bounded; a sentence for anything else.
Result<std::vector<MeasureJob>> machine_jobs(const Json& request);
// Results and host as `lesson bench --json` writes them, without the samples of each: what a link or the page carries.
Json machine_document(const std::vector<BenchResult>& results);

// The same as the part of a link: "#hardware?r=...", base64url.
std::string results_fragment(const std::vector<BenchResult>& results);

}  // namespace lesson
