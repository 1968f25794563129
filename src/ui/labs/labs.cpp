#include "ui/labs/labs.h"

#include <algorithm>

namespace lesson::ui {
namespace {

constexpr LabSpec kLabs[] = {
    {"cost", draw_cost_lab},
    {"precision", draw_precision_lab},
    {"run-memory", draw_run_memory_lab, true},
    {"train-memory", draw_train_memory_lab, true},
    {"compute", draw_compute_lab},
    {"time-cost", draw_time_cost_lab},
    {"runs", draw_runs_lab},
    {"hardware", draw_hardware_lab},
};

}  // namespace

std::span<const LabSpec> labs() { return kLabs; }

const LabSpec* find_lab(std::string_view section) {
  const auto found = std::ranges::find(kLabs, section, &LabSpec::section);
  return found == std::end(kLabs) ? nullptr : found;
}

}  // namespace lesson::ui
