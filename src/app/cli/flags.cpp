#include "app/cli/flags.h"

#include <fmt/format.h>

#include <algorithm>

namespace lesson::cli {
namespace {

std::string range_text(const ParamSpec& spec, const LessonState& defaults) {
  if (spec.kind == ParamKind::choice) {
    const std::vector<Choice> choices = spec.choices(defaults.environment);
    constexpr std::size_t kListed = 8;
    std::string ids;
    for (std::size_t i = 0; i < std::min(choices.size(), kListed); ++i) ids += (i == 0 ? "" : ", ") + choices[i].id;
    return choices.size() > kListed ? ids + ", ..." : ids;
  }
  LessonState ends;
  ends.set_number(spec, spec.min);
  const std::string low = spec.allow_zero ? "0" : ends.shown(spec);
  ends.set_number(spec, spec.max);
  return low + " to " + ends.shown(spec);
}

std::string help_text(const ParamSpec& spec) {
  const LessonState defaults;
  return fmt::format("{} [{}; default {}]", spec.help, range_text(spec, defaults),
                     spec.is_number() ? defaults.shown(spec) : defaults.text(spec));
}

}  // namespace

void Flags::add_to(CLI::App& command, std::span<const ParamSpec* const> specs, std::string_view drop) {
  for (const ParamSpec* spec : specs) {
    std::string name(spec->name());
    if (!drop.empty() && name.starts_with(drop)) name.erase(0, drop.size());
    const auto same = std::ranges::find(flags_, name, &Flag::name);
    if (same != flags_.end()) {
      same->sets.push_back(spec);
      continue;
    }
    Flag& flag = flags_.emplace_back(Flag{name, {spec}, {}, nullptr});
    flag.option =
        command.add_option("--" + name, flag.text, help_text(*spec))->type_name(spec->is_number() ? "NUMBER" : "ID");
  }
}

Result<void> Flags::apply(LessonState& state, std::vector<std::string>& notes, std::string_view except) const {
  for (const Flag& flag : flags_) {
    if (flag.option->count() == 0 || flag.name == except) continue;
    for (const ParamSpec* spec : flag.sets) {
      const SetOutcome outcome = state.set(spec->key, flag.text);
      if (!outcome.changed) return fail(ErrorCode::bad_number, outcome.note);
      if (!outcome.note.empty() && std::ranges::find(notes, outcome.note) == notes.end()) notes.push_back(outcome.note);
    }
  }
  return {};
}

std::string Flags::text(std::string_view name) const {
  const auto flag = std::ranges::find(flags_, name, &Flag::name);
  return flag == flags_.end() ? std::string() : flag->text;
}

std::vector<const ParamSpec*> Flags::specs() const {
  std::vector<const ParamSpec*> all;
  for (const Flag& flag : flags_) all.insert(all.end(), flag.sets.begin(), flag.sets.end());
  return all;
}

std::vector<const ParamSpec*> section_specs(std::string_view section, bool (*keep)(std::string_view name)) {
  std::vector<const ParamSpec*> specs = params_of(section);
  if (keep != nullptr) std::erase_if(specs, [&](const ParamSpec* spec) { return !keep(spec->name()); });
  return specs;
}

}  // namespace lesson::cli
