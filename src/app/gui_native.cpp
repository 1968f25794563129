#include "app/gui_native.h"

#include <GLFW/glfw3.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <utility>

#include "app/app.h"
#include "app/bench_json.h"
#include "app/bench_thread_native.h"
#include "app/canvas_json.h"
#include "app/local_api_native.h"
#include "app/page_input.h"
#include "app/window_memory_native.h"
#include "imgui.h"
#include "imgui_impl_opengl3.h"
#include "ui/font_data.h"

namespace lesson {
namespace {

constexpr int kWidth = 1240, kHeight = 860;
constexpr int kSamples = 4;

struct KeyPair {
  int glfw;
  ImGuiKey imgui;
};
constexpr KeyPair kKeys[] = {
    {GLFW_KEY_TAB, ImGuiKey_Tab},
    {GLFW_KEY_LEFT, ImGuiKey_LeftArrow},
    {GLFW_KEY_RIGHT, ImGuiKey_RightArrow},
    {GLFW_KEY_UP, ImGuiKey_UpArrow},
    {GLFW_KEY_DOWN, ImGuiKey_DownArrow},
    {GLFW_KEY_PAGE_UP, ImGuiKey_PageUp},
    {GLFW_KEY_PAGE_DOWN, ImGuiKey_PageDown},
    {GLFW_KEY_HOME, ImGuiKey_Home},
    {GLFW_KEY_END, ImGuiKey_End},
    {GLFW_KEY_DELETE, ImGuiKey_Delete},
    {GLFW_KEY_BACKSPACE, ImGuiKey_Backspace},
    {GLFW_KEY_SPACE, ImGuiKey_Space},
    {GLFW_KEY_ENTER, ImGuiKey_Enter},
    {GLFW_KEY_KP_ENTER, ImGuiKey_Enter},
    {GLFW_KEY_ESCAPE, ImGuiKey_Escape},
    {GLFW_KEY_A, ImGuiKey_A},
    {GLFW_KEY_C, ImGuiKey_C},
    {GLFW_KEY_V, ImGuiKey_V},
    {GLFW_KEY_X, ImGuiKey_X},
    {GLFW_KEY_Z, ImGuiKey_Z},
};

struct Window {
  GLFWwindow* handle = nullptr;
  App app;
  PageInput input{app};
  BenchThread bench{glfwPostEmptyEvent};
  bool whole_machine = false;  // the running measurement is "Measure this machine"
  Machine machine;
  float scale = 1;  // pixels for one CSS pixel

