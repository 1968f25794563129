// The measuring buttons of a lab as HTML: the canvas's own list, and how far the measurement is.
const STOP = "stop";

export class Bench {
  #engine;
  #section;
  #box;
  #buttons;
  #progress;
  #text;
  #shown = "";
  #pressed = "";
  #onPress;

  constructor(engine, section, box, onPress) {
    this.#engine = engine;
    this.#section = section;
    this.#box = box;
    this.#buttons = box.querySelector(".bench-buttons");
    this.#progress = box.querySelector("progress");
    this.#text = box.querySelector(".bench-text");
    this.#onPress = onPress;
  }

  refresh() {
    const wanted = this.#engine.buttons(this.#section);
    const key = JSON.stringify(wanted);
    if (key === this.#shown) return;
    this.#shown = key;
    this.#box.hidden = wanted.length === 0;
    const held = this.#buttons.contains(document.activeElement);
    const made = wanted.map(({ id, label, enabled }) => {
      const button = this.#buttons.querySelector(`[data-id="${CSS.escape(id)}"]`) ?? this.#button(id);
      button.textContent = label;
      button.disabled = !enabled;
      return button;
    });
    if (made.length !== this.#buttons.children.length || made.some((button, index) => button !== this.#buttons.children[index]))
      this.#buttons.replaceChildren(...made);
    if (held) this.#keepFocus(made);
  }

  // A button that was pressed goes out while the measurement runs: the focus waits on Stop, and comes back.
  #keepFocus(made) {
    const able = made.filter((button) => !button.disabled);
    if (able.includes(document.activeElement)) return;
    (able.find((button) => button.dataset.id === this.#pressed) ?? able[0])?.focus();
  }

  #button(id) {
    const button = Object.assign(document.createElement("button"), { type: "button", className: "button" });
    button.dataset.id = id;
    button.addEventListener("click", () => {
      if (id !== STOP) this.#pressed = id;
      this.#engine.press(this.#section, id);
      this.#onPress();
    });
    return button;
  }

  showProgress({ running, fraction, text, error }) {
    this.#progress.hidden = !running;
    this.#progress.value = fraction;
    const words = error || text;
    if (this.#text.textContent !== words) this.#text.textContent = words;
  }
}
