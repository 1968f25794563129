// What a section offers to measure: its buttons and the jobs that each starts. One list for the canvas and for the
// page's form. Does not: draw, start anything.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ui/lab.h"

namespace lesson::ui {

struct MeasureButton {
  std::string id;  // "run", "sizes", "sweep", "ladder", "tune", "formats", "tab", "machine", "stop"
  std::string label;
  bool enabled = true;
  std::vector<BenchJob> jobs;  // empty: stop what runs
};

// Empty where a section measures nothing. While a measurement runs, only "stop" is enabled.
std::vector<MeasureButton> measure_buttons(std::string_view section, const LessonState& state, const Host& host,
                                           const BenchStatus& bench);

// What a self-tune chose, for the reader; empty where none has ended.
std::string tuned_words(const BenchStatus& bench, const Host& host);

// The sizes of the lesson's own run, the formats that it compares, and the kernels of a format, slowest first.
std::span<const double> three_sizes();
std::span<const std::string_view> compared_formats();
std::vector<const KernelInfo*> ladder(const Host& host, std::string_view dtype);

}  // namespace lesson::ui
