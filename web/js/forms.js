// The same controls as HTML, under every lab: one state with the canvas. A form that is closed is brought up to date when it opens.
import { Bench } from "./bench_panel.js";
import { Results } from "./results.js";

export class Forms {
  #engine;
  #forms;

  // `onPress` is called after one of a lab's buttons was pressed.
  constructor(engine, labs, onPress) {
    this.#engine = engine;
    this.#forms = [...labs].map(([section, lab]) => new Form(engine, section, lab, onPress));
    for (const form of this.#forms) {
      form.details.addEventListener("toggle", () => this.refresh());
      form.showWhenAsked();
    }
  }

  refresh() {
    const open = this.#forms.filter((form) => form.details.open);
    if (!open.length) return;
    const state = this.#engine.state(),
      results = this.#engine.results();
    for (const form of open) form.refresh(state, results);
  }

  showProgress(progress) {
    for (const form of this.#forms) form.bench.showProgress(progress);
  }

  openAll() {
    for (const form of this.#forms) form.details.open = true;
  }
}

class Form {
  #rows;

  constructor(engine, section, lab, onPress) {
    this.section = section;
    this.details = lab.querySelector(".form");
    this.bench = new Bench(engine, section, lab.querySelector(".bench"), onPress);
    this.results = new Results(section, lab.querySelector(".results"), lab.querySelector(".said"));
    const table = lab.querySelector(".published");
    table?.addEventListener(
      "toggle",
      async () => {
        const { Published } = await import("./published.js"); // started when it is opened
        this.published = new Published(engine, table);
        this.published.refresh();
      },
      { once: true },
    );
    this.#rows = [...lab.querySelectorAll(".row")].map((row) =>
      row.querySelector("select") ? new ChoiceRow(engine, row) : new NumberRow(engine, row),
    );
    lab.querySelector("[data-reset]").addEventListener("click", () => engine.reset(section));
  }

  // A form that the reader opens below the edge of the lab or the window comes into view, and the lab's end stays above it.
  showWhenAsked() {
    const lab = this.details.closest(".lab"),
      { details } = this;
    const show = () => {
      const box = lab.scrollHeight > lab.clientHeight + 1 ? lab : document.documentElement;
      const above = box === lab ? lab.getBoundingClientRect().top : 0;
      const top = details.getBoundingClientRect().top - above - box.clientHeight / 3;
      const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
      if (details.open && top > 0) box.scrollBy({ top, behavior: calm ? "instant" : "smooth" });
    };
    details.firstElementChild.addEventListener("click", () => details.addEventListener("toggle", show, { once: true }));
  }

  refresh(state, results) {
    for (const row of this.#rows) row.refresh(state[row.key]);
    this.bench.refresh();
    this.published?.refresh();
    this.results.refresh(results, this.details.contains(document.activeElement));
  }
}

class Row {
  constructor(engine, element) {
    this.engine = engine;
    this.key = element.dataset.key;
    this.note = element.querySelector(".note");
  }

  // What the engine had to say: an empty note when the value was taken as it stands. A parameter count takes the place of a
  // picked model, as in the canvas.
  say(outcome) {
    const model = this.key.replace(/\.params$/, ".model");
    if (outcome.changed && model !== this.key && this.engine.state()[model]) this.engine.set(model, "none");
    if (this.note.textContent !== outcome.note) this.note.textContent = outcome.note;
    this.field?.setAttribute("aria-invalid", String(!outcome.changed && outcome.note !== ""));
    return outcome;
  }
}

class ChoiceRow extends Row {
  #select;
  #choices = "";

  constructor(engine, element) {
    super(engine, element);
    this.#select = element.querySelector("select");
    this.#select.addEventListener("change", () => this.say(engine.set(this.key, this.#select.value)));
  }

  refresh(entry) {
    if (entry.choices) this.#offer(entry.choices);
    this.#select.value = entry.value;
  }

  // What the running program offers, where that is not known before it runs.
  #offer(choices) {
    const ids = choices.map((choice) => choice.id).join();
    if (ids === this.#choices) return;
    this.#choices = ids;
    this.#select.replaceChildren(...choices.map((choice) => new Option(choice.label, choice.id)));
  }
}

const STEPS = {
  ArrowLeft: [-1, false],
  ArrowDown: [-1, false],
  ArrowRight: [1, false],
  ArrowUp: [1, false],
  PageDown: [-1, true],
  PageUp: [1, true],
};
const ENDS = { Home: 0, End: 1 };

class NumberRow extends Row {
  #slider;
  #entry;
  #editing = false;

  constructor(engine, element) {
    super(engine, element);
    [this.#slider, this.field] = element.querySelectorAll("input");
    this.#slider.addEventListener("input", () => this.say(engine.slide(this.key, Number(this.#slider.value))));
    this.#slider.addEventListener("keydown", (event) => this.#step(event));
    this.field.addEventListener("focus", () => this.#edit());
    this.field.addEventListener("change", () => this.#commit());
    this.field.addEventListener("blur", () => {
      this.#editing = false;
      if (this.#entry) this.refresh(this.#entry);
    });
    this.field.addEventListener("keydown", (event) => {
      if (event.key === "Enter") this.#commit();
    });
  }

  refresh(entry) {
    this.#entry = entry;
    this.#slider.value = entry.place;
    this.#slider.style.setProperty("--place", entry.place);
    this.#slider.setAttribute("aria-valuetext", entry.shown);
    if (!this.#editing) this.field.value = entry.shown;
  }

  // The steps of the canvas: of a log scale, a share of the value and not of the track.
  #step(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key in STEPS) this.say(this.engine.nudge(this.key, ...STEPS[event.key]));
    else if (event.key in ENDS) this.say(this.engine.slide(this.key, ENDS[event.key]));
    else return;
    event.preventDefault();
  }

  // While it is edited, the field holds what the reader types and nothing overwrites it.
  #edit() {
    this.#editing = true;
    this.field.select();
  }

  #commit() {
    if (this.field.value === this.#entry?.shown) return;
    const outcome = this.say(this.engine.set(this.key, this.field.value));
    if (!outcome.changed) return; // refused: what was typed stays, to be corrected
    this.#entry = this.engine.state()[this.key];
    this.field.value = this.#entry.shown;
  }
}
