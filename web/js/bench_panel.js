// The measuring buttons of a lab as HTML: the canvas's own list, and how far the measurement is.
export class Bench {
  #engine;
  #section;
  #box;
  #buttons;
  #progress;
  #text;
  #shown = "";
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
    const made = wanted.map(({ id, label, enabled }) => {
      const button = this.#buttons.querySelector(`[data-id="${CSS.escape(id)}"]`) ?? this.#button(id);
      button.textContent = label;
      button.disabled = !enabled;
      return button;
    });
    for (const old of [...this.#buttons.children]) if (!made.includes(old)) old.remove();
    made.forEach((button) => this.#buttons.append(button));
  }

  #button(id) {
    const button = Object.assign(document.createElement("button"), { type: "button", className: "button" });
    button.dataset.id = id;
    button.addEventListener("click", () => {
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
