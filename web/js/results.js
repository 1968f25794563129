// The numbers of a lab as a list, each with its derivation.
import { derivation } from "./derivation.js";
import { text } from "./text.js";

const SAY_AFTER_MS = 700; // a screen reader hears where a change ended, not every step on the way
const MOST_SAID = 2;

export class Results {
  #section;
  #list;
  #said;
  #rows = new Map(); // name -> row
  #changes = new Map();
  #timer = 0;

  constructor(section, list, said) {
    this.#section = section;
    this.#list = list;
    this.#said = said;
  }

  // `announce`: the reader is in this form, so what changed is also said.
  refresh(results, announce) {
    const own = results.filter((result) => result.name.startsWith(`${this.#section}.`));
    for (const result of own) {
      let row = this.#rows.get(result.name);
      if (!row) {
        row = new ResultRow(result);
        this.#rows.set(result.name, row);
        this.#list.append(row.element);
      } else if (row.shown !== result.text) {
        this.#changes.set(result.name, `${result.label}: ${result.text}${result.reason ? `, ${result.reason}` : ""}`);
      }
      row.refresh(result);
    }
    if (announce) this.#sayLater();
    else this.#changes.clear();
  }

  #sayLater() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      const { headline } = this.#list.dataset;
      const first = [...this.#changes].sort(([one], [two]) => (two === headline) - (one === headline));
      this.#said.textContent = first.slice(0, MOST_SAID).map(([, words]) => words).join("; ");
      this.#changes.clear();
    }, SAY_AFTER_MS);
  }
}

class ResultRow {
  #output;
  #term;
  #details;
  #reason;
  #result;

  constructor(result) {
    this.element = document.createElement("div");
    this.element.className = "result";
    this.element.dataset.name = result.name;
    this.#term = document.createElement("dt");
    const figure = document.createElement("dd");
    this.#output = document.createElement("output");
    this.#output.setAttribute("aria-live", "off"); // a dozen outputs that speak at once help nobody
    figure.append(this.#output);

    const place = document.createElement("dd");
    this.#details = document.createElement("details");
    this.#details.append(Object.assign(document.createElement("summary"), { textContent: text.how }));
    this.#details.addEventListener("toggle", () => this.#showHow());
    this.#reason = Object.assign(document.createElement("p"), { className: "reason" });
    place.append(this.#reason, this.#details);
    this.element.append(this.#term, figure, place);
  }

  refresh(result) {
    this.#result = result;
    this.shown = result.text;
    this.#output.textContent = result.caution ? `${result.text} *` : result.text; // the derivation says what to be careful about
    this.#term.textContent = result.label;
    this.#reason.textContent = result.reason ?? "";
    this.#details.firstElementChild.setAttribute("aria-label", text.howOf(result.text, result.label));
    this.#showHow();
  }

  #showHow() {
    this.#details.querySelector(".how")?.remove();
    if (this.#details.open) this.#details.append(derivation(this.#result));
  }
}
