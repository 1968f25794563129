// The table of inputs: one row a key, read by canvas widgets, HTML controls, links, command line and tests.
// A row gives key, label, unit, kind, range, help. Defaults are those of a default-constructed `Inputs`.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/base/quantity.h"
#include "engine/base/result.h"
#include "engine/lesson/inputs.h"

namespace lesson {

enum class ParamKind : std::uint8_t { integer, real, choice, text };
enum class ParamScale : std::uint8_t { linear, log, log2 };

struct Choice {
  std::string id;
  std::string label;
};

// What the running program can offer; the rest of a choice list is compiled in.
struct Environment {
  std::vector<Choice> kernels;  // without "best", which always exists; empty until the benchmark has said what it has
  double max_threads = 1;
};

using Slot = std::variant<double*, std::string*>;

struct ParamSpec {
  std::string_view key;    // "run-memory.params"
  std::string_view label;  // "Parameters"
  std::string_view help;   // one sentence
  Unit unit;
  ParamKind kind;
  double min = 0, max = 0;                                 // numbers only; a number outside is clamped and said so
  std::optional<double> slider_min = {}, slider_max = {};  // ends of the slider where typed numbers may go further
  ParamScale scale = ParamScale::linear;
  double step = 0;          // slider step for linear scales and integers; typed numbers may be finer
  bool allow_zero = false;  // 0 is taken too, below min; a log slider then has 0 ("off") at its left end
  bool advanced = false;    // shown under "more choices"
  std::vector<Choice> (*choices)(const Environment&) = nullptr;
  Result<std::string> (*read)(std::string_view) =
      nullptr;  // kind text: what is stored for a text, or why it is refused
  Slot (*slot)(Inputs&) = nullptr;

  bool is_number() const { return kind == ParamKind::integer || kind == ParamKind::real; }
  std::string_view section() const { return key.substr(0, key.find('.')); }
  std::string_view name() const { return key.substr(key.find('.') + 1); }
  double slider_from() const { return allow_zero ? 0 : slider_min.value_or(min); }
  double slider_to() const { return slider_max.value_or(max); }
};

struct SectionSpec {
  std::string_view id;        // "run-memory"
  std::string_view title;     // "Memory to run a model"
  std::string_view nav;       // short, for the navigation: "Run"
  std::string_view takeaway;  // one line
};

std::span<const SectionSpec> sections();  // in lesson order
const SectionSpec* find_section(std::string_view id);
std::span<const ParamSpec> params();
std::vector<const ParamSpec*> params_of(std::string_view section_id);
const ParamSpec* find_param(std::string_view key);  // "_" and "-" are the same: "run-memory.kv_dtype"

// How a number is written: by a reader, with the language's signs, or by a link or a program, with a point.
enum class Written : std::uint8_t { by_a_reader, plainly };

// What happened to one assignment. `changed` is false when the value was refused; `note` is empty when it was taken as
// it stands.
struct SetOutcome {
  bool changed = false;
  std::string note;  // "n must be at most 4,096; 4,096 is used."
};

// The one state of the lesson.
class LessonState {
 public:
  Inputs inputs;
  Environment environment;

  // Parses, clamps, stores. Unknown key, unknown choice or unreadable number: nothing changes and the note says so.
  SetOutcome set(std::string_view key, std::string_view text, Written written = Written::by_a_reader);
  SetOutcome set_number(const ParamSpec& spec, double value);  // canvas sliders
  double number(const ParamSpec& spec) const;
  // The number that counts: where the section has picked a model, its size and not the parameter count that was typed.
  double number_used(const ParamSpec& spec) const;
  std::string text(const ParamSpec& spec) const;   // exact: parses back to the same value
  std::string typed(const ParamSpec& spec) const;  // the same as a reader would type it
  std::string shown(const ParamSpec& spec) const;  // as in a field: "7B", "50 %", "bfloat16"
  bool is_default(const ParamSpec& spec) const;
  void reset(std::string_view section_id);
};

}  // namespace lesson
