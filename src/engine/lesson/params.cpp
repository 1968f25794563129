#include "engine/lesson/params.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "engine/base/format.h"
#include "engine/base/language.h"
#include "engine/calc/model.h"
#include "engine/lesson/model_choice.h"
#include "engine/lesson/text.h"
#include "engine/numeric/format_table.h"

namespace lesson {
namespace {

constexpr std::size_t kLongestText = 200, kLongestWords = 2000;

double& number_slot(const ParamSpec& spec, Inputs& inputs) { return *std::get<double*>(spec.slot(inputs)); }
std::string& text_slot(const ParamSpec& spec, Inputs& inputs) { return *std::get<std::string*>(spec.slot(inputs)); }

// Slots point into a mutable state; reading through them leaves it as it is.
double read_number(const ParamSpec& spec, const Inputs& inputs) {
  return number_slot(spec, const_cast<Inputs&>(inputs));
}
const std::string& read_text(const ParamSpec& spec, const Inputs& inputs) {
  return text_slot(spec, const_cast<Inputs&>(inputs));
}

const Inputs& defaults() {
  static const Inputs inputs;
  return inputs;
}

std::string printed(const char* layout, int precision, double value) {
  std::array<char, 512> buffer;  // the longest fixed double has 309 digits before the point
  std::snprintf(buffer.data(), buffer.size(), layout, precision, value);
  return buffer.data();
}

// The shortest text that parses back to the same number: "7e9", "0.385", "131072".
// Not std::to_chars: it brings 110 kB of tables, which the page would have to fetch.
std::string exact_number(double value) {
  int decimals = 0;
  std::string scientific = printed("%.*e", decimals, value);
  while (std::strtod(scientific.c_str(), nullptr) != value && decimals < 16) {
    scientific = printed("%.*e", ++decimals, value);
  }
  const std::size_t e = scientific.find('e');
  if (e == std::string::npos) return scientific;
  const int exponent = std::atoi(scientific.c_str() + e + 1);
  const std::string fixed = printed("%.*f", std::max(0, decimals - exponent), value);
  if (fixed.size() <= scientific.size()) return fixed;
  return scientific.substr(0, e + 1) + std::to_string(exponent);
}

// ---- what a field shows, and what a reader may leave around the number when typing -------------------

// "7B" where that is exact, "131,072" where it is not and the number is short, else the nearest "7.01B".
std::string shown_count(double value) {
  constexpr double kShort = 1e6, kGroupedAtMost = 1e8;
  if (value < kShort) return format_grouped(value);
  const std::string brief = format_short_count(value);
  const Result<double> back = parse_number(brief);
  return (back && *back == value) || value > kGroupedAtMost ? brief : format_grouped(value);
}

std::string shown_number(const ParamSpec& spec, double value) {
  switch (spec.unit) {
    case Unit::params:
    case Unit::tokens:
      return shown_count(value);
    case Unit::ratio:
      return format_significant(value * 100, 4) + " %";
    case Unit::usd_per_gpu_hour:
      return say("${}", format_fixed(value, 2));
    case Unit::watts:
      return format_grouped(value) + " W";
    case Unit::kg_per_kwh:
      return format_significant(value, 6) + " kg/kWh";
    default:
      return spec.kind == ParamKind::integer ? format_grouped(value) : format_significant(value, 9);
  }
}

bool drop_suffix(std::string& text, std::string_view suffix) {
  if (text.size() <= suffix.size() ||
      !same_ignoring_case(std::string_view(text).substr(text.size() - suffix.size()), suffix))
    return false;
  text = trimmed(std::string_view(text).substr(0, text.size() - suffix.size()));
  return true;
}

std::span<const std::string_view> unit_words(Unit unit) {
  static constexpr std::string_view kParams[] = {"parameters", "params"}, kTokens[] = {"tokens"},
                                    kGpus[] = {"GPUs", "GPU"}, kPrice[] = {"per GPU-hour", "USD", "dollars", "$"},
                                    kWatts[] = {"watts", "W"}, kCarbon[] = {"kg/kWh"};
  switch (unit) {
    case Unit::params:
      return kParams;
    case Unit::tokens:
      return kTokens;
    case Unit::gpus:
      return kGpus;
    case Unit::usd_per_gpu_hour:
      return kPrice;
    case Unit::watts:
      return kWatts;
    case Unit::kg_per_kwh:
      return kCarbon;
    default:
      return {};
  }
}

Result<double> parse_for(const ParamSpec& spec, std::string_view typed, Written written) {
  std::string text = trimmed(typed);
  for (const std::string_view word : unit_words(spec.unit)) drop_suffix(text, word) || drop_suffix(text, tr(word));
  if (spec.unit == Unit::usd_per_gpu_hour && text.starts_with('$')) text = trimmed(std::string_view(text).substr(1));
  const bool percent = spec.unit == Unit::ratio && drop_suffix(text, "%");
  const Result<double> number = written == Written::plainly ? parse_plain_number(text) : parse_number(text);
  return number && percent ? *number / 100 : number;
}

std::string example(const ParamSpec& spec) {
  return spec.is_number() ? shown_number(spec, read_number(spec, defaults())) : read_text(spec, defaults());
}

// A sentence with holes for the label, and for what else there is to say.
template <class... Parts>
std::string says(const ParamSpec& spec, std::string_view sentence, const Parts&... parts) {
  return say(sentence, tr(spec.label), parts...);
}

// ---- choices ----------------------------------------------------------------------------------

// Kernels are known only once the benchmark has said what it has; until then an id is taken on trust.
bool taken_on_trust(const ParamSpec& spec, const Environment& environment, std::string_view id) {
  const auto part_of_an_id = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; };
  return spec.key == "cost.kernel" && environment.kernels.empty() && !id.empty() && id.size() <= 64 &&
         std::ranges::all_of(id, part_of_an_id);
}

// The id of the choice that was meant: an id or a label in any case, or another name of a number format.
std::string find_choice(const std::vector<Choice>& choices, std::string_view text) {
  const auto named = [&](std::string_view name) {
    return std::ranges::find_if(choices, [&](const Choice& choice) {
      return same_ignoring_case(choice.id, name) || same_ignoring_case(choice.label, name) ||
             same_ignoring_case(tr(choice.label), name);
    });
  };
  if (const auto found = named(text); found != choices.end()) return found->id;
  if (const auto format = find_number_format(text)) {
    if (const auto found = named((*format)->id); found != choices.end()) return found->id;
  }
  return {};
}

std::string unknown_choice(const ParamSpec& spec, const std::vector<Choice>& choices, std::string_view text) {
  constexpr std::size_t kOffered = 3, kAllListed = 8;
  std::vector<std::string> ids;
  for (const Choice& choice : choices) ids.push_back(choice.id);
  const bool all = ids.size() <= kAllListed;
  return says(spec, all ? "{} has no choice {}; use {}." : "{} has no choice {}; the nearest are {}.", quoted(text),
              joined(all ? ids : nearest_names(text, ids, kOffered)));
}

}  // namespace

