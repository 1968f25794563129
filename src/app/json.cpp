#include "app/json.h"

#include <cmath>

#include "engine/base/language.h"
#include "engine/lesson/question.h"

namespace lesson {
namespace {

Json number_or_null(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

std::string_view kind_name(ParamKind kind) {
  switch (kind) {
    case ParamKind::integer:
      return "integer";
    case ParamKind::real:
      return "real";
    case ParamKind::choice:
      return "choice";
    case ParamKind::text:
      return "text";
  }
  return "";
}

std::string_view scale_name(ParamScale scale) {
  switch (scale) {
    case ParamScale::linear:
      return "linear";
    case ParamScale::log:
      return "log";
    case ParamScale::log2:
      return "log2";
  }
  return "";
}

Json choices_json(const ParamSpec& spec, const Environment& environment) {
  Json list = Json::array();
  for (const Choice& choice : spec.choices(environment)) list.push_back({{"id", choice.id}, {"label", tr(choice.label)}});
  return list;
}

Json param_json(const ParamSpec& spec, const LessonState& state) {
  Json json{{"key", spec.key},   {"section", spec.section()},    {"label", tr(spec.label)},
            {"help", tr(spec.help)}, {"kind", kind_name(spec.kind)}, {"unit", unit_symbol(spec.unit)}};
  if (spec.kind == ParamKind::choice) {
    json["choices"] = choices_json(spec, state.environment);
  } else if (spec.is_number()) {
    json["min"] = spec.min;
    json["max"] = spec.max;
    json["slider_min"] = spec.slider_from();
    json["slider_max"] = spec.slider_to();
    json["scale"] = scale_name(spec.scale);
    json["step"] = spec.step;
    json["allow_zero"] = spec.allow_zero;
  }
  json["advanced"] = spec.advanced;
  json["default"] = state.text(spec);
  json["shown"] = state.shown(spec);
  return json;
}

Json section_json(const SectionSpec& section) {
  return {{"id", section.id}, {"title", tr(section.title)}, {"nav", section.nav}, {"takeaway", tr(section.takeaway)}};
}

Json trap_json(const TrapQuestion& trap) {
  return {{"question", trap.question}, {"answer", trap.answer}, {"unit", trap.unit},    {"right", trap.right},
          {"wrong", trap.wrong},       {"slips", trap.slips},   {"source", trap.source}};
}

}  // namespace

std::string json_text(const Json& json, int indent) {
  return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

Json json_from(std::string_view text) { return Json::parse(text, nullptr, false); }

Json to_json(const Quantity& quantity, ByteUnit bytes) {
  Json terms = Json::array();
  for (const Term& term : quantity.terms) {
    terms.push_back({{"name", tr(term.name)},
                     {"value", number_or_null(term.value)},
                     {"unit", unit_symbol(term.unit)},
                     {"text", format_value(term.value, term.unit, bytes)}});
  }
  Json json{{"name", quantity.name},
            {"label", tr(quantity.label)},
            {"value", quantity.value ? number_or_null(*quantity.value) : Json(nullptr)},
            {"unit", unit_symbol(quantity.unit)},
            {"text", format_quantity(quantity, bytes)},
            {"terms", std::move(terms)},
            {"formula", tr(quantity.formula)},
            {"substituted", quantity.substituted},
            {"source", tr(quantity.source)},
            {"left_out", tr(quantity.left_out)}};
  if (!quantity.caution.empty()) json["caution"] = tr(quantity.caution);
  if (!quantity.value) json["reason"] = tr(quantity.reason);
  return json;
}

Json to_json(std::span<const Quantity> quantities, ByteUnit bytes) {
  Json list = Json::array();
  for (const Quantity& quantity : quantities) list.push_back(to_json(quantity, bytes));
  return list;
}

Json to_json(std::span<const PublishedRun> runs, ByteUnit bytes) {
  Json list = Json::array();
  for (const PublishedRun& run : runs) {
    const Quantity numbers[] = {run.predicted_hours, run.reported_hours, run.ratio, run.implied_mfu};
    list.push_back({{"id", run.run->id},
                    {"name", run.run->name},
                    {"device", run.run->device_as_reported},
                    {"remark", tr(run.remark)},
                    {"source", run.run->source},
                    {"numbers", to_json(numbers, bytes)}});
  }
  return list;
}

Json to_json(const SetOutcome& outcome) { return {{"changed", outcome.changed}, {"note", outcome.note}}; }

Json to_json(const LinkContents& contents) {
  return {{"section", contents.section},
          {"results", contents.results},
          {"token", contents.token},
          {"notes", contents.notes}};
}

Json to_json(const AnswerOutcome& outcome) {
  return {{"right", outcome.right()},
          {"readable", outcome.kind != AnswerOutcome::Kind::unreadable},
          {"message", outcome.message}};
}

Json state_json(const LessonState& state) {
  Json json = Json::object();
  for (const ParamSpec& spec : params()) {
    Json entry{{"value", state.text(spec)}, {"shown", state.shown(spec)}, {"default", state.is_default(spec)}};
    if (spec.key == "cost.kernel") entry["choices"] = choices_json(spec, state.environment);
    json[std::string(spec.key)] = std::move(entry);
  }
  return json;
}

Json inputs_json(const LessonState& state, std::span<const ParamSpec* const> specs) {
  Json json = Json::object();
  for (const ParamSpec* spec : specs) {
    json[std::string(spec->key)] = !spec->is_number() ? Json(state.text(*spec))
                                   : spec->kind == ParamKind::integer
                                       ? Json(static_cast<std::int64_t>(state.number(*spec)))
                                       : Json(state.number(*spec));
  }
  return json;
}

Json spec_json(const LessonState& state) {
  Json section_list = Json::array(), param_list = Json::array(), traps = Json::array();
  for (const TrapQuestion& trap : trap_questions()) traps.push_back(trap_json(trap));
  for (const SectionSpec& section : sections()) section_list.push_back(section_json(section));
  for (const ParamSpec& spec : params()) param_list.push_back(param_json(spec, state));
  return {{"sections", std::move(section_list)},
          {"params", std::move(param_list)},
          {"traps", std::move(traps)},
          {"results", to_json(all_results(state.inputs, {}), byte_unit(state.inputs))}};
}

ByteUnit byte_unit(const Inputs& inputs) { return inputs.page.units == "gib" ? ByteUnit::gib : ByteUnit::gb; }

}  // namespace lesson
