#include "engine/lesson/results.h"

#include <algorithm>

#include "engine/base/format.h"
#include "engine/base/language.h"
#include "engine/lesson/section_results.h"
#include "engine/lesson/text.h"

namespace lesson {
namespace {

struct Section {
  std::string_view id;
  std::vector<Quantity> (*results)(const Inputs&, const Measurements&);
};

constexpr Section kSections[] = {
    {"cost", cost_results},
    {"precision", precision_results},
    {"run-memory", run_memory_results},
    {"train-memory", train_memory_results},
    {"compute", compute_results},
    {"time-cost", time_cost_results},
    {"runs", runs_results},
    {"hardware", hardware_results},
};

bool same_measurement(const BenchResult& a, const BenchResult& b) {
  return a.kernel == b.kernel && a.dtype == b.dtype && a.m == b.m && a.n == b.n && a.k == b.k &&
         a.threads_requested == b.threads_requested && a.device == b.device;
}

Result<void> set_inputs(LessonState& state, std::string_view section, std::string_view pairs) {
  while (!pairs.empty()) {
    const std::string_view pair = pairs.substr(0, pairs.find('&'));
    pairs.remove_prefix(std::min(pairs.size(), pair.size() + 1));
    const std::size_t equals = pair.find('=');
    if (equals == std::string_view::npos) return fail(ErrorCode::bad_format, say("{} is not key=value.", quoted(pair)));
    const std::string_view key = pair.substr(0, equals);
    const bool bare = key.find('.') == std::string_view::npos;
    const SetOutcome outcome =
        state.set(bare ? std::string(section) + "." + std::string(key) : std::string(key), pair.substr(equals + 1));
    if (!outcome.note.empty()) return fail(ErrorCode::out_of_range, outcome.note);
  }
  return {};
}

}  // namespace

void Measurements::add(BenchResult result) {
  std::erase_if(results, [&](const BenchResult& old) { return same_measurement(old, result); });
  if (!first) first = result;
  results.push_back(std::move(result));
}

void Measurements::add(Machine machine) {
  std::erase_if(machines, [&](const Machine& old) { return old.name == machine.name; });
  machines.push_back(std::move(machine));
  if (machines.size() > kMostMachines) machines.erase(machines.begin());
}

const BenchResult* Measurements::fastest_native() const {
  const BenchResult* fastest = nullptr;
  for (const Machine& machine : machines) {
    for (const BenchResult& result : machine.results) {
      if (fastest == nullptr || result.flops_per_s > fastest->flops_per_s) fastest = &result;
    }
  }
  return fastest;
}

const BenchResult* Measurements::newest(std::string_view dtype) const {
  for (auto result = results.rbegin(); result != results.rend(); ++result) {
    if (result->dtype == dtype && result->verified) return &*result;
  }
  return nullptr;
}

const BenchResult* Measurements::best(std::string_view dtype) const {
  const BenchResult* fastest = nullptr;
  for (const BenchResult& result : results) {
    if (result.dtype == dtype && result.verified && (fastest == nullptr || result.flops_per_s > fastest->flops_per_s))
      fastest = &result;
  }
  return fastest;
}

std::vector<Quantity> section_results(const Inputs& inputs, const Measurements& measured, std::string_view section_id) {
  const auto section = std::ranges::find(kSections, section_id, &Section::id);
  return section == std::end(kSections) ? std::vector<Quantity>{} : section->results(inputs, measured);
}

std::vector<Quantity> all_results(const Inputs& inputs, const Measurements& measured) {
  std::vector<Quantity> all;
  for (const Section& section : kSections) {
    for (Quantity& quantity : section.results(inputs, measured)) all.push_back(std::move(quantity));
  }
  return all;
}

const Device* device_of_result(std::string_view name) {
  name.remove_prefix(std::min(name.find('.'), name.size() - 1) + 1);
  for (const std::string_view prefix : {kFitPrefix, kElsewherePrefix})
    if (name.starts_with(prefix)) return find_device(name.substr(prefix.size())).value_or(nullptr);
  return nullptr;
}

const Quantity* find_result(std::span<const Quantity> results, std::string_view name) {
  const auto found = std::ranges::find(results, name, &Quantity::name);
  return found == results.end() ? nullptr : &*found;
}

Result<Quantity> evaluate_reference(std::string_view reference, const Measurements& measured) {
  const std::size_t mark = reference.find('?');
  const std::string_view name = reference.substr(0, mark);
  const std::string_view section = name.substr(0, name.find('.'));
  LessonState state;
  if (mark != std::string_view::npos) {
    if (const auto set = set_inputs(state, section, reference.substr(mark + 1)); !set)
      return std::unexpected(set.error());
  }
  const std::vector<Quantity> results = section_results(state.inputs, measured, section);
  if (const Quantity* found = find_result(results, name)) return *found;
  std::vector<std::string> names;
  for (const Quantity& quantity : all_results(state.inputs, measured)) names.push_back(quantity.name);
  return fail(ErrorCode::unknown_name, say("There is no result {}; the nearest are {}.", quoted(name),
                                             joined(nearest_names(name, names, 3))));
}

}  // namespace lesson
