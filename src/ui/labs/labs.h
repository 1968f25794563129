// The labs, one for each section. To add one: a file here, a line in labs.cpp, a section in assets/lesson.
#pragma once

#include <span>
#include <string_view>

#include "ui/lab.h"

namespace lesson::ui {

void draw_cost_lab(Lab& lab);
void draw_precision_lab(Lab& lab);
void draw_run_memory_lab(Lab& lab);
void draw_train_memory_lab(Lab& lab);
void draw_compute_lab(Lab& lab);
void draw_time_cost_lab(Lab& lab);
void draw_runs_lab(Lab& lab);
void draw_hardware_lab(Lab& lab);

struct LabSpec {
  std::string_view section;
  void (*draw)(Lab& lab);
  bool in_bytes = false;  // has the switch between GB and GiB
};
std::span<const LabSpec> labs();
const LabSpec* find_lab(std::string_view section);

}  // namespace lesson::ui
