#include "engine/catalog/catalog.h"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "engine/base/format.h"
#include "engine/base/language.h"

namespace lesson {
namespace {

// Lower case, spaces and underscores as "-": how an id would be written.
char as_id(char c) {
  if (c >= 'A' && c <= 'Z') return static_cast<char>(c - 'A' + 'a');
  return c == ' ' || c == '_' ? '-' : c;
}
std::string as_id(std::string_view text) {
  std::string id;
  for (const char c : text) id += as_id(c);
  return id;
}
// Without making the id of every name that is looked through.
bool is_called(std::string_view name, std::string_view id) {
  return std::ranges::equal(name, id, {}, [](char c) { return as_id(c); });
}

// Letters to insert, delete or change to turn one text into the other (Levenshtein).
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t changed = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, changed});
    }
  }
  return row[b.size()];
}

constexpr std::size_t kLongestName = 100;  // longer text is no name, and distances to it cost time
constexpr std::size_t kOffered = 3;

// Ids that begin with or contain what was typed come first, then those with the fewest changes.
template <class Entry>
std::string nearest_ids(std::span<const Entry> entries, std::string_view wanted) {
  struct Candidate {
    std::size_t distance;
    std::string_view id;
  };
  std::vector<Candidate> candidates;
  for (const Entry& entry : entries) {
    const bool contains = !wanted.empty() && entry.id.find(wanted) != std::string_view::npos;
    candidates.push_back({contains ? 0 : 1 + edit_distance(wanted, entry.id), entry.id});
  }
  std::stable_sort(candidates.begin(), candidates.end(),
                   [](const Candidate& a, const Candidate& b) { return a.distance < b.distance; });
  std::string text;
  for (std::size_t i = 0; i < std::min(kOffered, candidates.size()); ++i) {
    text += (i == 0 ? "" : ", ") + std::string(candidates[i].id);
  }
  return text;
}

template <class Entry>
Result<const Entry*> find_entry(std::span<const Entry> entries, std::string_view text, std::string_view sentence) {
  const std::string wanted = as_id(text.substr(0, kLongestName));
  for (const Entry& entry : entries) {
    if (text.size() <= kLongestName && (wanted == entry.id || is_called(entry.name, wanted))) return &entry;
  }
  return fail(ErrorCode::unknown_name, say(sentence, quoted(text), nearest_ids(entries, wanted)));
}

struct PeakColumn {
  std::string_view peak;    // NumberFormat::peak
  std::string_view column;  // in gpus.csv
  std::optional<double> DensePeaks::*value;
};
constexpr PeakColumn kPeakColumns[] = {
    {"fp32", "fp32_tflops", &DensePeaks::fp32}, {"tf32", "tf32_tflops", &DensePeaks::tf32},
    {"bf16", "bf16_tflops", &DensePeaks::bf16}, {"fp16", "fp16_tflops", &DensePeaks::fp16},
    {"fp8", "fp8_tflops", &DensePeaks::fp8},    {"int8", "int8_tops", &DensePeaks::int8},
    {"fp4", "fp4_tflops", &DensePeaks::fp4},
};

std::string in_brackets(std::string_view notes) { return notes.empty() ? "" : " (" + std::string(tr(notes)) + ")"; }

}  // namespace

Result<const Device*> find_device(std::string_view text) { return find_entry(devices(), text, "There is no device {}: the nearest are {}."); }
Result<const Model*> find_model(std::string_view text) { return find_entry(models(), text, "There is no model {}: the nearest are {}."); }
Result<const Run*> find_run(std::string_view text) { return find_entry(runs(), text, "There is no run {}: the nearest are {}."); }

bool is_uncertain(const Device& device, std::string_view column) {
  return std::find(device.uncertain.begin(), device.uncertain.end(), column) != device.uncertain.end();
}

Peak dense_peak(const Device& device, const NumberFormat& format) {
  const std::string_view device_name = tr(device.name), format_name = tr(format.name);
  const auto column = std::find_if(std::begin(kPeakColumns), std::end(kPeakColumns),
                                   [&](const PeakColumn& candidate) { return candidate.peak == format.peak; });
  Peak peak;
  if (column == std::end(kPeakColumns)) {
    peak.reason = say(format.kind == FormatKind::floating ? "no device in the catalogue lists a dense peak for {}"
                                                          : "no device in the catalogue lists a dense peak for {}: numbers stored in "
                                                            "it are unpacked to another format and multiplied there",
                      format_name);
    return peak;
  }
  peak.flops_per_s = device.dense_flops_per_s.*(column->value);
  if (!peak.flops_per_s) {
    peak.reason = say("{} has no published dense peak in {}", device_name, format_name) + in_brackets(device.notes);
  } else if (is_uncertain(device, column->column)) {
    peak.uncertain = true;
    peak.caution = say("sources disagree about the {} peak of {}", format_name, device_name) + in_brackets(device.notes);
  }
  return peak;
}

}  // namespace lesson
