#include "screen.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <iterator>

#include "imgui.h"
#include "ui/font_data.h"
#include "ui/widgets/slider_scale.h"

namespace lesson::test {
namespace {

// What a renderer does with textures, without keeping them.
void accept_textures() {
  for (ImTextureData* texture : ImGui::GetPlatformIO().Textures) {
    if (texture->Status == ImTextureStatus_WantCreate) texture->SetTexID(1);
    if (texture->Status == ImTextureStatus_WantDestroy) {
      texture->SetTexID(ImTextureID_Invalid);
      texture->SetStatus(ImTextureStatus_Destroyed);
    } else {
      texture->SetStatus(ImTextureStatus_OK);
    }
  }
}

}  // namespace

Screen::Screen() {
  ImGui::GetIO().BackendFlags |= ImGuiBackendFlags_RendererHasTextures;
  app.set_font(400, ui::embedded_inter_400());
  app.set_font(600, ui::embedded_inter_600());
  app.trace_into(&drawn);
  resize(620, 640);
}

void Screen::resize(float new_width, float new_height, bool touch) {
  width = new_width;
  height = new_height;
  app.resize(width, height, 1, touch);
}

int Screen::settle() {
  int frames = 0;
  for (int wanted = 1; wanted > 0 && frames < 20; ++frames) {
    drawn.clear();
    ImGui::GetIO().DeltaTime = 1.0f / 60;
    wanted = app.frame();
    accept_textures();
  }
  return frames;
}

ImVec2 Screen::find(std::string_view text) const {
  for (const ui::DrawnText& entry : drawn)
    if (entry.text == text) return entry.box.center();
  FAIL("the canvas does not show: " << text);
  return {};
}

bool Screen::shows(std::string_view text) const {
  for (const ui::DrawnText& entry : drawn)
    if (entry.text.find(text) != std::string::npos) return true;
  return false;
}

void Screen::move(ImVec2 to) {
  input.pointer(PointerKind::move, to.x, to.y, 0, false);
  settle();
}

void Screen::click(ImVec2 at) {
  move(at);
  input.pointer(PointerKind::down, at.x, at.y, 1, false);
  settle();
  input.pointer(PointerKind::up, at.x, at.y, 0, false);
  settle();
}

void Screen::drag(ImVec2 from, ImVec2 to, bool touch) {
  input.pointer(PointerKind::move, from.x, from.y, 0, touch);
  input.pointer(PointerKind::down, from.x, from.y, 1, touch);
  settle();
  for (int step = 1; step <= 4; ++step) {
    const float share = static_cast<float>(step) / 4;
    input.pointer(PointerKind::move, from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share, 1, touch);
    settle();
  }
  input.pointer(PointerKind::up, to.x, to.y, 0, touch);
  settle();
}

void Screen::press(std::string_view dom_code) {
  input.key(true, dom_code, "", 0);
  settle();
  input.key(false, dom_code, "", 0);
  settle();
}

void Screen::type(const char* text) {
  input.text(text);
  settle();
}

void add_kernels(App& app) {
  Environment environment;
  environment.max_threads = 2;
  ui::Host host;
  for (const char* id : {"fp32_gemm_ijk__scalar", "fp32_gemm_blocked__autovec", "fp32_gemm_6x8__wasm_relaxed"}) {
    environment.kernels.push_back({id, id});
    host.kernels.push_back({id, id, "fp32", "B cut into pieces that stay in the cache while every row of A passes over them."});
  }
  host.facts = {{"Cores", "2", ""}, {"Threads", "1", "This page is not isolated from others, so the browser gives it one thread."}};
  app.set_environment(environment, host);
}

void add_measurements(App& app) {
  for (const char* dtype : {"fp32", "bf16", "int8", "q4_0"}) {
    for (const int n : {64, 128, 256, 512, 1024}) {
      BenchResult result;
      result.kernel = n == 64 ? "fp32_gemm_ijk__scalar" : "fp32_gemm_6x8__wasm_relaxed";
      result.dtype = dtype;
      result.m = result.n = result.k = n;
      result.flops_per_s = 4e10 + 1e7 * n;
      result.median_ns = 2.0 * n * n * n / result.flops_per_s * 1e9;
      result.min_ns = result.q1_ns = result.q3_ns = result.median_ns;
      result.samples = 5;
      result.calls_per_sample = 10;
      result.format_error = 1e-3;
      result.verified = true;
      app.add_measurement(result);
    }
  }
}

namespace {

bool is_word(const std::string& text, std::string_view word) {
  const auto lower = [](char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); };
  std::string low;
  std::ranges::transform(text, std::back_inserter(low), lower);
  const auto letter = [](char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || static_cast<unsigned char>(c) >= 0x80; };
  for (std::size_t at = low.find(word); at != std::string::npos; at = low.find(word, at + 1))
    if ((at == 0 || !letter(low[at - 1])) && (at + word.size() >= low.size() || !letter(low[at + word.size()])))
      return true;
  return false;
}

// The box of the letters, without the space around them.
ui::Rect ink_of(const ui::DrawnText& text) {
  return {{text.box.min.x + 1, text.box.min.y + 3}, {text.box.max.x - 1, text.box.max.y - 3}};
}

}  // namespace

void check_drawn(const Screen& screen, const std::string& what) {
  INFO(what << " at " << screen.width << " wide");
  CHECK(screen.drawn.size() > 4);
  CHECK(screen.app.content_height() > 100);
  CHECK(screen.app.content_height() < 3000);
  for (const ui::DrawnText& text : screen.drawn) {
    INFO("text: " << text.text);
    CHECK_FALSE(is_word(text.text, "nan"));
    CHECK_FALSE(is_word(text.text, "inf"));
    CHECK(text.box.min.x >= 0);
    CHECK(text.box.max.x <= screen.width + 0.5f);
  }
  for (std::size_t i = 0; i < screen.drawn.size(); ++i) {
    for (std::size_t j = i + 1; j < screen.drawn.size(); ++j) {
      if (screen.drawn[i].floating || screen.drawn[j].floating) continue;
      if (!ink_of(screen.drawn[i]).overlaps(ink_of(screen.drawn[j]))) continue;
      FAIL_CHECK("\"" << screen.drawn[i].text << "\" lies on \"" << screen.drawn[j].text << "\"");
    }
  }
}

// Values that together walk through a whole input: all choices, or places along the slider.
std::vector<std::string> values_of(const LessonState& state, const ParamSpec& spec) {
  std::vector<std::string> values;
  if (spec.kind == ParamKind::text) return {state.text(spec)};
  if (spec.kind == ParamKind::choice) {
    for (const Choice& choice : spec.choices(state.environment)) values.push_back(choice.id);
    return values;
  }
  LessonState scratch = state;
  for (const double place : {0.0, 0.03, 0.3, 0.7, 1.0}) {
    scratch.set_number(spec, ui::slider_value(spec, place));
    values.push_back(scratch.text(spec));
  }
  for (const double end : {spec.min, spec.max}) {
    scratch.set_number(spec, end);
    values.push_back(scratch.text(spec));
  }
  return values;
}

}  // namespace lesson::test