  ~Window() {
    if (handle) glfwDestroyWindow(handle);
    glfwTerminate();
  }
};

Window& window_of(GLFWwindow* handle) { return *static_cast<Window*>(glfwGetWindowUserPointer(handle)); }

std::string glfw_reason() {
  const char* reason = nullptr;
  glfwGetError(&reason);
  return reason ? reason : "no reason given";
}

void fit(Window& window) {
  int width = 0, height = 0;
  float scale = 1;
  glfwGetFramebufferSize(window.handle, &width, &height);
  glfwGetWindowContentScale(window.handle, &scale, nullptr);
  window.scale = scale > 0 ? scale : 1;
  if (width <= 0 || height <= 0) return;  // minimised
  window.app.resize(static_cast<float>(width) / window.scale, static_cast<float>(height) / window.scale, window.scale,
                    false);
}

// Screen coordinates differ from pixels on some systems.
ImVec2 pointer_place(const Window& window) {
  double x = 0, y = 0;
  int screen_width = 1, pixel_width = 1;
  glfwGetCursorPos(window.handle, &x, &y);
  glfwGetWindowSize(window.handle, &screen_width, nullptr);
  glfwGetFramebufferSize(window.handle, &pixel_width, nullptr);
  const double factor = static_cast<double>(pixel_width) / std::max(screen_width, 1) / window.scale;
  return {static_cast<float>(x * factor), static_cast<float>(y * factor)};
}

void send_pointer(Window& window, PointerKind kind) {
  const ImVec2 at = pointer_place(window);
  const bool down = glfwGetMouseButton(window.handle, GLFW_MOUSE_BUTTON_LEFT) == GLFW_PRESS;
  window.input.pointer(kind, at.x, at.y, down ? 1 : 0, false);
}

void listen(Window& window) {
  GLFWwindow* handle = window.handle;
  glfwSetWindowUserPointer(handle, &window);
  glfwSetFramebufferSizeCallback(handle, [](GLFWwindow* w, int, int) { fit(window_of(w)); });
  glfwSetWindowContentScaleCallback(handle, [](GLFWwindow* w, float, float) { fit(window_of(w)); });
  glfwSetWindowRefreshCallback(handle, [](GLFWwindow* w) { window_of(w).app.wake(); });
  glfwSetCursorPosCallback(handle,
                           [](GLFWwindow* w, double, double) { send_pointer(window_of(w), PointerKind::move); });
  glfwSetCursorEnterCallback(handle, [](GLFWwindow* w, int entered) {
    if (!entered && glfwGetMouseButton(w, GLFW_MOUSE_BUTTON_LEFT) != GLFW_PRESS)
      window_of(w).input.pointer(PointerKind::leave, 0, 0, 0, false);
  });
  glfwSetMouseButtonCallback(handle, [](GLFWwindow* w, int button, int action, int) {
    if (button == GLFW_MOUSE_BUTTON_LEFT)
      send_pointer(window_of(w), action == GLFW_PRESS ? PointerKind::down : PointerKind::up);
  });
  glfwSetScrollCallback(handle, [](GLFWwindow* w, double, double dy) {
    const ImVec2 at = pointer_place(window_of(w));
    window_of(w).input.wheel(at.x, at.y, 0, static_cast<float>(-dy * 100));
  });
  glfwSetKeyCallback(handle, [](GLFWwindow* w, int key, int, int action, int mods) {
    ImGuiIO& io = ImGui::GetIO();
    io.AddKeyEvent(ImGuiMod_Ctrl, mods & GLFW_MOD_CONTROL);
    io.AddKeyEvent(ImGuiMod_Shift, mods & GLFW_MOD_SHIFT);
    for (const KeyPair& pair : kKeys) {
      if (pair.glfw != key) continue;
      if (action == GLFW_REPEAT) io.AddKeyEvent(pair.imgui, false);
      io.AddKeyEvent(pair.imgui, action != GLFW_RELEASE);
    }
    window_of(w).app.wake();
  });
  glfwSetCharCallback(handle, [](GLFWwindow* w, unsigned character) {
    ImGui::GetIO().AddInputCharacter(character);
    window_of(w).app.wake();
  });
  glfwSetWindowFocusCallback(handle, [](GLFWwindow* w, int focused) {
    ImGui::GetIO().AddFocusEvent(focused);
    window_of(w).app.wake();
  });
}

void use_clipboard() {
  ImGuiPlatformIO& platform = ImGui::GetPlatformIO();
  platform.Platform_SetClipboardTextFn = [](ImGuiContext*, const char* text) { glfwSetClipboardString(nullptr, text); };
  platform.Platform_GetClipboardTextFn = [](ImGuiContext*) { return glfwGetClipboardString(nullptr); };
}

void describe_machine(App& app) {
  Json environment = {
      {"kernels", Json::array()}, {"max_threads", host_facts().threads_available}, {"host", to_json(host_facts())}};
  for (const Kernel& kernel : kernels())
    if (runs_here(kernel)) environment["kernels"].push_back(to_json(kernel));
  Environment known;
  ui::Host host;
  read_environment(json_text(environment), known, host);
  if (const auto jobs = machine_jobs(Json::object())) {
    for (const MeasureJob& job : *jobs)
      host.machine.push_back({.n = static_cast<double>(job.shape.n),
                              .dtype = job.dtype,
                              .kernel = job.kernel,
                              .threads = static_cast<double>(job.threads),
                              .repeats = static_cast<double>(job.repeats),
                              .device = job.device,
                              .for_machine = true});
  }
  app.set_environment(std::move(known), std::move(host));
}

void act(Window& window) {
  for (ui::Action& action : window.app.take_actions()) {
    if (action.kind == ui::Action::Kind::bench && !window.app.bench_status().running) {
      window.whole_machine = action.jobs.front().for_machine;
      window.machine = {host_facts().cpu, {}};
      window.bench.start(std::move(action.jobs));
    }
    if (action.kind == ui::Action::Kind::stop) window.bench.stop();
    if (action.kind == ui::Action::Kind::go_to) window.app.show(action.name);
  }
  BenchThread::News news = window.bench.collect();
  for (BenchResult& result : news.results) {
    if (window.whole_machine)
      window.machine.results.push_back(std::move(result));
    else
      window.app.add_measurement(std::move(result));
  }
  if (window.whole_machine && !news.status.running && !window.machine.results.empty())
    window.app.add_machine(std::exchange(window.machine, {}));
  if (news.status != window.app.bench_status()) window.app.set_bench_status(std::move(news.status));
}

Result<void> open(Window& window, const WindowMemory& memory) {
  if (!glfwInit())
    return fail(ErrorCode::io, "No window can be opened here: " + glfw_reason() +
                                   ". Use the commands, or `lesson serve` and a browser.");
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
  glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
  glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
  glfwWindowHint(GLFW_SCALE_TO_MONITOR, GLFW_TRUE);
  glfwWindowHint(GLFW_SAMPLES, kSamples);
  window.handle = glfwCreateWindow(memory.width > 0 ? memory.width : kWidth, memory.height > 0 ? memory.height : kHeight, "GPUs and compute", nullptr, nullptr);
  if (!window.handle)
    return fail(ErrorCode::io, "The window needs OpenGL 3.3: " + glfw_reason() + ". Use `lesson serve` and a browser.");
  glfwMakeContextCurrent(window.handle);
  glfwSwapInterval(1);
  return {};
}

// The labs on models begin with it; elsewhere it stands in the list of models.
void use_own_model(App& app, std::string_view config) {
  app.set("page.config", config);
  for (const std::string_view key : {"run-memory.model", "train-memory.model", "compute.model", "compute.serve-model"})
    app.set(key, kOwnModel);
}

}  // namespace

Result<void> run_gui(std::string_view section, std::string_view config) {
  if (!section.empty() && !find_section(section))
    return fail(ErrorCode::unknown_name, "There is no section " + quoted(section) + "; `lesson --help` lists them.");
  const std::filesystem::path memory_file = window_memory_file();
  const WindowMemory memory = read_window_memory(memory_file);
  const auto window = std::make_unique<Window>();
  if (const Result<void> opened = open(*window, memory); !opened) return opened;
  App& app = window->app;
  app.set_font(400, ui::embedded_inter_400());
  app.set_font(600, ui::embedded_inter_600());
  app.show_chapters();
  listen(*window);
  use_clipboard();
  describe_machine(app);
  app.set_dark(memory.dark);
  app.show(app.apply_link(memory.link).section);
  if (!section.empty()) app.show(section);
  if (!config.empty()) use_own_model(app, config);
  fit(*window);
  ImGui_ImplOpenGL3_Init("#version 330 core");

  int wanted = 1;
  double last_s = glfwGetTime();
  while (!glfwWindowShouldClose(window->handle)) {
    if (wanted > 0)
      glfwPollEvents();
    else
      glfwWaitEvents();
    act(*window);
    const double now_s = glfwGetTime();
    ImGui::GetIO().DeltaTime = static_cast<float>(std::clamp(now_s - last_s, 0.001, 0.1));
    last_s = now_s;
    ImGui_ImplOpenGL3_NewFrame();
    wanted = app.frame();
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
    glfwSwapBuffers(window->handle);
  }
  ImGui_ImplOpenGL3_Shutdown();
  WindowMemory now{.link = make_link(app.state(), app.section()), .dark = app.dark()};
  glfwGetWindowSize(window->handle, &now.width, &now.height);
  write_window_memory(memory_file, now);
  return {};
}

}  // namespace lesson
