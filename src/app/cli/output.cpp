#include "app/cli/output.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <fstream>

#include "app/document.h"

namespace lesson::cli {
namespace {

void write(std::FILE* stream, std::string_view text) { fmt::print(stream, "{}", text); }

Json document(const Output& output) {
  Json json = document_json(output.command, output.inputs, output.results, output.notes);
  if (output.host) json["host"] = *output.host;
  return json;
}

bool to_stdout(const JsonOption& option) { return option.wanted() && (option.file.empty() || option.file == "-"); }

// Writes a document to where its option says.
int deliver(const JsonOption& option, const std::string& text) {
  if (!option.wanted()) return kOk;
  if (to_stdout(option)) {
    write(stdout, text);
    return kOk;
  }
  std::ofstream file(option.file, std::ios::binary | std::ios::trunc);
  file << text;
  file.close();
  return file ? kOk
              : complain("Cannot write " + lesson::quoted(option.file) +
                             "; name a file in a folder that exists and that you may write to.",
                         kFailed);
}

int exit_code_of(ErrorCode code) {
  switch (code) {
    case ErrorCode::bad_number:
    case ErrorCode::out_of_range:
    case ErrorCode::unknown_name:
    case ErrorCode::bad_format:
      return kWrongUse;
    default:
      return kFailed;
  }
}

// Width on a terminal: characters, not bytes. Everything printed here is one column wide.
std::size_t columns(std::string_view text) {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

std::string padding(std::size_t width, std::string_view text) {
  const std::size_t used = columns(text);
  return std::string(width > used ? width - used : 0, ' ');
}

// In explanations an amount of memory stands in both units.
std::string shown(const Quantity& quantity, ByteUnit bytes, bool explain) {
  if (explain && quantity.value && quantity.unit == Unit::bytes && *quantity.value > 0)
    return format_bytes_both(*quantity.value);
  return format_quantity(quantity, bytes);
}

std::string without_stop(std::string_view sentence) {
  return std::string(sentence.ends_with('.') ? sentence.substr(0, sentence.size() - 1) : sentence);
}

std::string explanation(const Quantity& quantity, ByteUnit bytes) {
  std::string text;
  const auto line = [&](std::string_view what, std::string_view words) {
    if (!words.empty()) text += fmt::format("      {:<10}{}\n", what, words);
  };
  line("formula", quantity.formula);
  line("values", quantity.substituted);
  if (quantity.terms.size() > 1) {
    std::string parts;
    for (const Term& term : quantity.terms)
      parts += (parts.empty() ? "" : " + ") + term.name + " " + format_value(term.value, term.unit, bytes);
    line("parts", parts);
  }
  line("source", quantity.source);
  line("left out", quantity.left_out);
  line("caution", quantity.caution);
  return text;
}

}  // namespace

void add_json_option(CLI::App& command, JsonOption& json) {
  json.option =
      command.add_option("--json", json.file, "Write a JSON document to FILE, or to stdout without FILE or with -")
          ->expected(0, 1)
          ->type_name("[FILE]");
}

void add_csv_option(CLI::App& command, CsvOption& csv) {
  csv.option = command.add_option("--csv", csv.file, "Write inputs and results as a table to FILE, or to stdout")
                   ->expected(0, 1)
                   ->type_name("[FILE]");
}

int print(const Output& output, const JsonOption& json, const CsvOption& csv) {
  if (to_stdout(json) && to_stdout(csv))
    return complain("--json and --csv cannot both go to stdout; give one of them a FILE.", kWrongUse);
  for (const std::string& note : output.notes) fmt::print(stderr, "lesson: {}\n", note);
  write(to_stdout(json) || to_stdout(csv) ? stderr : stdout, output.text);
  const Json whole = document(output);
  const int code = deliver(json, json_text(whole, 2) + "\n");
  return code != kOk || !csv.wanted() ? code : deliver(csv, document_csv(whole));
}

int complain(std::string_view sentence, int exit_code) {
  fmt::print(stderr, "lesson: {}\n", sentence);
  return exit_code;
}

int complain(const Error& error) { return complain(error.message, exit_code_of(error.code)); }

std::string results_text(std::span<const Quantity> results, ByteUnit bytes, bool explain) {
  std::size_t label_width = 0, value_width = 0;
  for (const Quantity& quantity : results) {
    label_width = std::max(label_width, columns(quantity.label));
    if (quantity.value) value_width = std::max(value_width, columns(shown(quantity, bytes, explain)));
  }
  std::vector<std::string> cautions;  // each once, with a mark of its own; an explanation says its own
  if (!explain)
    for (const Quantity& quantity : results)
      if (!quantity.caution.empty() && std::ranges::find(cautions, quantity.caution) == cautions.end())
        cautions.push_back(quantity.caution);
  const auto marks = [](std::ptrdiff_t place) { return std::string(static_cast<std::size_t>(place) + 1, '*'); };
  std::string text;
  std::string_view last_reason;
  for (const Quantity& quantity : results) {
    const std::string value = shown(quantity, bytes, explain);
    text += "  " + quantity.label + padding(label_width, quantity.label) + "  " + padding(value_width, value) + value;
    if (!quantity.value)
      text += quantity.reason == last_reason ? "  (as above)" : "  (" + without_stop(quantity.reason) + ")";
    last_reason = quantity.reason;
    const auto mark = std::ranges::find(cautions, quantity.caution);
    text += mark != cautions.end() ? "  " + marks(mark - cautions.begin()) + "\n" : "\n";
    if (explain) text += explanation(quantity, bytes);
  }
  for (std::size_t i = 0; i < cautions.size(); ++i)
    text += "  " + marks(static_cast<std::ptrdiff_t>(i)) + " " + cautions[i] + "\n";
  return text;
}

std::string table_text(const std::vector<std::vector<std::string>>& rows) {
  std::vector<std::size_t> widths;
  for (const auto& row : rows) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], columns(row[i]));
  }
  std::string text;
  for (const auto& row : rows) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::string space = padding(widths[i], row[i]);
      line += i == 0 ? "  " + row[i] + space : "  " + space + row[i];
    }
    text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  }
  return text;
}

}  // namespace lesson::cli
