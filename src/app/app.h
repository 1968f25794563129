// The lesson as a program, without a platform: one state, what has been measured, and frame(), which draws the lab of
// the section in view. Each platform makes the context, feeds ImGuiIO, calls frame() when it wants a picture and reads
// the actions. One App at a time. Does not: own a window, run benchmarks, know the clock.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "engine/lesson/link.h"
#include "engine/lesson/results.h"
#include "ui/canvas.h"
#include "ui/measuring.h"

namespace lesson {

class App {
 public:
  App();  // makes the Dear ImGui context, without settings file or log
  ~App();
  App(const App&) = delete;
  App& operator=(const App&) = delete;

  // ---- the state; every change goes through here, so that results are computed again -------------
  const LessonState& state() const { return state_; }
  SetOutcome set(std::string_view key, std::string_view text, Written written = Written::by_a_reader);
  SetOutcome set_number(const ParamSpec& spec, double value);
  LinkContents apply_link(std::string_view fragment);
  void reset(std::string_view section);
  void set_environment(Environment environment, ui::Host host);
  const ui::Host& host() const { return host_; }
  const Measurements& measured() const { return measured_; }
  void add_measurement(BenchResult result);
  void add_machine(Machine machine);
  void rename_machine(std::size_t index, std::string name);  // an empty name, or one that another has, changes nothing
  void remove_machine(std::size_t index);
  void set_register_peak(double flops_per_s);
  const ui::BenchStatus& bench_status() const { return bench_; }
  void set_bench_status(ui::BenchStatus status);
  const std::vector<Quantity>& results();  // of all sections

  // ---- the picture -------------------------------------------------------------------------------
  void set_theme(const ui::Theme& theme);
  // `bytes` must outlive the App. Weights 400 and 600; a missing one is replaced by the other.
  void set_font(int weight, std::span<const unsigned char> bytes);
  void resize(float width, float height, float pixel_ratio, bool touch);
  void show(std::string_view section);
  const std::string& section() const { return section_; }
  void pointer_cancelled() { pointer_cancelled_ = true; }
  // Draws into ImGui's draw data; returns how many more frames are wanted, 0 = nothing will change until something
  // happens.
  int frame();
  // Native window: chapters beside the lab, and their switch between light and dark.
  void show_chapters() { with_chapters_ = true; }
  bool dark() const { return dark_; }
  void set_dark(bool dark);
  void wake() { wanted_ = 3; }  // something happened
  double frames() const { return frames_; }
  float content_height() const { return output_.content_height; }
  bool holds_slider() const { return output_.holds_slider; }
  // Where the last frame drew an input: a slider's track, or a choice's box. Null: not in the lab in view.
  const ui::Rect* control_place(std::string_view key) const;
  void trace_into(std::vector<ui::DrawnText>* trace) { trace_ = trace; }
  const ui::Theme& theme() const { return theme_; }
  ui::Fonts fonts() const { return fonts_; }

  std::vector<ui::Action> take_actions();

  // The measuring buttons of a section, and pressing one from outside the canvas. An unknown or disabled one does
  // nothing.
  std::vector<ui::MeasureButton> measure_buttons(std::string_view section) const;
  void press(std::string_view section, std::string_view id);

 private:
  void changed();
  void keep_kernel_and_format_together();
  ui::Rect draw_beside();

  LessonState state_;
  Measurements measured_;
  ui::BenchStatus bench_;
  ui::Host host_;
  std::vector<ui::Action> actions_;
  std::map<std::string, ui::LabMemory, std::less<>> memories_;
  std::string section_ = "cost";
  std::vector<Quantity> results_, section_results_;
  bool results_known_ = false, section_known_ = false;

  ui::Theme theme_;
  ui::Fonts fonts_;
  ui::Rect place_{};
  float width_ = 620, height_ = 640;
  bool touch_ = false, pointer_cancelled_ = false, with_chapters_ = false, dark_ = false;
  ui::CanvasOutput output_;
  std::vector<ui::DrawnText>* trace_ = nullptr;
  int wanted_ = 3, unsettled_frames_ = 0;
  double frames_ = 0;
};

}  // namespace lesson
