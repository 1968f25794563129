// Mouse, touch, pen, wheel and keys of the canvas, and of nothing else: the page keeps its own scrolling, keys and gestures.
import { text } from "./text.js";

const MOVE = 0,
  DOWN = 1,
  UP = 2,
  LEAVE = 3;
const SCROLL_GAP_MS = 300; // a wheel turn that began on the page stays with the page

export function startInput(engine, stage, slots) {
  const pointers = new Pointers(engine, stage);
  for (const [section, slot] of slots) pointers.listen(section, slot);
  stage.busy = () => pointers.down !== null;
  listenToWheel(engine, stage, slots);
  listenToKeys(engine, stage);
}

// ---- pointers --------------------------------------------------------------------------------------------

class Pointers {
  down = null; // the pointer that holds something
  #engine;
  #stage;
  #proxy;

  constructor(engine, stage) {
    this.#engine = engine;
    this.#stage = stage;
    this.#proxy = new KeyboardProxy(engine, stage);
  }

  listen(section, slot) {
    slot.addEventListener("pointerdown", (event) => this.#press(event, section, slot));
    slot.addEventListener("pointermove", (event) => this.#send(MOVE, event, slot, section));
    slot.addEventListener("pointerup", (event) => this.#release(event, section, slot));
    slot.addEventListener("pointercancel", (event) => this.#cancel(event));
    // After a tap, browsers press a mouse that is not there; it would take the focus, and the keyboard, from the field.
    slot.addEventListener("mousedown", (event) => {
      if (this.#proxy.open) event.preventDefault();
    });
    slot.addEventListener("pointerleave", (event) => {
      if (this.down === null && section === this.#stage.active) this.#send(LEAVE, event, slot, section);
    });
  }

  #send(kind, event, slot, section) {
    if (!event.isPrimary || section !== this.#stage.active || (this.down !== null && event.pointerId !== this.down))
      return;
    const box = slot.getBoundingClientRect();
    this.#engine.pointer(
      kind,
      event.clientX - box.left,
      event.clientY - box.top,
      event.buttons,
      event.pointerType === "touch",
    );
    this.#stage.wake();
  }

  #press(event, section, slot) {
    if (!event.isPrimary || event.button !== 0 || event.target.closest("button")) return;
    this.#stage.choose(section);
    if (section !== this.#stage.active) return;
    this.down = event.pointerId;
    slot.setPointerCapture(event.pointerId); // the release arrives here wherever it happens
    this.#stage.canvas.focus({ preventScroll: true });
    this.#send(MOVE, event, slot, section);
    this.#send(DOWN, event, slot, section);
  }

  #release(event, section, slot) {
    if (event.pointerId !== this.down) return;
    this.#send(UP, event, slot, section);
    this.down = null;
    if (event.pointerType === "touch") this.#proxy.openIfWanted();
  }

  // The browser took the finger to scroll the page.
  #cancel(event) {
    if (event.pointerId !== this.down) return;
    this.down = null;
    this.#engine.pointer(LEAVE, 0, 0, 0, event.pointerType === "touch");
    this.#stage.wake();
  }
}

// A phone shows its keyboard only for a real input, and only in answer to a touch.
class KeyboardProxy {
  #engine;
  #stage;
  #input;

  constructor(engine, stage) {
    this.#engine = engine;
    this.#stage = stage;
    this.#input = Object.assign(document.createElement("input"), {
      className: "proxy",
      tabIndex: -1,
      inputMode: "decimal",
      autocomplete: "off",
    });
    this.#input.setAttribute("aria-label", text.labField);
    this.#input.addEventListener("beforeinput", (event) => this.#typed(event));
    this.#input.addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === "Escape") this.#press(event.key);
    });
    this.#input.addEventListener("blur", () => {
      this.#engine.blur();
      this.#input.remove();
      this.#stage.wake();
    });
  }

  get open() {
    return this.#input.isConnected;
  }

  openIfWanted() {
    this.#drawWhile(() => !this.#engine.wantsText());
    if (!this.#engine.wantsText()) return;
    this.#stage.slot().append(this.#input);
    this.#input.focus({ preventScroll: true });
  }

  // Frames take one kind of input each.
  #drawWhile(waiting) {
    for (let frame = 0; frame < 6 && waiting(); frame += 1) this.#stage.drawNow();
  }

  #typed(event) {
    event.preventDefault();
    if (event.inputType === "deleteContentBackward") this.#press("Backspace");
    else if (event.inputType === "insertLineBreak") this.#press("Enter");
    else if (event.data) this.#engine.type(event.data);
    this.#stage.wake();
  }

  #press(key) {
    this.#engine.key(true, key, key, 0);
    this.#engine.key(false, key, key, 0);
    this.#stage.wake();
    if (key === "Backspace") return;
    this.#drawWhile(() => this.#engine.wantsText()); // what was typed and the key are read before the focus is lost
    this.#input.blur();
  }
}

