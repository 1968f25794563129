// The options of a command, made from the table of inputs (engine/lesson/params.h): names, help, ranges and defaults
// stand there.
#pragma once

#include <CLI/CLI.hpp>
#include <list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/lesson/params.h"

namespace lesson::cli {

class Flags {
 public:
  // One option for each input: "run-memory.kv-dtype" becomes --kv-dtype. Inputs of one name in two sections become one
  // option that sets both. `drop` is taken off the names: with "serve-", serve-gpu becomes --gpu.
  void add_to(CLI::App& command, std::span<const ParamSpec* const> specs, std::string_view drop = {});

  // Sets what was given, but for the option `except`. A refused value is an error; what was clamped becomes a note.
  Result<void> apply(LessonState& state, std::vector<std::string>& notes, std::string_view except = {}) const;

  std::string text(std::string_view name) const;  // as given; empty when it was not
  std::vector<const ParamSpec*> specs() const;

 private:
  struct Flag {
    std::string name;  // without "--"
    std::vector<const ParamSpec*> sets;
    std::string text;
    CLI::Option* option = nullptr;
  };
  std::list<Flag> flags_;  // CLI11 keeps pointers to the texts
};

// The inputs of a section for which `keep` says yes.
std::vector<const ParamSpec*> section_specs(std::string_view section, bool (*keep)(std::string_view name) = nullptr);

}  // namespace lesson::cli