const ParamSpec* find_param(std::string_view key) {
  const auto same = [&](char a, char b) { return a == b || (a == '-' && b == '_'); };
  const auto rows = params();
  const auto found =
      std::ranges::find_if(rows, [&](const ParamSpec& spec) { return std::ranges::equal(spec.key, key, same); });
  return found == rows.end() ? nullptr : &*found;
}

std::vector<const ParamSpec*> params_of(std::string_view section_id) {
  std::vector<const ParamSpec*> found;
  for (const ParamSpec& spec : params()) {
    if (spec.section() == section_id) found.push_back(&spec);
  }
  return found;
}

SetOutcome LessonState::set(std::string_view key, std::string_view text, Written written) {
  const ParamSpec* spec = find_param(key);
  if (spec == nullptr) {
    std::vector<std::string> keys;
    for (const ParamSpec& row : params()) keys.emplace_back(row.key);
    return {false, say("There is no input {}; the nearest are {}.", quoted(key), joined(nearest_names(key, keys, 3)))};
  }
  if (trimmed(text).empty()) return {false, says(*spec, "{} is empty; type for example {}.", example(*spec))};
  if (text.size() > (spec->kind == ParamKind::text ? kLongestWords : kLongestText))
    return {false, says(*spec, "{} is too long; type for example {}.", example(*spec))};
  if (spec->kind == ParamKind::choice) {
    const std::vector<Choice> choices = spec->choices(environment);
    std::string id = find_choice(choices, trimmed(text));
    if (id.empty() && taken_on_trust(*spec, environment, text)) id = text;
    if (id.empty()) return {false, unknown_choice(*spec, choices, text)};
    text_slot(*spec, inputs) = id;
    return {true, {}};
  }
  if (spec->kind == ParamKind::text) {
    Result<std::string> words = spec->read(trimmed(text));
    if (!words) return {false, words.error().message};
    text_slot(*spec, inputs) = std::move(*words);
    return {true, {}};
  }
  const Result<double> number = parse_for(*spec, text, written);
  if (!number) return {false, says(*spec, "{} cannot be {}; type for example {}.", quoted(text), example(*spec))};
  if (*number < 0 && spec->min >= 0) return {false, says(*spec, "{} cannot be below 0; type for example {}.", example(*spec))};
  // A field that shows "50 %" and is given 40 means 40 %.
  const bool percent_meant =
      spec->unit == Unit::ratio && text.find('%') == std::string_view::npos && *number >= 2 && *number <= 100;
  SetOutcome outcome = set_number(*spec, percent_meant ? *number / 100 : *number);
  if (spec->kind == ParamKind::integer && *number != std::round(*number) && outcome.note.empty()) {
    outcome.note = says(*spec, "{} is a whole number; {} is used.", shown(*spec));
  }
  if (percent_meant && outcome.note.empty()) outcome.note = says(*spec, "{} is read as {}.", shown(*spec));
  return outcome;
}

