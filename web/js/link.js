// The state in the address bar: "#cost?n=256". The engine writes and reads links; this file keeps the address and the page in step.
import { clearNotes, note } from "./notes.js";
import { text } from "./text.js";

const SETTLE_MS = 300; // browsers refuse to change the address many times a second

export class Link {
  #engine;
  #sections;
  #timer = 0;
  #started = false;
  #groups;
  #machines;

  // `groups`: what a reset clears, one after the other. `machines` gets the measured results and the token of a link.
  constructor(engine, sections, groups, machines) {
    this.#engine = engine;
    this.#sections = sections;
    this.#groups = groups;
    this.#machines = machines;
  }

  start() {
    if (location.hash.length > 1) this.#read();
    this.#started = true;
    addEventListener("hashchange", () => {
      // An entry that this page wrote holds the whole state; a plain anchor only names a place.
      if (history.state?.whole) this.#groups.forEach((group) => this.#engine.reset(group));
      this.#read();
    });
    this.#engine.onChange(() => this.write());
  }

  #read() {
    if (this.#isPlainAnchor()) return;
    const hash = location.hash;
    const contents = this.#engine.applyLink(hash);
    clearNotes();
    note(contents.notes);
    if (contents.token) this.#machines.allowMeasuring(contents.token);
    if (contents.results) this.#readResults(contents.results);
    // Neither is to stay in the address, nor in what is copied from there.
    if (contents.token || contents.results) history.replaceState({ whole: true }, "", this.#engine.link(contents.section || "cost"));
    if (contents.section && hash !== `#${contents.section}` && !this.#restoredByBrowser()) {
      document.getElementById(contents.section).scrollIntoView();
    }
  }

  // Places that are no sections: the top of the page, a derivation.
  #isPlainAnchor() {
    const id = location.hash.slice(1);
    return !this.#groups.includes(id) && document.getElementById(id) !== null;
  }

  // base64url of what `lesson bench --json` writes. The engine judges it; what is no text at all is said here.
  #readResults(encoded) {
    let document;
    try {
      const bytes = Uint8Array.from(atob(encoded.replaceAll("-", "+").replaceAll("_", "/")), (letter) =>
        letter.charCodeAt(0),
      );
      document = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    } catch {
      note([text.resultsUnreadable]);
      return;
    }
    this.#machines.add(document);
  }

  // The browser puts a reloaded page back where it was; then the link must not move it.
  #restoredByBrowser() {
    return !this.#started && performance.getEntriesByType("navigation")[0]?.type === "reload";
  }

  current() {
    return this.#engine.link(this.#sections.current || "cost");
  }

  write() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      const link = this.current();
      const untouched = !location.hash && !this.#sections.current && !link.includes("?");
      if (!untouched && location.hash !== link) history.replaceState({ whole: true }, "", link);
    }, SETTLE_MS);
  }

  address() {
    const address = new URL(this.current(), location.href);
    address.searchParams.delete("embed"); // a link is to the lesson, from wherever it was copied
    return address.href;
  }
}
