// What a lab is given to draw with: the state it shows, what has been measured, where the next thing goes, and a place
// to leave what it asks of the program. A lab is a function `void draw_<id>_lab(Lab&)` in labs/; labs.h lists them.
// Does not: know sections' defaults, ranges or formulas (params.h, results.h do), start benchmarks, touch a platform.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/format.h"
#include "engine/bench/tune.h"
#include "engine/lesson/results.h"
#include "ui/painter.h"

namespace lesson::ui {

// ---- what the canvas asks of the program --------------------------------------------------------

struct BenchJob {
  double n = 0;
  std::string dtype, kernel;
  double threads = 1, repeats = 5;
  std::string device = "cpu";  // the window's program may have others
  bool tune = false;           // a self-tune instead: what "best" means; the rest is not read
  bool for_machine = false;    // its result is held with the machines, not with what is timed here
};

struct Action {
  enum class Kind { bench, stop, go_to, state } kind;
  std::vector<BenchJob> jobs;  // bench
  std::string name;            // go_to: a section
};

// ---- what the program tells the labs -------------------------------------------------------------

struct BenchStatus {
  bool running = false;
  double fraction = 0;
  std::string text, error;
  std::optional<std::vector<TunedBest>> tuned;  // what a self-tune chose, once it has ended
  bool operator==(const BenchStatus&) const = default;
};

struct KernelInfo {
  std::string id, label, dtype, idea;
};

struct Fact {
  std::string label, value, note;
};

struct Host {
  std::vector<KernelInfo> kernels;
  std::vector<Fact> facts;
  std::vector<BenchJob> machine;  // every device and format that the program itself can measure; empty in a page
};

// ---- what a lab remembers between frames ----------------------------------------------------------

struct LabMemory {
  std::string open_derivation;  // name of a result
  int reveal_in = 0;            // frames until it is scrolled into view
  std::string note_key, note;   // what the last change of an input had to say
  std::string help_key;         // the input whose help is open
  bool more_open = false;       // "More choices"
  int view = 0;                 // which of the lab's pictures
  std::string picked;           // the point of a scatter, or the row of a table, that the reader chose
  std::size_t page = 0;         // of a long table
  float fixed_height = 0;       // of everything but the pictures that take what is left
  float flexible_height = 0;    // what those would like, together
  std::string edit_before;      // text of the field being edited, as it was
  char edit[64] = {};
  unsigned edit_id = 0;
  char search[32] = {};   // in a long list of choices
  std::string held_slider;  // the input whose slider the pointer holds
  float drag_from_x = 0;
  double drag_from_value = 0;
  bool dragging = false;  // a mouse at once, a finger as soon as it slides
};

// ---- layout ----------------------------------------------------------------------------------------

// One column of blocks, top to bottom, in screen coordinates.
struct Flow {
  float left = 0, width = 0, y = 0;
  Rect take(float height) {
    const Rect rect{{left, y}, {left + width, y + height}};
    y += height;
    return rect;
  }
  void gap(float height) { y += height; }
  bool narrow() const { return width < 440; }
};

// Where a control of the section was drawn: a slider's track, the box of a choice, a number that opens its derivation.
struct ControlPlace {
  std::string key;  // of the input, or the result's name
  Rect rect;
};

// What belongs to the program and outlives the frame.
struct LabModel {
  LessonState& state;
  const Measurements& measured;
  std::span<const Quantity> results;  // of the section in view
  const BenchStatus& bench;
  const Host& host;
  LabMemory& memory;
  std::vector<Action>& actions;
};

class Lab {
 public:
  Lab(const LabModel& model, const Painter& paint, std::string_view section, const Rect& area, bool touch);

  LessonState& state;
  const Measurements& measured;
  std::span<const Quantity> results;
  const BenchStatus& bench;
  const Host& host;
  LabMemory& memory;
  std::vector<Action>& actions;
  const Painter& paint;
  Metrics metrics;
  std::string_view section;
  Rect area;                       // the whole canvas less its margins
  bool pointer_cancelled = false;  // the finger turned out to scroll the page
  bool derivation_drawn = false;   // in this frame
  bool holds_slider = false;       // out: a slider is being dragged
  std::vector<ControlPlace> controls;  // out, in drawing order
  Flow flow;

  // Results by their bare name ("total"); null when there is none.
  const Quantity* result(std::string_view name) const;
  std::optional<double> value(std::string_view name) const;
  ByteUnit byte_unit() const;
  // With a mark where something about the number is disputed or missing; its derivation says what.
  std::string text(const Quantity& quantity) const {
    return format_quantity(quantity, byte_unit()) + (quantity.caution.empty() ? "" : "*");
  }
  std::string text(std::string_view name) const;  // "n/a" when absent
  std::string text(double value, Unit unit) const { return format_value(value, unit, byte_unit()); }

  const ParamSpec& param(std::string_view bare_name) const;  // of this section
  std::string choice(std::string_view bare_name) const { return state.text(param(bare_name)); }
  double number(std::string_view bare_name) const { return state.number(param(bare_name)); }
  void set(const ParamSpec& spec, std::string_view text);
  void set_number(const ParamSpec& spec, double value);
  void ask(Action::Kind kind) { actions.push_back({.kind = kind, .jobs = {}, .name = {}}); }
  void ask_bench(std::vector<BenchJob> jobs) {
    actions.push_back({.kind = Action::Kind::bench, .jobs = std::move(jobs), .name = {}});
  }

  bool wide() const { return area.width() >= 900; }
  // On wide canvases what follows goes into a second column, to the right of the controls.
  void begin_output();
  // A picture's place: at least `least` high, up to `most` when there is room. `wish` is what the page should make room
  // for.
  Rect picture(float least, float wish, float most = 1e6f);
  // Call once after the last block with the height of what stands at the foot. Returns the foot's place.
  Rect end(float foot_height);
  float content_height() const { return content_height_; }
  bool settled() const { return settled_; }  // false: the next frame will look different without any input

 private:
  void after_set(const ParamSpec& spec, const SetOutcome& outcome);

  float left_column_end_ = 0, flexible_used_ = 0, flexible_wish_ = 0, content_height_ = 0;
  bool settled_ = true, two_columns_ = false;
};

}  // namespace lesson::ui
