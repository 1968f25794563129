// lesson_facts: what the engine knows, as JSON, for the scripts that make the page. Runs at build time, natively or in
// Node.
//
//   lesson_facts spec [TABLE.json]    sections, inputs with their defaults, results at the defaults
//   lesson_facts eval [TABLE.json]    reads one reference a line ("train-memory.total?params=3e9"), prints one JSON object a line
//
// TABLE.json is a language (language_json.h); without it everything is English.
// Exit codes: 0, 1 for a reference that cannot be computed (the line is named), 2 for wrong use.
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>

#include "app/json.h"
#include "app/language_json.h"

namespace {

using namespace lesson;

int print_spec() {
  std::cout << json_text(spec_json({}), 1) << "\n";
  return 0;
}

int evaluate_lines() {
  std::string reference;
  for (int line = 1; std::getline(std::cin, reference); ++line) {
    const Result<Quantity> quantity = evaluate_reference(reference, {});
    if (!quantity) {
      std::cerr << "lesson_facts: line " << line << " (" << reference << "): " << quantity.error().message << "\n";
      return 1;
    }
    Json json = to_json(*quantity);
    json["reference"] = reference;
    json["text_gb"] = format_quantity(*quantity, ByteUnit::gb);
    json["text_gib"] = format_quantity(*quantity, ByteUnit::gib);
    json["text_grouped"] = quantity->value ? format_grouped(*quantity->value) : "n/a";
    json["text_million"] = quantity->value ? say("{} million", format_fixed(*quantity->value / 1e6, 1)) : "n/a";
    json["text_sci"] = quantity->value ? format_scientific(*quantity->value, 3) : "n/a";
    std::cout << json_text(json) << "\n";
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string mode = argc == 2 || argc == 3 ? argv[1] : "";
  if (argc == 3) {
    std::ifstream table(argv[2], std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(table), {}};
    if (const Result<void> taken = use_language(text); !taken) {
      std::cerr << argv[2] << ": " << taken.error().message << "\n";
      return 1;
    }
  }
  if (mode == "spec") return print_spec();
  if (mode == "eval") return evaluate_lines();
  std::cerr << "usage: lesson_facts spec | eval [TABLE.json]\n";
  return 2;
}