// ---- wheel ------------------------------------------------------------------------------------------------

function listenToWheel(engine, stage, slots) {
  let pageScrolled = -Infinity;
  addEventListener(
    "wheel",
    (event) => {
      if (!(event.target instanceof Element && event.target.closest(".slot"))) pageScrolled = event.timeStamp;
    },
    { passive: true },
  );

  for (const [section, slot] of slots) {
    slot.addEventListener(
      "wheel",
      (event) => {
        const passing = event.timeStamp - pageScrolled < SCROLL_GAP_MS;
        if (!event.ctrlKey && section === stage.active && !passing && offered(event, slot)) {
          event.preventDefault();
          stage.wake();
        } else {
          pageScrolled = event.timeStamp;
        }
      },
      { passive: false },
    );
  }

  function offered(event, slot) {
    const box = slot.getBoundingClientRect();
    const unit =
      event.deltaMode === WheelEvent.DOM_DELTA_LINE
        ? 16
        : event.deltaMode === WheelEvent.DOM_DELTA_PAGE
          ? box.height
          : 1;
    return engine.wheel(event.clientX - box.left, event.clientY - box.top, event.deltaX * unit, event.deltaY * unit);
  }
}

// ---- keys -------------------------------------------------------------------------------------------------

const modifiers = (event) =>
  (event.shiftKey ? 1 : 0) | (event.ctrlKey ? 2 : 0) | (event.altKey ? 4 : 0) | (event.metaKey ? 8 : 0);

// The browser's own: shortcuts, function keys, and Tab, which always leads on.
const isBrowsers = (event) =>
  event.ctrlKey || event.metaKey || event.altKey || event.key === "Tab" || /^F\d+$/.test(event.key);

function listenToKeys(engine, stage) {
  const { canvas } = stage;
  for (const type of ["keydown", "keyup"]) {
    canvas.addEventListener(type, (event) => {
      if (isBrowsers(event)) return;
      const down = type === "keydown";
      if (engine.key(down, event.code, event.key, modifiers(event))) event.preventDefault();
      if (down && [...event.key].length === 1 && engine.wantsText()) {
        engine.type(event.key);
        event.preventDefault();
      }
      stage.wake();
    });
  }
  canvas.addEventListener("paste", (event) => {
    if (!engine.wantsText()) return;
    engine.type(event.clipboardData.getData("text/plain"));
    event.preventDefault();
    stage.wake();
  });
  // Keys that go up elsewhere are never seen: forget all that are held.
  const forget = (event) => {
    if (event.relatedTarget?.classList?.contains("proxy")) return; // a phone's keyboard for this same canvas
    engine.blur();
    stage.wake();
  };
  canvas.addEventListener("blur", forget);
  addEventListener("blur", forget);
  document.addEventListener("visibilitychange", (event) => document.hidden && forget(event));
}
