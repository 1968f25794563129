// How long one step of a dragged slider takes: every result of the slider's section computed again, derivations
// included. Prints a JSON document: microseconds for each section, over all its sliders. Use: drag_bench >
// tests/bench/results/drag.json
#include <algorithm>
#include <chrono>
#include <cmath>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "engine/bench/host_facts.h"
#include "engine/lesson/results.h"

using namespace lesson;
using Json = nlohmann::ordered_json;

namespace {

constexpr int kPlaces = 200;  // of one slider

// The longest way through every calculator: a model with windows or experts, adapters, recomputation.
LessonState busy_state() {
  LessonState state;
  for (const auto& [key, value] : {std::pair{"run-memory.model", "gemma-3-27b-text"},
                                   {"run-memory.context", "131072"},
                                   {"train-memory.model", "deepseek-v3"},
                                   {"train-memory.context", "8192"},
                                   {"train-memory.gpus", "64"},
                                   {"train-memory.sharding", "zero3"},
                                   {"compute.model", "deepseek-v3"},
                                   {"compute.context", "8192"},
                                   {"compute.recompute", "selective"},
                                   {"compute.method", "lora"},
                                   {"compute.serve-model", "deepseek-v3"}}) {
    state.set(key, value);
  }
  return state;
}

double place_on(const ParamSpec& spec, int place) {
  const double share = static_cast<double>(place) / (kPlaces - 1), from = spec.slider_min.value_or(spec.min),
               to = spec.slider_to();
  if (spec.scale == ParamScale::linear) return from + (to - from) * share;
  return from * std::pow(to / from, share);
}

Json measure(std::string_view section) {
  std::vector<double> steps_us;
  std::size_t results = 0;
  std::string slowest;
  double most = 0;
  for (const ParamSpec* spec : params_of(section)) {
    if (!spec->is_number()) continue;
    LessonState state = busy_state();
    for (int place = 0; place < kPlaces; ++place) {
      const auto start = std::chrono::steady_clock::now();
      state.set_number(*spec, place_on(*spec, place));
      results = section_results(state.inputs, {}, section).size();
      const double us = std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count();
      steps_us.push_back(us);
      if (us > most) slowest = spec->name();
      most = std::max(most, us);
    }
  }
  if (steps_us.empty()) return nullptr;  // a section without sliders
  std::ranges::sort(steps_us);
  const auto at = [&](double share) { return steps_us[static_cast<std::size_t>(share * (steps_us.size() - 1))]; };
  return {{"section", section}, {"results", results}, {"steps", steps_us.size()}, {"median_us", at(0.5)},
          {"p99_us", at(0.99)}, {"most_us", at(1)},   {"slowest_slider", slowest}};
}

}  // namespace

int main() {
  Json sections_json = Json::array();
  for (const SectionSpec& section : sections())
    if (Json row = measure(section.id); !row.is_null()) sections_json.push_back(std::move(row));
  std::cout << Json{{"what", "one step of a dragged slider: all results of its section, with derivations"},
                    {"cpu", host_facts().cpu},
                    {"sections", std::move(sections_json)}}
                   .dump(1)
            << "\n";
}
