// What a command says: text for people and a JSON document with the same content.
//   --json         the document goes to stdout and the text to stderr
//   --json FILE    the document goes to FILE and the text to stdout; "-" is stdout
//   --csv [FILE]   the same for the document as a table (app/document.h); calculators only
// Exit codes of the program: 0 ok, 1 failed, 2 wrong use.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <vector>

#include "app/json.h"

namespace lesson::cli {

inline constexpr int kOk = 0, kFailed = 1, kWrongUse = 2;

struct JsonOption {
  CLI::Option* option = nullptr;
  std::string file;
  bool wanted() const { return option != nullptr && option->count() > 0; }
};

struct CsvOption : JsonOption {};

struct Output {
  std::string command;
  std::string text;  // with its last newline
  Json inputs = Json::object();
  Json results = Json::array();
  std::optional<Json> host;        // of what was measured
  std::vector<std::string> notes;  // what was changed or ignored; always to stderr
};

void add_json_option(CLI::App& command, JsonOption& json);
void add_csv_option(CLI::App& command, CsvOption& csv);

// Writes what was asked for; kOk, kFailed with a sentence when a file cannot be written, kWrongUse when two documents
// would go to stdout.
int print(const Output& output, const JsonOption& json, const CsvOption& csv = {});

// One sentence to stderr; returns the exit code for it.
int complain(std::string_view sentence, int exit_code);
int complain(const Error& error);

// ---- aligned text -----------------------------------------------------------------------------

// A line for each result: label, value; what is n/a says why. `explain` adds formula, values put in, source, what is
// left out.
std::string results_text(std::span<const Quantity> results, ByteUnit bytes, bool explain);

// Columns as wide as their widest cell, the first to the left, numbers to the right.
std::string table_text(const std::vector<std::vector<std::string>>& rows);

}  // namespace lesson::cli
