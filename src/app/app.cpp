#include "app/app.h"

#include <algorithm>
#include <utility>

#include "imgui_internal.h"
#include "ui/chapters.h"

namespace lesson {
namespace {

constexpr int kMostUnsettledFrames = 4;  // a layout that does not come to rest must not draw for ever
constexpr ImWchar kTabularZero = 0xE030;  // where scripts/gen_font.py puts the figures that are all of one width

}  // namespace

App::App() : theme_(ui::light_theme()) {
  ImGui::CreateContext();
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;
  io.LogFilename = nullptr;
  io.ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard;
  io.ConfigInputTextCursorBlink = false;
  io.ConfigNavCaptureKeyboard = true;
  ui::apply_style(theme_);
}

App::~App() { ImGui::DestroyContext(); }

// ---- state ---------------------------------------------------------------------------------------

// An implementation multiplies in one format only: with another format it gives way to the fastest one.
void App::keep_kernel_and_format_together() {
  const std::string& kernel = state_.inputs.cost.kernel;
  for (const ui::KernelInfo& known : host_.kernels)
    if (known.id == kernel && known.dtype != state_.inputs.cost.dtype) {
      state_.set("cost.kernel", "best");
      return;
    }
}

void App::changed() {
  keep_kernel_and_format_together();
  results_known_ = section_known_ = false;
  wake();
}

SetOutcome App::set(std::string_view key, std::string_view text, Written written) {
  SetOutcome outcome = state_.set(key, text, written);
  if (outcome.changed) changed();
  return outcome;
}

SetOutcome App::set_number(const ParamSpec& spec, double value) {
  SetOutcome outcome = state_.set_number(spec, value);
  if (outcome.changed) changed();
  return outcome;
}

LinkContents App::apply_link(std::string_view fragment) {
  LinkContents contents = lesson::apply_link(state_, fragment);
  changed();
  return contents;
}

void App::reset(std::string_view section) {
  state_.reset(section);
  changed();
}

void App::set_environment(Environment environment, ui::Host host) {
  state_.environment = std::move(environment);
  host_ = std::move(host);
  changed();
}

void App::add_measurement(BenchResult result) {
  measured_.add(std::move(result));
  changed();
}

void App::add_machine(Machine machine) {
  measured_.add(std::move(machine));
  changed();
}

void App::rename_machine(std::size_t index, std::string name) {
  const bool taken = std::ranges::find(measured_.machines, name, &Machine::name) != measured_.machines.end();
  if (index >= measured_.machines.size() || name.empty() || taken) return;
  measured_.machines[index].name = std::move(name);
  changed();
}

void App::remove_machine(std::size_t index) {
  if (index >= measured_.machines.size()) return;
  measured_.machines.erase(measured_.machines.begin() + static_cast<std::ptrdiff_t>(index));
  changed();
}

void App::set_register_peak(double flops_per_s) {
  measured_.register_peak_flops_per_s = flops_per_s;
  changed();
}

void App::set_bench_status(ui::BenchStatus status) {
  bench_ = std::move(status);
  wake();
}

const std::vector<Quantity>& App::results() {
  if (!std::exchange(results_known_, true)) results_ = all_results(state_.inputs, measured_);
  return results_;
}

// ---- picture --------------------------------------------------------------------------------------

void App::set_theme(const ui::Theme& theme) {
  theme_ = theme;
  ui::apply_style(theme_);
  wake();
}

void App::set_dark(bool dark) {
  dark_ = dark;
  set_theme(dark_ ? ui::dark_theme() : ui::light_theme());
}

void App::set_font(int weight, std::span<const unsigned char> bytes) {
  ImFontConfig config;
  config.FontDataOwnedByAtlas = false;
  // Dear ImGui only reads the bytes.
  ImFont* font = ImGui::GetIO().Fonts->AddFontFromMemoryTTF(const_cast<unsigned char*>(bytes.data()),
                                                            static_cast<int>(bytes.size()), ui::kBody, &config);
  for (int digit = 0; digit < 10; ++digit) font->AddRemapChar(static_cast<ImWchar>('0' + digit), kTabularZero + digit);
  (weight >= 600 ? fonts_.semibold : fonts_.regular) = font;
  if (!fonts_.regular) fonts_.regular = font;
  if (!fonts_.semibold) fonts_.semibold = font;
  if (weight < 600) ImGui::GetIO().FontDefault = font;
  wake();
}

void App::resize(float width, float height, float pixel_ratio, bool touch) {
  width_ = std::max(width, 1.0f);
  height_ = std::max(height, 1.0f);
  touch_ = touch;
  place_ = {{0, 0}, {width_, height_}};
  ImGui::GetIO().DisplaySize = {width_, height_};
  ImGui::GetIO().DisplayFramebufferScale = {pixel_ratio, pixel_ratio};
  wake();
}

void App::show(std::string_view section) {
  if (section == section_ || !find_section(section)) return;
  section_ = section;
  section_known_ = false;
  ImGui::ClosePopupsOverWindow(nullptr, false);
  ImGui::ClearActiveID();
  wake();
}

// The chapters, where they are shown. Returns what is left for the lab.
ui::Rect App::draw_beside() {
  if (!with_chapters_) return place_;
  ui::ChaptersOutput chapters = ui::draw_chapters(
      {.section = section_,
       .screen = {width_, height_},
       .dark = dark_,
       .theme = &theme_,
       .fonts = fonts_,
       .trace = trace_});
  if (chapters.switch_theme) set_dark(!dark_);
  if (!chapters.chosen.empty()) show(chapters.chosen);
  return chapters.rest;
}

int App::frame() {
  if (!fonts_.regular || !fonts_.semibold) return 0;
  if (wanted_ > 0) --wanted_;

  ImGui::NewFrame();
  const ui::Rect place = draw_beside();
  if (!std::exchange(section_known_, true)) section_results_ = section_results(state_.inputs, measured_, section_);
  const std::size_t actions_before = actions_.size();
  const ui::CanvasInput input{.section = section_,
                              .place = place,
                              .touch = touch_,
                              .pointer_cancelled = pointer_cancelled_,
                              .theme = &theme_,
                              .fonts = fonts_,
                              .trace = trace_};
  output_ = ui::draw_canvas(input, {state_, measured_, section_results_, bench_, host_, memories_[section_], actions_});
  ImGui::Render();
  ++frames_;

  if (!ImGui::IsMouseDown(ImGuiMouseButton_Left)) pointer_cancelled_ = false;
  for (std::size_t i = actions_before; i < actions_.size(); ++i)
    if (actions_[i].kind == ui::Action::Kind::state) changed();
  if (!ImGui::GetCurrentContext()->InputEventsQueue.empty()) wanted_ = std::max(wanted_, 2);
  unsettled_frames_ = output_.settled ? 0 : unsettled_frames_ + 1;
  if (!output_.settled && unsettled_frames_ <= kMostUnsettledFrames) wanted_ = std::max(wanted_, 1);
  return wanted_;
}

const ui::Rect* App::control_place(std::string_view key) const {
  const auto found = std::ranges::find(output_.controls, key, &ui::ControlPlace::key);
  return found == output_.controls.end() ? nullptr : &found->rect;
}

std::vector<ui::Action> App::take_actions() { return std::exchange(actions_, {}); }

std::vector<ui::MeasureButton> App::measure_buttons(std::string_view section) const {
  return ui::measure_buttons(section, state_, host_, bench_);
}

void App::press(std::string_view section, std::string_view id) {
  for (ui::MeasureButton& button : measure_buttons(section)) {
    if (button.id != id || !button.enabled) continue;
    const auto kind = button.jobs.empty() ? ui::Action::Kind::stop : ui::Action::Kind::bench;
    actions_.push_back({.kind = kind, .jobs = std::move(button.jobs), .name = {}});
  }
}

}  // namespace lesson
