// Every product that this tab has timed, as a table in the forms: what the canvas draws as lines and bars.
import { shortened } from "./text.js";

export class Measured {
  #boxes;
  #results = new Map(); // the newest of each kind

  constructor(boxes) {
    this.#boxes = [...boxes];
  }

  // `label`: of the implementation.
  add(result, label) {
    const kind = [result.dtype, result.kernel, result.threads, result.n].join();
    this.#results.set(kind, { result, label });
    const sorted = [...this.#results.values()].sort((one, two) => one.result.n - two.result.n || one.result.flops_per_s - two.result.flops_per_s);
    for (const box of this.#boxes) {
      box.querySelector("tbody").replaceChildren(...sorted.map(row));
      box.hidden = false;
    }
  }
}

function row({ result, label }) {
  const element = document.createElement("tr");
  const head = Object.assign(document.createElement("th"), { scope: "row", textContent: String(result.n) });
  const cells = [label, String(result.threads), shortened(result.median_ns / 1e6), shortened(result.flops_per_s / 1e9)];
  element.append(head, ...cells.map((textContent) => Object.assign(document.createElement("td"), { textContent })));
  return element;
}
