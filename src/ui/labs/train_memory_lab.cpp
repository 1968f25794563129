// Memory to train a model: the bytes of every parameter, what sharding does to one GPU, and why an exact copy is kept.
#include <algorithm>
#include <cmath>

#include "engine/base/language.h"
#include "engine/catalog/catalog.h"
#include "engine/numeric/convert.h"
#include "ui/labs/labs.h"
#include "ui/labs/memory_parts.h"
#include "ui/plots/labels.h"
#include "ui/widgets/widgets.h"

namespace lesson::ui {
namespace {

// The line that one data-centre card draws: its memory, from the catalogue.
std::optional<MarkLine> card_line(const Lab& lab) {
  const Result<const Device*> card = find_device("a100-sxm4-80gb");
  if (!card || !(*card)->memory_bytes) return std::nullopt;
  const double bytes = *(*card)->memory_bytes;
  return MarkLine{bytes, say("one {} card ends here", lab.text(bytes, Unit::bytes))};
}

// What one of several GPUs holds after sharding, on the scale of the whole.
void per_gpu_row(Lab& lab, double full) {
  const Quantity* per_gpu = lab.result("per_gpu");
  if (!per_gpu || !per_gpu->value || lab.number("gpus") <= 1) return;
  const TextStyle style{.size = kCaption};
  lab.flow.gap(8);
  const Rect line = lab.flow.take(24);
  const std::string words = say("on each of {} GPUs", format_grouped(lab.number("gpus")));
  const Rect number = number_at(lab, line.min, lab.text(*per_gpu), style, *per_gpu);
  lab.paint.text({number.max.x + 8, line.min.y}, words, {.size = kCaption, .colour = lab.paint.theme.soft});
  thin_bar(lab, lab.flow.take(14), parts_of(lab, *per_gpu), full);
  derivation(lab, {"per_gpu"});
  lab.flow.gap(8);
  figures(lab, {"states_per_gpu", "all_gpus", "communication"});
  const Quantity* deepspeed = lab.result("deepspeed");
  if (deepspeed && deepspeed->value) figures(lab, {"deepspeed"});
}

// Numbers near 1 that bfloat16 can hold, and where 1 + update falls among them.
void update_picture(Lab& lab, const Rect& place) {
  const Painter& paint = lab.paint;
  const Theme& theme = paint.theme;
  const double update = lab.number("update"), stored = decode_float(kBf16, encode_float(kBf16, 1 + update));
  const double step = decode_float(kBf16, encode_float(kBf16, 1) + 1) - 1;
  const double span = std::max(2.2 * step, 1.25 * std::max(update, stored - 1));
  const Axis axis{
      .low = 1 - 0.06 * span, .high = 1 + span, .log = false, .from = place.min.x + 4, .to = place.max.x - 4};
  const float y = place.min.y + 40;
  paint.line({axis.from, y}, {axis.to, y}, mix(theme.line, theme.soft, 0.5f));
  const int most = std::min(static_cast<int>(span / step), 400);
  for (int i = 0; i <= most; ++i) {
    const float x = axis.place(1 + step * i);
    paint.line({x, y - 5}, {x, y + 5}, theme.soft, 1.5f);
  }
  const float one_x = axis.place(1), next_x = axis.place(1 + step), exact_x = axis.place(1 + update),
              stored_x = axis.place(stored);
  LabelPlacer placer(paint, {{place.min.x, y + 8}, {place.max.x, place.max.y}});
  const TextStyle soft{.size = kSmall, .colour = theme.soft};
  placer.at({one_x - 2, y + 12}, "1", soft);
  placer.at({next_x - 4, y + 12}, say("next: {}", format_significant(1 + step, 8)), soft);
  const bool survives = stored != 1;
  const ImU32 colour = survives ? theme.data[2] : theme.data[1];
  paint.disc({exact_x, y}, 4, theme.accent);
  paint.ring({stored_x, y}, 8, colour, 2);
  const std::string full =
      survives ? say("1 + {} is stored as {}", format_significant(update, 3), format_significant(stored, 8))
               : say("1 + {} is stored as 1: the step is lost", format_significant(update, 3));
  const TextStyle style{.size = kCaption, .colour = readable(theme, colour)};
  paint.text({place.min.x, place.min.y}, paint.fitted(full, style, place.width()), style);
}

}  // namespace

void draw_train_memory_lab(Lab& lab) {
  controls(lab, [](std::string_view name) { return name != "update"; });
  lab.begin_output();
  figure(lab, "total", lab.number("context") > 0 ? "to train, with activations" : "to train, before activations");
  if (lab.number("context") > 0)
    figures(lab, {"bytes_per_param", "devices_needed", "activations"});
  else
    figures(lab, {"bytes_per_param", "devices_needed"});
  if (lab.choice("method") != "full") figures(lab, {"lora_params"});
  const Quantity* total = lab.result("total");
  if (!total || !total->value) return;

  const std::vector<Part> parts = parts_of(lab, *total);
  const std::optional<MarkLine> mark = card_line(lab);
  const double full = std::max(*total->value, mark ? mark->value * 1.02 : 0.0);
  stacked_bar(lab, lab.flow.take(stacked_bar_height(lab, lab.flow.width, parts, full, mark.has_value())), parts, full,
              scale_of(lab, full), mark);
  part_derivation(lab, parts);
  per_gpu_row(lab, full);

  lab.flow.gap(14);
  heading(lab, "Why the exact copy? Add a tiny step to 1 in bfloat16");
  control(lab, lab.param("update"));
  update_picture(lab, lab.picture(78, 84, 84));
}

}  // namespace lesson::ui
