#include "app/canvas_json.h"

#include "engine/base/language.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace lesson {
namespace {

std::string string_of(const Json& object, const char* key) {
  const auto found = object.is_object() ? object.find(key) : object.end();
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

double number_of(const Json& object, const char* key, double otherwise) {
  const auto found = object.is_object() ? object.find(key) : object.end();
  return found != object.end() && found->is_number() ? found->get<double>() : otherwise;
}

bool flag_of(const Json& object, const char* key) {
  const auto found = object.is_object() ? object.find(key) : object.end();
  return found != object.end() && found->is_boolean() && found->get<bool>();
}

const Json& list_of(const Json& object, const char* key) {
  static const Json kNone = Json::array();
  const auto found = object.is_object() ? object.find(key) : object.end();
  return found != object.end() && found->is_array() ? *found : kNone;
}

std::string joined(const Json& list) {
  std::string text;
  for (const Json& item : list)
    if (item.is_string()) text += (text.empty() ? "" : ", ") + item.get<std::string>();
  return text;
}

std::string module_words(const std::string& module) {
  if (module == "relaxed") return "WebAssembly with relaxed SIMD";
  if (module == "simd128") return "WebAssembly with 128-bit SIMD";
  return module;
}

// A kernel's id in words: "fp32_gemm_6x8__wasm_relaxed" -> "Tile 6 × 8, relaxed SIMD". Unknown parts stay as they are.
std::string kernel_words(const std::string& id) {
  constexpr std::pair<std::string_view, std::string_view> kShapes[] = {
      {"ijk", "Loops i, j, k"}, {"ikj", "Loops i, k, j"}, {"blocked", "Blocked loops"},
      {"eigen", "Eigen library"},  {"strassen", "Strassen"}};
  constexpr std::pair<std::string_view, std::string_view> kSets[] = {{"scalar", "no SIMD"},
                                                                     {"autovec", "compiler's SIMD"},
                                                                     {"wasm_simd128", "SIMD"},
                                                                     {"wasm_relaxed", "relaxed SIMD"},
                                                                     {"avx2_fma", "AVX2"},
                                                                     {"avx512f", "AVX-512"},
                                                                     {"avx512_vnni", "AVX-512 VNNI"},
                                                                     {"neon", "NEON"}};
  const std::size_t gemm = id.find("_gemm_"), bar = id.rfind("__");
  if (gemm == std::string::npos || bar == std::string::npos || bar < gemm + 6) return id;
  std::string shape = id.substr(gemm + 6, bar - gemm - 6), set = id.substr(bar + 2);
  const auto named = std::ranges::find(kShapes, shape, &std::pair<std::string_view, std::string_view>::first);
  if (named != std::end(kShapes))
    shape = tr(named->second);
  else if (const std::size_t x = shape.find('x'); x != std::string::npos)
    shape = say("Tile {} × {}", shape.substr(0, x), shape.substr(x + 1));
  if (set == "library") return shape;
  const auto known = std::ranges::find(kSets, set, &std::pair<std::string_view, std::string_view>::first);
  return shape + ", " + (known != std::end(kSets) ? std::string(tr(known->second)) : set);
}

}  // namespace

void read_theme(std::string_view text, ui::Theme& theme) {
  const Json json = json_from(text);
  if (!json.is_object()) return;
  for (const auto& [name, colour] : json.items())
    if (colour.is_string()) ui::set_token(theme, name, colour.get<std::string>());
}

std::vector<ui::Fact> host_rows(const Json& host) {
  std::vector<ui::Fact> rows;
  const auto add = [&](std::string label, std::string value, std::string note = {}) {
    if (!value.empty()) rows.push_back({std::move(label), std::move(value), std::move(note)});
  };
  add("Processor", string_of(host, "cpu"));
  if (const double cores = number_of(host, "cores", 0); cores > 0) add("Cores", format_grouped(cores));
  add("Program", module_words(string_of(host, "module")));
  add("Instructions", joined(list_of(host, "isa")));
  if (const double threads = number_of(host, "threads_available", 0); threads > 0)
    add("Threads", format_grouped(threads), retold(string_of(host, "threads_note")));
  if (const double step_ns = number_of(host, "clock_step_ns", 0); step_ns > 0)
    add("Clock step", format_value(step_ns * 1e-9, Unit::seconds));
  if (const double bytes = number_of(host, "memory_limit_bytes", 0); bytes > 0)
    add("Memory limit", format_value(bytes, Unit::bytes));
  add("Compiler", string_of(host, "compiler"));
  for (const Json& fact : list_of(host, "facts"))
    add(string_of(fact, "label"), string_of(fact, "value"), string_of(fact, "note"));
  return rows;
}

void read_environment(std::string_view text, Environment& environment, ui::Host& host) {
  const Json json = json_from(text);
  if (!json.is_object()) return;
  environment.max_threads = std::max(1.0, number_of(json, "max_threads", environment.max_threads));
  if (json.contains("kernels")) {
    environment.kernels.clear();
    host.kernels.clear();
    for (const Json& kernel : list_of(json, "kernels")) {
      ui::KernelInfo info{string_of(kernel, "id"), string_of(kernel, "label"), string_of(kernel, "dtype"),
                          string_of(kernel, "idea")};
      if (info.id.empty()) continue;
      if (info.label.empty()) info.label = kernel_words(info.id);
      environment.kernels.push_back({info.id, info.dtype.empty() ? info.label : info.label + " (" + info.dtype + ")"});
      host.kernels.push_back(std::move(info));
    }
  }
  if (json.contains("host")) host.facts = host_rows(json["host"]);
}

ui::BenchStatus read_bench_status(std::string_view text) {
  const Json json = json_from(text);
  const double fraction = number_of(json, "fraction", 0);
  ui::BenchStatus status{flag_of(json, "running"), std::isfinite(fraction) ? std::clamp(fraction, 0.0, 1.0) : 0,
                         string_of(json, "text"), retold(string_of(json, "error")), std::nullopt};
  if (json.contains("tuned")) status.tuned.emplace();
  for (const Json& best : list_of(json, "tuned"))
    status.tuned->push_back({string_of(best, "dtype"), static_cast<std::int64_t>(number_of(best, "n", 0)), string_of(best, "kernel"), 0,
                            flag_of(best, "changed")});
  return status;
}

Json to_json(const std::vector<ui::Action>& actions) {
  Json list = Json::array();
  for (const ui::Action& action : actions) {
    Json entry = Json::object();
    switch (action.kind) {
      case ui::Action::Kind::bench: {
        entry["type"] = "bench";
        entry["jobs"] = Json::array();
        for (const ui::BenchJob& job : action.jobs)
          entry["jobs"].push_back(job.tune ? Json{{"tune", true}} : Json{{"n", job.n},
                                   {"label", job.kernel == "best" ? std::string() : kernel_words(job.kernel)},
                                   {"dtype", job.dtype},
                                   {"kernel", job.kernel},
                                   {"threads", job.threads},
                                   {"repeats", job.repeats}});
        break;
      }
      case ui::Action::Kind::stop:
        entry["type"] = "stop";
        break;
      case ui::Action::Kind::state:
        entry["type"] = "state";
        break;
      case ui::Action::Kind::go_to:
        entry["type"] = "goto";
        entry["section"] = action.name;
        break;
    }
    list.push_back(std::move(entry));
  }
  return list;
}

}  // namespace lesson
