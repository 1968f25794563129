// format, memory, train-memory, compute, serve-model: a section of the lesson each, flags in, results out.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/cli/commands.h"
#include "app/cli/flags.h"
#include "app/cli/output.h"
#include "app/config_json.h"
#include "engine/numeric/convert.h"

namespace lesson::cli {
namespace {

// What a command takes and shows. Everything else is the same for all of them.
struct Calculator {
  const char* name;
  const char* help;
  std::vector<const ParamSpec*> (*inputs)();
  std::string_view drop;           // off the flags' names
  std::string_view model;          // the input that --config sets to the reader's own model; may be empty
  void (*complete)(LessonState&);  // inputs that follow from others; may be null
  std::vector<Quantity> (*results)(const Inputs&);
  std::string (*extra)(const LessonState&, ByteUnit);  // text under the results; may be null
};

struct Calls {  // of one command; kept alive by its run function
  Flags flags;
  JsonOption json;
  CsvOption csv;
  std::string config_file;
  bool explain = false;
};

// --config FILE: the model of that config.json, in place of a catalogue's.
Result<void> use_config(LessonState& state, const std::string& file, std::string_view model, Output& output) {
  auto own = own_model_from_file(file);
  if (!own) return std::unexpected(own.error());
  if (const SetOutcome outcome = state.set("page.config", own->config); !outcome.changed)
    return fail(ErrorCode::bad_format, outcome.note);
  state.set(model, kOwnModel);
  output.notes.insert(output.notes.end(), own->notes.begin(), own->notes.end());
  return {};
}

Command add(CLI::App& app, const Calculator& calculator) {
  CLI::App* command = app.add_subcommand(calculator.name, calculator.help);
  const auto calls = std::make_shared<Calls>();
  calls->flags.add_to(*command, calculator.inputs(), calculator.drop);
  calls->flags.add_to(*command, section_specs("page", [](std::string_view name) { return name == "units"; }));
  if (!calculator.model.empty())
    command->add_option("--config", calls->config_file, "A model of your own: its Hugging Face config.json")
        ->type_name("FILE");
  command->add_flag("--explain", calls->explain, "Show formula, values, source and what is left out for each number");
  add_json_option(*command, calls->json);
  add_csv_option(*command, calls->csv);
  return {command, [calls, calculator] {
            LessonState state;
            Output output;
            output.command = calculator.name;
            if (const auto ok = calls->flags.apply(state, output.notes); !ok) return complain(ok.error());
            if (!calls->config_file.empty()) {
              if (const auto ok = use_config(state, calls->config_file, calculator.model, output); !ok)
                return complain(ok.error());
            }
            if (calculator.complete != nullptr) calculator.complete(state);
            const ByteUnit bytes = byte_unit(state.inputs);
            const std::vector<Quantity> results = calculator.results(state.inputs);
            output.inputs = inputs_json(state, calls->flags.specs());
            output.results = to_json(results, bytes);
            if (!calls->config_file.empty()) output.inputs["page.config"] = state.inputs.page.config;
            output.text = results_text(results, bytes, calls->explain);
            if (calculator.extra != nullptr) output.text += calculator.extra(state, bytes);
            return print(output, calls->json, calls->csv);
          }};
}

// ---- format -----------------------------------------------------------------------------------

std::vector<Quantity> without_measured(std::vector<Quantity> results) {
  std::erase_if(results, [](const Quantity& quantity) { return quantity.name.starts_with("precision.product_"); });
  return results;
}

std::string stored_bits(const LessonState& state, ByteUnit) {
  const PrecisionInputs& in = state.inputs.precision;
  const auto format = find_number_format(in.dtype);
  if (!format) return {};
  std::string text = fmt::format("\n  {}: {}\n", (*format)->name, (*format)->layout);
  const auto conversion = convert_number(**format, in.value);
  if (!conversion) return text;
  text +=
      fmt::format("  {} is stored as {} = {}\n", format_significant(in.value, 9), conversion->hex, conversion->bits);
  if (!conversion->note.empty()) text += "  " + conversion->note + "\n";
  return text;
}

std::string all_formats_text() {
  std::vector<std::vector<std::string>> rows{{"id", "bits", "sign, exponent, fraction", "largest", "step after 1"}};
  const auto number = [](const std::optional<double>& value) { return value ? format_significant(*value, 3) : "-"; };
  for (const NumberFormat& format : number_formats()) {
    rows.push_back({std::string(format.id), format_significant(format.bits_per_value, 5),
                    fmt::format("{}, {}, {}", format.sign_bits, format.exponent_bits, format.fraction_bits),
                    number(format.largest), number(format.step_near_one)});
  }
  return "\n" + table_text(rows) + "  -: a scale that many numbers share decides\n";
}

std::string format_text(const LessonState& state, ByteUnit bytes) {
  return stored_bits(state, bytes) + all_formats_text();
}

// ---- memory -----------------------------------------------------------------------------------

// What only models with windows have is left out for the others.
std::vector<Quantity> run_memory_known(const Inputs& inputs) {
  std::vector<Quantity> results = section_results(inputs, {}, "run-memory");
  std::erase_if(
      results, [](const Quantity& quantity) { return quantity.name == "run-memory.kv_unwindowed" && !quantity.value; });
  return results;
}

// ---- compute ----------------------------------------------------------------------------------

bool is_serving(std::string_view name) { return name.starts_with("serve-"); }

std::vector<const ParamSpec*> compute_inputs() {
  std::vector<const ParamSpec*> specs =
      section_specs("compute", [](std::string_view name) { return !is_serving(name); });
  for (const ParamSpec* spec : section_specs("time-cost")) specs.push_back(spec);
  return specs;
}

// Time and money are those of the same model and the same text.
void same_work(LessonState& state) {
  const ComputeInputs& work = state.inputs.compute;
  TimeCostInputs& cost = state.inputs.time_cost;
  cost.params = work.active > 0 ? work.active : work.params;
  cost.tokens = work.tokens;
  const std::vector<Quantity> results = section_results(state.inputs, {}, "compute");
  const Quantity* flops = find_result(results, "compute.train_flops");
  if (work.model != "none" && flops != nullptr && flops->value)
    cost.params = std::round(*flops->value / 6 / work.tokens);
}

bool is_serving_result(const Quantity& quantity) {
  constexpr std::string_view kNames[] = {
      "compute.prefill_time",     "compute.decode_time", "compute.decode_speed",        "compute.decode_speed_each",
      "compute.decode_intensity", "compute.ridge",       "compute.compute_bound_batch", "compute.attainable"};
  return std::ranges::find(kNames, quantity.name) != std::end(kNames);
}

std::vector<Quantity> compute_and_cost(const Inputs& inputs) {
  std::vector<Quantity> results = section_results(inputs, {}, "compute");
  std::erase_if(results, [](const Quantity& quantity) {
    return is_serving_result(quantity) || quantity.name == "compute.here_roof";
  });
  for (Quantity& quantity : section_results(inputs, {}, "time-cost")) {
    if (quantity.name != "time-cost.flops" && quantity.name != "time-cost.here_seconds")
      results.push_back(std::move(quantity));
  }
  return results;
}

std::vector<Quantity> serving_results(const Inputs& inputs) {
  std::vector<Quantity> results = section_results(inputs, {}, "compute");
  std::erase_if(results, [](const Quantity& quantity) { return !is_serving_result(quantity); });
  return results;
}

const Calculator kCalculators[] = {
    {"format", "What a number format holds, and what it does to a number",
     [] { return section_specs("precision", [](std::string_view name) { return name != "n"; }); }, "", "", nullptr,
     [](const Inputs& inputs) { return without_measured(section_results(inputs, {}, "precision")); }, format_text},
    {"memory", "Memory to run a model", [] { return section_specs("run-memory"); }, "", "run-memory.model", nullptr,
     run_memory_known, nullptr},
    {"train-memory", "Memory to train a model", [] { return section_specs("train-memory"); }, "", "train-memory.model",
     nullptr, [](const Inputs& inputs) { return section_results(inputs, {}, "train-memory"); }, nullptr},
    {"compute", "Work, time, money and energy of training a model", compute_inputs, "", "compute.model", same_work,
     compute_and_cost, nullptr},
    {"serve-model", "How fast a device reads a prompt and writes an answer",
     [] { return section_specs("compute", is_serving); }, "serve-", "compute.serve-model", nullptr, serving_results,
     nullptr},
};

}  // namespace

std::vector<Command> calculator_commands(CLI::App& app) {
  std::vector<Command> commands;
  for (const Calculator& calculator : kCalculators) commands.push_back(add(app, calculator));
  return commands;
}

}  // namespace lesson::cli
