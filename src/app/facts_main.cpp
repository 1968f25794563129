// lesson_facts: what the engine knows, as JSON, for the scripts that make the page. Runs at build time, natively or in
// Node.
//
//   lesson_facts spec    sections, inputs with their defaults, results at the defaults
//   lesson_facts eval    reads one reference a line ("train-memory.total?params=3e9"), prints one JSON object a line
//
// Exit codes: 0, 1 for a reference that cannot be computed (the line is named), 2 for wrong use.
#include <iostream>
#include <string>

#include "app/json.h"

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
    json["text_gib"] = format_quantity(*quantity, ByteUnit::gib);
    json["text_grouped"] = quantity->value ? format_grouped(*quantity->value) : "n/a";
    json["text_million"] = quantity->value ? format_fixed(*quantity->value / 1e6, 1) + " million" : "n/a";
    json["text_sci"] = quantity->value ? format_scientific(*quantity->value, 3) : "n/a";
    std::cout << json_text(json) << "\n";
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string mode = argc == 2 ? argv[1] : "";
  if (mode == "spec") return print_spec();
  if (mode == "eval") return evaluate_lines();
  std::cerr << "usage: lesson_facts spec | eval\n";
  return 2;
}
