// The lesson's program (lesson_ui, WebAssembly) as JavaScript calls: text in, parsed JSON out. The only file that knows its exports.
// Everything that can change a number goes through here, so listeners of onChange() hear of every change, once a turn.

import { table } from "./language.js";

export class Engine {
  #module;
  #listeners = new Set();
  #told = true;

  static async load() {
    const { default: createModule } = await import("./lesson_ui.js");
    const engine = new Engine(await createModule());
    if (table) engine.#ask("lesson_language", JSON.stringify(table));
    return engine;
  }

  constructor(module) {
    this.#module = module;
  }

  // ---- calls ---------------------------------------------------------------------------------------

  #withText(texts, use) {
    const places = texts.map((text) => {
      const size = this.#module.lengthBytesUTF8(text) + 1;
      const place = this.#module._malloc(size);
      this.#module.stringToUTF8(text, place, size);
      return place;
    });
    try {
      return use(...places);
    } finally {
      places.forEach((place) => this.#module._free(place));
    }
  }

  #json(place) {
    return JSON.parse(this.#module.UTF8ToString(place));
  }

  #ask(name, ...texts) {
    return this.#withText(texts, (...places) => this.#json(this.#module[`_${name}`](...places)));
  }

  #tell(name, ...texts) {
    this.#withText(texts, (...places) => this.#module[`_${name}`](...places));
  }

  // ---- change --------------------------------------------------------------------------------------

  onChange(listener) {
    this.#listeners.add(listener);
  }

  changed() {
    if (!this.#told) return;
    this.#told = false;
    queueMicrotask(() => {
      this.#told = true;
      this.#listeners.forEach((listener) => listener());
    });
  }

  #outcome(outcome) {
    if (outcome.changed) this.changed();
    return outcome;
  }

  // ---- the state and its numbers --------------------------------------------------------------------

  state() {
    return this.#ask("lesson_state");
  }
  results() {
    return this.#ask("lesson_results");
  }
  set(key, value) {
    return this.#outcome(this.#ask("lesson_set", key, String(value)));
  }
  // As programs write numbers, whatever the page's language.
  setPlainly(key, value) {
    return this.#outcome(this.#ask("lesson_set_plainly", key, String(value)));
  }
  slide(key, place) {
    return this.#outcome(this.#withText([key], (at) => this.#json(this.#module._lesson_slide(at, place))));
  }
  nudge(key, direction, big) {
    return this.#outcome(
      this.#withText([key], (at) => this.#json(this.#module._lesson_nudge(at, direction, big ? 1 : 0))),
    );
  }
  // The text of a config.json: {config, notes} or {error}. `config` is a value of the input "page.config".
  openConfig(json) {
    return this.#ask("lesson_own_model", json);
  }
  // Inputs and results of a section, as text: kind is "json" or "csv".
  exported(section, kind) {
    return this.#withText([section, kind], (at, which) =>
      this.#module.UTF8ToString(this.#module._lesson_export(at, which)),
    );
  }
  published() {
    return this.#json(this.#module._lesson_published());
  }

  // Question 0 of a section, the harder one 1; "traps" has an exercise of its own.
  checkAnswer(section, which, answer) {
    return this.#withText([section, answer], (at, text) => this.#json(this.#module._lesson_check_answer(at, which, text)));
  }

  reset(section) {
    this.#tell("lesson_reset", section);
    this.changed();
  }

  link(section) {
    return this.#withText([section], (at) => this.#module.UTF8ToString(this.#module._lesson_link(at)));
  }

  applyLink(fragment) {
    const contents = this.#ask("lesson_apply_link", fragment);
    this.changed();
    return contents;
  }

  // ---- measuring -------------------------------------------------------------------------------------

  buttons(section) {
    return this.#ask("lesson_buttons", section);
  }
  press(section, id) {
    this.#tell("lesson_press", section, id);
  }
  takeActions() {
    return this.#ask("app_take_actions");
  }

  setEnvironment(environment) {
    this.#tell("lesson_environment", JSON.stringify(environment));
    this.changed();
  }

  addMeasurement(result) {
    const outcome = this.#ask("lesson_add_measurement", JSON.stringify(result));
    this.changed();
    return outcome;
  }

  // What the native program measured: a document's text. {"error": sentence} when it is none.
  addMachine(document) {
    const outcome = this.#ask("lesson_add_machine", document);
    this.changed();
    return outcome;
  }
  machines() {
    return this.#ask("lesson_machines");
  }
  renameMachine(index, name) {
    this.#withText([name], (at) => this.#module._lesson_rename_machine(index, at));
    this.changed();
  }
  removeMachine(index) {
    this.#module._lesson_remove_machine(index);
    this.changed();
  }

  // Returns it as it is to be shown.
  showProgress(progress) {
    const told = this.#ask("lesson_bench_progress", JSON.stringify(progress));
    this.changed();
    return { ...progress, ...told };
  }

  // ---- the picture -----------------------------------------------------------------------------------

  setFont(weight, bytes) {
    const place = this.#module._malloc(bytes.length); // the program keeps it
    this.#module.HEAPU8.set(bytes, place);
    this.#module._app_font(weight, place, bytes.length);
  }

  setTheme(colours) {
    this.#tell("app_theme", JSON.stringify(colours));
  }
  start(selector) {
    return this.#withText([selector], (at) => this.#module._app_start(at)) === 1;
  }
  show(section) {
    this.#tell("app_show", section);
  }
  resize(width, height, ratio, touch) {
    this.#module._app_resize(width, height, ratio, touch ? 1 : 0);
  }
  frame() {
    return this.#module._app_frame();
  }
  place(key) {
    return this.#ask("app_place", key);
  }
  frames() {
    return this.#module._app_frames();
  }
  contentHeight() {
    return this.#module._app_content_height();
  }
  pointer(kind, x, y, buttons, touch) {
    this.#module._app_pointer(kind, x, y, buttons, touch ? 1 : 0);
  }
  wheel(x, y, dx, dy) {
    return this.#module._app_wheel(x, y, dx, dy) === 1;
  }
  key(down, code, key, modifiers) {
    return this.#withText([code, key], (c, k) => this.#module._app_key(down ? 1 : 0, c, k, modifiers)) === 1;
  }
  type(text) {
    this.#tell("app_text", text);
  }
  blur() {
    this.#module._app_blur();
  }
  cursor() {
    return this.#module._app_cursor();
  }
  wantsText() {
    return this.#module._app_wants_text() === 1;
  }
  contextLost() {
    this.#module._app_context_lost();
  }
  contextRestored() {
    return this.#module._app_context_restored() === 1;
  }
}