SetOutcome LessonState::set_number(const ParamSpec& spec, double value) {
  if (!spec.is_number()) return {false, says(spec, "{} is no number; use {}.", example(spec))};
  if (!std::isfinite(value)) return {false, says(spec, "{} must be a finite number; type for example {}.", example(spec))};
  if (spec.kind == ParamKind::integer) value = std::round(value);
  double most = spec.max;
  if (spec.key == "cost.threads" && !environment.kernels.empty()) most = std::max(1.0, environment.max_threads);
  double& slot = number_slot(spec, inputs);
  if (value == 0 && spec.allow_zero) {
    slot = 0;
    return {true, {}};
  }
  slot = std::clamp(value, spec.min, most);
  if (slot == value) return {true, {}};
  const std::string bound = shown_number(spec, slot);
  return {true,
          says(spec, value > slot ? "{0} must be at most {1}; {1} is used." : "{0} must be at least {1}; {1} is used.", bound)};
}

double LessonState::number(const ParamSpec& spec) const { return spec.is_number() ? read_number(spec, inputs) : 0; }

std::string LessonState::text(const ParamSpec& spec) const {
  return spec.is_number() ? exact_number(read_number(spec, inputs)) : read_text(spec, inputs);
}

std::string LessonState::typed(const ParamSpec& spec) const {
  return spec.is_number() ? as_typed(text(spec)) : text(spec);
}

double LessonState::number_used(const ParamSpec& spec) const {
  const ParamSpec* model = spec.name() == "params" ? find_param(std::string(spec.section()) + ".model") : nullptr;
  if (model == nullptr) return number(spec);
  const auto picked = chosen_model(inputs.page, read_text(*model, inputs));
  if (!picked || !*picked) return number(spec);
  const Result<ModelSize> size = model_size((*picked)->shape);
  return size ? size->total.value.value_or(number(spec)) : number(spec);
}

std::string LessonState::shown(const ParamSpec& spec) const {
  if (spec.is_number()) return shown_number(spec, number_used(spec));
  const std::string& id = read_text(spec, inputs);
  if (spec.kind == ParamKind::text) return id;
  for (const Choice& choice : spec.choices(environment)) {
    if (choice.id == id) return std::string(tr(choice.label));
  }
  return id;
}

bool LessonState::is_default(const ParamSpec& spec) const {
  return spec.is_number() ? read_number(spec, inputs) == read_number(spec, defaults())
                          : read_text(spec, inputs) == read_text(spec, defaults());
}

void LessonState::reset(std::string_view section_id) {
  Inputs fresh;
  for (const ParamSpec* spec : params_of(section_id)) {
    if (spec->is_number()) {
      number_slot(*spec, inputs) = number_slot(*spec, fresh);
    } else {
      text_slot(*spec, inputs) = text_slot(*spec, fresh);
    }
  }
}

}  // namespace lesson
