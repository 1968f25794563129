// The interface's wasm module: what the page calls. All strings are UTF-8; a returned `const char*` is valid until the
// next call of any of these. The page owns input, size, time and the canvas; GLFW only makes the WebGL 2 context.
// Functions that do not draw work without WebGL, and before app_start.
#include <emscripten/em_js.h>
#include <emscripten/emscripten.h>
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <algorithm>
#include <memory>
#include <string>

#include "engine/base/language.h"
#include "app/app.h"
#include "app/bench_json.h"
#include "app/canvas_json.h"
#include "app/config_json.h"
#include "app/document.h"
#include "app/language_json.h"
#include "app/page_input.h"
#include "imgui.h"
#include "imgui_impl_opengl3.h"
#include "ui/measuring.h"
#include "ui/widgets/slider_scale.h"

// clang-format off: it takes JavaScript for C++.
// GLFW looks for the canvas in Module.canvas.
EM_JS(int, use_canvas, (const char* selector), {
  const canvas = document.querySelector(UTF8ToString(selector));
  if (!canvas || !window.WebGL2RenderingContext) return 0;
  Module["canvas"] = canvas;
  return 1;
});

EM_JS(void, set_canvas_size, (int width, int height), {
  const canvas = Module["canvas"];
  if (canvas && (canvas.width !== width || canvas.height !== height)) {
    canvas.width = width;
    canvas.height = height;
  }
});

// Dear ImGui asks for OpenGL's state before every frame, to put it back after. Each such question waits until all that was
// drawn before is done, which takes most of a frame where a processor draws. Nobody else uses this context, so the first
// answers stay good.
EM_JS(void, remember_parameters, (), {
  const gl = Module["canvas"].getContext("webgl2");
  const known = new Map();
  gl.getParameter = (name) => {
    if (!known.has(name)) known.set(name, WebGL2RenderingContext.prototype.getParameter.call(gl, name));
    return known.get(name);
  };
});

// True from the moment of the loss; the event that tells the page comes later.
EM_JS(int, context_is_lost, (), {
  return Module["canvas"].getContext("webgl2").isContextLost();
});
// clang-format on

namespace {

using namespace lesson;

struct Program {
  App app;
  PageInput input{app};
  std::string answer;    // what the last call returned
  bool drawing = false;  // there is a context
  double last_frame_ms = 0;
};

std::unique_ptr<Program> the_program;  // exports are C functions, so it has to be reachable from anywhere

Program& program() {
  if (!the_program) the_program = std::make_unique<Program>();
  return *the_program;
}

const char* answer(const Json& json) {
  program().answer = json_text(json);
  return program().answer.c_str();
}

// The context stays when GLFW is terminated; its listeners, which assume that the canvas is the whole page, go.
bool make_context() {
  if (!glfwInit()) return false;
  glfwWindowHint(GLFW_CLIENT_API, GLFW_OPENGL_ES_API);
  glfwWindowHint(GLFW_ALPHA_BITS, 0);
  glfwWindowHint(GLFW_DEPTH_BITS, 0);
  glfwWindowHint(GLFW_STENCIL_BITS, 0);
  const bool made = glfwCreateWindow(1, 1, "", nullptr, nullptr) != nullptr;
  glfwTerminate();
  if (made) remember_parameters();
  return made;
}

}  // namespace

