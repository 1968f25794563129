// The published runs as a table: sorted and filtered by the lab's own inputs, each number with its derivation, each run with
// why it lies where it lies and its sources.
import { derivation, linked } from "./derivation.js";

export class Published {
  #engine;
  #box;
  #body;
  #open = ""; // the number whose derivation is shown

  constructor(engine, box) {
    this.#engine = engine;
    this.#box = box;
    this.#body = box.querySelector("tbody");
    box.addEventListener("toggle", () => this.refresh());
    this.#body.addEventListener("click", (event) => {
      const { name } = event.target.dataset;
      if (!name) return;
      this.#open = this.#open === name ? "" : name;
      this.refresh();
      this.#body.querySelector(`[data-name="${CSS.escape(name)}"]`).focus();
    });
  }

  refresh() {
    if (!this.#box.open) return;
    this.#body.replaceChildren(...this.#engine.published().flatMap((run) => this.#rows(run)));
  }

  #rows(run) {
    const row = document.createElement("tr");
    const head = Object.assign(document.createElement("th"), { scope: "row", textContent: run.name });
    head.append(Object.assign(document.createElement("span"), { className: "device", textContent: run.device }));
    row.append(head, ...run.numbers.map((number) => this.#cell(number)));
    const open = run.numbers.find((number) => number.name === this.#open);
    return open ? [row, this.#how(run, open, row.cells.length)] : [row];
  }

  #cell(number) {
    const shown = number.text.replace(/ GPU-\S+$/, ""); // the head of the column says it
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: shown });
    if (number.caution) button.textContent += " *"; // as in the forms: the derivation says what to be careful about
    button.dataset.name = number.name;
    button.setAttribute("aria-expanded", String(number.name === this.#open));
    button.setAttribute("aria-label", `${number.label}: ${number.text}`);
    const cell = document.createElement("td");
    cell.append(button);
    return cell;
  }

  #how(run, number, columns) {
    const cell = document.createElement("td");
    cell.colSpan = columns;
    cell.append(derivation(number));
    const said = [number.caution, number.source];
    const words = [run.remark, run.source].filter((word) => word && !said.includes(word)).join(" · ");
    if (words) {
      const line = Object.assign(document.createElement("p"), { className: "help" });
      line.append(...linked(words));
      cell.append(line);
    }
    const row = document.createElement("tr");
    row.append(cell);
    return row;
  }
}
