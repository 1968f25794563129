// Machines that the native program measured, beside this tab: from a file, a drop, a paste, a link, or measured now by the
// program that serves this page. The engine judges every document; this file brings it there and lists what it keeps.
import { note } from "./notes.js";
import { text } from "./text.js";

const LARGEST = 1e6; // bytes, as the engine; a file beyond is not even read

export class Machines {
  #engine;
  #box;
  #shown = "";
  #token = "";
  #job = null; // ends the measurement that runs
  #onProgress;

  constructor(engine, lab, onProgress) {
    this.#engine = engine;
    this.#box = lab.querySelector(".machines");
    this.#onProgress = onProgress;
    const file = this.#box.querySelector("input[type=file]");
    file.addEventListener("change", async () => {
      await this.#read([...file.files]);
      file.value = "";
    });
    this.#measureButton.addEventListener("click", () => (this.#job ? this.#job.abort() : this.#measure()));
    lab.addEventListener("dragover", (event) => {
      if (event.dataTransfer.types.includes("Files")) event.preventDefault();
    });
    lab.addEventListener("drop", (event) => {
      if (!event.dataTransfer.files.length) return;
      event.preventDefault();
      this.#read([...event.dataTransfer.files]);
    });
    addEventListener("paste", (event) => {
      const words = event.clipboardData?.getData("text/plain") ?? "";
      if (event.target.closest?.("input, textarea") || !words.trimStart().startsWith("{")) return;
      this.add(words);
    });
  }

  get #measureButton() {
    return this.#box.querySelector("[data-measure]");
  }

  // True when the engine took it; otherwise its sentence is shown.
  add(document) {
    const { error } = this.#engine.addMachine(document);
    if (error) note([error]);
    return !error;
  }

  async #read(files) {
    for (const file of files) {
      if (file.size > LARGEST) note([text.fileTooLarge]);
      else this.add(await file.text());
    }
  }

  // The page came by the link that the local program printed.
  allowMeasuring(token) {
    this.#token = token;
    this.#measureButton.hidden = false;
    this.#box.closest(".form").open = true;
  }

  async #measure() {
    this.#job = new AbortController();
    this.#measureButton.textContent = text.stopMeasuring;
    try {
      const response = await fetch(new URL("/api/measure", location.href), {
        method: "POST",
        headers: { "content-type": "application/json", "x-lesson-token": this.#token },
        body: "{}",
        signal: this.#job.signal,
      });
      if (!response.ok) throw new Error((await response.text()).trim());
      await this.#follow(response.body.pipeThrough(new TextDecoderStream()).getReader());
    } catch (error) {
      const stopped = error.name === "AbortError";
      this.#onProgress({ running: false, fraction: 0, text: stopped ? text.benchStopped : "", error: stopped ? "" : error.message });
    } finally {
      this.#job = null;
      this.#measureButton.textContent = text.measureMachine;
    }
  }

  // One JSON document a line.
  async #follow(reader) {
    let rest = "";
    for (;;) {
      const { value, done } = await reader.read();
      if (done) break;
      const lines = (rest + value).split("\n");
      rest = lines.pop();
      for (const line of lines) this.#hear(JSON.parse(line));
    }
  }

  #hear(news) {
    if (news.type === "progress") this.#onProgress({ running: true, fraction: news.fraction, text: news.text });
    else if (news.type === "error") note([news.error]);
    else if (news.type === "done") {
      this.add(JSON.stringify(news.document));
      this.#onProgress({ running: false, fraction: 1, text: text.benchDone });
    }
  }

  refresh() {
    const machines = this.#engine.machines();
    const key = JSON.stringify(machines);
    if (key === this.#shown) return;
    this.#shown = key;
    this.#box.querySelector("ul").replaceChildren(...machines.map((machine, index) => this.#row(machine, index)));
  }

  #row({ name, results }, index) {
    const row = document.createElement("li");
    const field = Object.assign(document.createElement("input"), { type: "text", value: name, maxLength: 120 });
    field.setAttribute("aria-label", text.machineName);
    field.addEventListener("change", () => this.#engine.renameMachine(index, field.value.trim()));
    const count = Object.assign(document.createElement("span"), { textContent: text.resultCount(results) });
    const remove = Object.assign(document.createElement("button"), {
      type: "button",
      className: "button quiet",
      textContent: text.remove,
    });
    remove.setAttribute("aria-label", text.removeMachine(name));
    remove.addEventListener("click", () => this.#engine.removeMachine(index));
    row.append(field, count, remove);
    return row;
  }
}