extern "C" {

// ---- drawing -------------------------------------------------------------------------------------

EMSCRIPTEN_KEEPALIVE int app_start(const char* canvas_selector) {
  Program& p = program();
  if (!use_canvas(canvas_selector) || !make_context() || !ImGui_ImplOpenGL3_Init("#version 300 es")) return 0;
  p.drawing = true;
  return 1;
}

EMSCRIPTEN_KEEPALIVE void app_font(int weight, unsigned char* bytes, int length) {
  // Kept for good: fonts are rasterised from these bytes as new sizes and characters come up.
  program().app.set_font(weight, {bytes, static_cast<std::size_t>(length)});
}

EMSCRIPTEN_KEEPALIVE void app_theme(const char* json) {
  ui::Theme theme = program().app.theme();
  read_theme(json, theme);
  program().app.set_theme(theme);
}

EMSCRIPTEN_KEEPALIVE void app_resize(int css_width, int css_height, double pixel_ratio, int touch) {
  const auto pixels = [&](int css) { return std::max(1, static_cast<int>(css * pixel_ratio + 0.5)); };
  if (program().drawing) set_canvas_size(pixels(css_width), pixels(css_height));
  program().app.resize(static_cast<float>(css_width), static_cast<float>(css_height), static_cast<float>(pixel_ratio),
                       touch != 0);
}

EMSCRIPTEN_KEEPALIVE int app_frame() {
  Program& p = program();
  if (!p.drawing || context_is_lost()) return 0;
  const double now_ms = emscripten_get_now();
  ImGui::GetIO().DeltaTime = static_cast<float>(std::clamp((now_ms - p.last_frame_ms) / 1000, 0.001, 0.1));
  p.last_frame_ms = now_ms;
  ImGui_ImplOpenGL3_NewFrame();
  const int wanted = p.app.frame();
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
  return wanted;
}

EMSCRIPTEN_KEEPALIVE void app_show(const char* section) { program().app.show(section); }
EMSCRIPTEN_KEEPALIVE double app_content_height() { return program().app.content_height(); }
// In CSS pixels from the canvas' corner; null when the lab in view does not draw this input.
EMSCRIPTEN_KEEPALIVE const char* app_place(const char* key) {
  const ui::Rect* place = program().app.control_place(key);
  return answer(place ? Json{{"x", place->min.x}, {"y", place->min.y}, {"width", place->width()}, {"height", place->height()}}
                      : Json());
}
EMSCRIPTEN_KEEPALIVE double app_frames() { return program().app.frames(); }

EMSCRIPTEN_KEEPALIVE void app_context_lost() {
  if (program().drawing) ImGui_ImplOpenGL3_Shutdown();
  program().drawing = false;
}

EMSCRIPTEN_KEEPALIVE int app_context_restored() {
  remember_parameters();
  program().drawing = ImGui_ImplOpenGL3_Init("#version 300 es");
  program().app.wake();
  return program().drawing;
}

// ---- input ----------------------------------------------------------------------------------------

EMSCRIPTEN_KEEPALIVE void app_pointer(int kind, double x, double y, int buttons, int touch) {
  program().input.pointer(static_cast<PointerKind>(kind), static_cast<float>(x), static_cast<float>(y), buttons,
                          touch != 0);
}
EMSCRIPTEN_KEEPALIVE int app_wheel(double x, double y, double dx_px, double dy_px) {
  return program().input.wheel(static_cast<float>(x), static_cast<float>(y), static_cast<float>(dx_px),
                               static_cast<float>(dy_px));
}
EMSCRIPTEN_KEEPALIVE int app_key(int down, const char* code, const char* key, int mods) {
  return program().input.key(down != 0, code, key, mods);
}
EMSCRIPTEN_KEEPALIVE void app_text(const char* utf8) { program().input.text(utf8); }
EMSCRIPTEN_KEEPALIVE void app_blur() { program().input.blur(); }
EMSCRIPTEN_KEEPALIVE int app_cursor() { return program().input.cursor(); }
EMSCRIPTEN_KEEPALIVE int app_wants_text() { return ImGui::GetIO().WantTextInput; }
EMSCRIPTEN_KEEPALIVE int app_wants_horizontal() { return program().app.holds_slider(); }

// ---- state ----------------------------------------------------------------------------------------

// Before anything else: the table of a language, as scripts/texts.py writes it. {"error": sentence} when it is none.
EMSCRIPTEN_KEEPALIVE const char* lesson_language(const char* json) {
  const Result<void> taken = use_language(json);
  return answer(taken ? Json::object() : Json{{"error", taken.error().message}});
}
EMSCRIPTEN_KEEPALIVE const char* lesson_set(const char* key, const char* text) {
  return answer(to_json(program().app.set(key, text)));
}
// As a program writes numbers, whatever the language.
EMSCRIPTEN_KEEPALIVE const char* lesson_set_plainly(const char* key, const char* text) {
  return answer(to_json(program().app.set(key, text, Written::plainly)));
}
// What is no number, or an unknown key, is refused with a note, as typed text would be.
EMSCRIPTEN_KEEPALIVE const char* lesson_slide(const char* key, double place) {
  const ParamSpec* spec = find_param(key);
  if (!spec || !spec->is_number()) return lesson_set(key, "");
  return answer(
      to_json(program().app.set_number(*spec, ui::slider_value(ui::slider_spec(program().app.state(), *spec), place))));
}
EMSCRIPTEN_KEEPALIVE const char* lesson_nudge(const char* key, int direction, int big) {
  const ParamSpec* spec = find_param(key);
  if (!spec || !spec->is_number()) return lesson_set(key, "");
  return answer(to_json(
      program().app.set_number(*spec, ui::slider_nudged(ui::slider_spec(program().app.state(), *spec),
                                                        program().app.state().number_used(*spec), direction, big != 0))));
}
// With "place": where a number sits on its slider, 0 to 1.
EMSCRIPTEN_KEEPALIVE const char* lesson_state() {
  const LessonState& state = program().app.state();
  Json json = state_json(state);
  for (const ParamSpec& spec : params())
    if (spec.is_number())
      json[std::string(spec.key)]["place"] = ui::slider_place(ui::slider_spec(state, spec), state.number_used(spec));
  return answer(json);
}
EMSCRIPTEN_KEEPALIVE const char* lesson_results() {
  App& app = program().app;
  return answer(to_json(app.results(), byte_unit(app.state().inputs)));
}
EMSCRIPTEN_KEEPALIVE const char* lesson_link(const char* section) {
  program().answer = make_link(program().app.state(), section);
  return program().answer.c_str();
}
EMSCRIPTEN_KEEPALIVE const char* lesson_apply_link(const char* fragment) {
  return answer(to_json(program().app.apply_link(fragment)));
}
EMSCRIPTEN_KEEPALIVE const char* lesson_check_answer(const char* section, int which, const char* text) {
  const auto number = static_cast<std::size_t>(which);
  return answer(to_json(std::string_view(section) == "traps"
                            ? check_trap(number, text)
                            : check_answer(section, text, program().app.measured(), number)));
}
EMSCRIPTEN_KEEPALIVE const char* lesson_own_model(const char* json) {
  const Result<OwnModel> own = own_model_from_json(json);
  return answer(own ? Json{{"config", own->config}, {"notes", own->notes}} : Json{{"error", own.error().message}});
}
EMSCRIPTEN_KEEPALIVE const char* lesson_export(const char* section, const char* kind) {
  const InEnglish plain;
  App& app = program().app;
  const Json document = section_document(app.state(), app.measured(), section);
  program().answer = std::string_view(kind) == "csv" ? document_csv(document) : json_text(document, 2);
  return program().answer.c_str();
}
EMSCRIPTEN_KEEPALIVE const char* lesson_published() {
  const Inputs& inputs = program().app.state().inputs;
  const auto runs = chosen_runs(inputs.runs);
  return answer(runs ? to_json(*runs, byte_unit(inputs)) : Json::array());
}
EMSCRIPTEN_KEEPALIVE void lesson_reset(const char* section) { program().app.reset(section); }

EMSCRIPTEN_KEEPALIVE void lesson_environment(const char* json) {
  Environment environment = program().app.state().environment;
  ui::Host host = program().app.host();
  read_environment(json, environment, host);
  program().app.set_environment(std::move(environment), std::move(host));
}

EMSCRIPTEN_KEEPALIVE const char* lesson_add_measurement(const char* json) {
  Result<BenchResult> result = bench_result_from_json(json_from(json));
  if (!result) return answer({{"error", result.error().message}});
  program().app.add_measurement(std::move(*result));
  return answer({{"ok", true}});
}

// ---- machines: what the native program measured ----------------------------------------------------

EMSCRIPTEN_KEEPALIVE const char* lesson_add_machine(const char* document) {
  Result<Machine> machine = machine_from_json(document);
  if (!machine) return answer({{"error", machine.error().message}});
  program().app.add_machine(std::move(*machine));
  return answer({{"ok", true}});
}
EMSCRIPTEN_KEEPALIVE const char* lesson_machines() {
  Json list = Json::array();
  for (const Machine& machine : program().app.measured().machines)
    list.push_back({{"name", machine.name}, {"results", machine.results.size()}});
  return answer(list);
}
EMSCRIPTEN_KEEPALIVE void lesson_rename_machine(int index, const char* name) {
  program().app.rename_machine(static_cast<std::size_t>(index), std::string(name).substr(0, 120));
}
EMSCRIPTEN_KEEPALIVE void lesson_remove_machine(int index) { program().app.remove_machine(static_cast<std::size_t>(index)); }

EMSCRIPTEN_KEEPALIVE const char* lesson_buttons(const char* section) {
  Json list = Json::array();
  for (const ui::MeasureButton& button : program().app.measure_buttons(section))
    list.push_back({{"id", button.id}, {"label", tr(button.label)}, {"enabled", button.enabled}});
  return answer(list);
}
EMSCRIPTEN_KEEPALIVE void lesson_press(const char* section, const char* id) { program().app.press(section, id); }
// -> what is to be shown instead, in the page's language: "error", and "text" of a self-tune that has ended
EMSCRIPTEN_KEEPALIVE const char* lesson_bench_progress(const char* json) {
  App& app = program().app;
  app.set_bench_status(read_bench_status(json));
  Json told{{"error", app.bench_status().error}};
  if (const std::string words = ui::tuned_words(app.bench_status(), app.host()); !words.empty()) told["text"] = words;
  return answer(told);
}
EMSCRIPTEN_KEEPALIVE const char* app_take_actions() { return answer(to_json(program().app.take_actions())); }

}  // extern "C"
