// ask: the questions of the lesson, and what to say to an answer.
#include <fmt/format.h>

#include "app/cli/commands.h"
#include "app/cli/output.h"
#include "engine/lesson/predict.h"
#include "engine/lesson/params.h"

namespace lesson::cli {
namespace {

constexpr std::string_view kTraps = "traps";

struct Calls {
  JsonOption json;
  std::string section, answer;
  int number = 1;
};

struct Asked {
  std::string section;
  int number;  // in its section, from 1
  std::string question, options, unit;
};

std::vector<Asked> all_questions() {
  std::vector<Asked> list;
  const auto add = [&](std::string_view section, const auto& questions, auto options_of) {
    for (int number = 1; const auto& question : questions)
      list.push_back({std::string(section), number++, std::string(question.question), options_of(question),
                      std::string(question.unit)});
  };
  for (const SectionSpec& section : sections())
    add(section.id, questions_of(section.id), [](const Question& question) { return std::string(question.options); });
  add(kTraps, trap_questions(), [](const TrapQuestion&) { return std::string(); });
  return list;
}

std::string text_of(const Asked& asked) {
  std::string text = fmt::format("{} {}  {}\n", asked.section, asked.number, asked.question);
  if (!asked.options.empty())
    text += fmt::format("    one of: {}\n", asked.options);
  else if (!asked.unit.empty())
    text += fmt::format("    a number, in {} if you name no unit\n", asked.unit);
  return text;
}

Json to_json(const Asked& asked) {
  return {{"section", asked.section}, {"number", asked.number}, {"question", asked.question},
          {"options", asked.options}, {"unit", asked.unit}};
}

int run_command(const Calls& calls) {
  Output output;
  output.command = "ask";
  std::vector<Asked> chosen = all_questions();
  if (!calls.section.empty()) {
    std::erase_if(chosen, [&](const Asked& asked) { return asked.section != calls.section; });
    if (chosen.empty())
        return complain("There are no questions in " + lesson::quoted(calls.section) + "; `lesson ask` lists them all.",
                      kWrongUse);
    output.inputs["section"] = calls.section;
  }
  if (calls.answer.empty()) {
    for (const Asked& asked : chosen) {
      output.text += text_of(asked);
      output.results.push_back(to_json(asked));
    }
    return print(output, calls.json);
  }
  if (calls.section.empty()) return complain("An answer needs its section: lesson ask run-memory \"13 GB\".", kWrongUse);
  if (calls.number < 1 || calls.number > static_cast<int>(chosen.size()))
    return complain(fmt::format("{0} has {1} questions; --number is 1 to {1}.", calls.section, chosen.size()), kWrongUse);
  const auto which = static_cast<std::size_t>(calls.number - 1);
  const AnswerOutcome outcome = calls.section == kTraps ? check_trap(which, calls.answer)
                                                        : check_answer(calls.section, calls.answer, {}, which);
  if (outcome.kind == AnswerOutcome::Kind::unreadable) return complain(outcome.message, kWrongUse);
  output.inputs["number"] = calls.number;
  output.inputs["answer"] = calls.answer;
  const Asked& asked = chosen[which];
  Json result = to_json(asked);
  result["right"] = outcome.right();
  result["message"] = outcome.message;
  output.results.push_back(std::move(result));
  output.text = fmt::format("{}\n{}\n", text_of(asked), outcome.message);
  return print(output, calls.json);
}

}  // namespace

Command ask_command(CLI::App& app) {
  CLI::App* command = app.add_subcommand("ask", "The questions of the lesson; with an answer, whether it is right and why");
  const auto calls = std::make_shared<Calls>();
  command->add_option("section", calls->section, "The section, or \"traps\" for the exercise on peaks");
  command->add_option("answer", calls->answer, "A number with or without a unit, or an option by number or text");
  command->add_option("--number", calls->number, "Which of the section's questions; 2 is the harder one [1]");
  add_json_option(*command, calls->json);
  return {command, [calls] { return run_command(*calls); }};
}

}  // namespace lesson::cli
