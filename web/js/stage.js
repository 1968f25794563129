// One live canvas for the whole page. It stands in the slot of the lab in view; other slots in view show a picture of their
// lab, drawn with the same canvas and copied. Nothing is drawn unless something changed, and nothing out of view.
import { text } from "./text.js";

const CURSORS = ["", "text", "ew-resize", "pointer"];
const ONE_COLUMN = matchMedia("(max-width: 62.49em)");
const SETTLING_FRAMES = 4; // a lab that has not been drawn yet lays itself out in a few
const PICTURE_DELAY_MS = 150; // pictures follow when the reader pauses
const RESTORE_WAIT_MS = 5000;

export class Stage {
  #engine;
  #slots;
  #canvas;
  #active;
  #pinned = null; // chosen by pointer or focus: stays until it leaves the view
  #views = new Map(); // section -> how many pixels of its slot are in view
  #pictures = new Map(); // section -> 2D canvas
  #stale = new Set();
  #pictureTimer = 0;
  #request = 0;
  #lost = false;
  #drawing = false;
  #afterFrame;
  #fitted = ""; // the size that the program was last told
  busy = () => false; // a pointer is down: nothing may be exchanged under it

  // `slots`: section -> element. `afterFrame` is called when a frame has been drawn.
  constructor(engine, slots, afterFrame) {
    this.#engine = engine;
    this.#slots = slots;
    this.#active = slots.keys().next().value;
    this.#afterFrame = afterFrame;
    this.#canvas = Object.assign(document.createElement("canvas"), { id: "lab-canvas", tabIndex: 0 });
    this.#canvas.setAttribute("role", "application");
    this.#settle(this.#canvas, this.#active);
  }

  get canvas() {
    return this.#canvas;
  }
  get active() {
    return this.#active;
  }
  slot(section = this.#active) {
    return this.#slots.get(section);
  }

  // False: this browser cannot draw.
  start() {
    if (!this.#engine.start(`#${this.#canvas.id}`)) {
      this.#canvas.remove();
      return false;
    }
    this.#drawing = true;
    this.#engine.show(this.#active);
    for (const [section, slot] of this.#slots) {
      slot.querySelector(".slot-note").remove();
      this.#stale.add(section);
    }
    this.#watchView();
    this.#watchContext();
    document.addEventListener("visibilitychange", () => this.wake());
    addEventListener("resize", () => this.redrawAll());
    return true;
  }

  #settle(element, section) {
    const slot = this.slot(section);
    element.setAttribute("aria-label", text.labName(slot.closest(".lab").dataset.title));
    slot.prepend(element);
  }

  // ---- drawing ---------------------------------------------------------------------------------------

  wake() {
    if (!this.#drawing || this.#lost || this.#request || document.hidden || !this.#views.get(this.#active)) return;
    this.#request = requestAnimationFrame(() => {
      this.#request = 0;
      if (this.#draw() > 0) this.wake();
    });
  }

  // In the running task: what follows an input at once, such as a phone's keyboard, needs the result now.
  drawNow() {
    if (this.#drawing && !this.#lost) this.#draw();
    this.wake();
  }

  #draw() {
    this.#fit(this.#active);
    const wanted = this.#engine.frame();
    this.#canvas.style.cursor = CURSORS[this.#engine.cursor()] ?? "";
    this.#growSlot(this.#active);
    this.#afterFrame();
    return wanted;
  }

  // In one column the page scrolls, not the lab: a lab that opened more choices gets the room it needs.
  #growSlot(section) {
    const slot = this.slot(section),
      needed = Math.ceil(this.#engine.contentHeight());
    if (ONE_COLUMN.matches && needed > slot.clientHeight) slot.style.setProperty("--lab-height", `${needed}px`);
  }

  // Compared every time, since not every change of the pixel ratio fires an event. The program sets the canvas's own size,
  // in whole device pixels, and draws in the same task, so that nothing blank is ever shown.
  #fit(section) {
    const slot = this.slot(section);
    const size = [slot.clientWidth, slot.clientHeight, devicePixelRatio, matchMedia("(pointer: coarse)").matches];
    if (this.#fitted === size.join()) return;
    this.#fitted = size.join();
    this.#engine.resize(...size);
  }

  // Numbers or colours changed.
  redrawAll() {
    for (const section of this.#slots.keys()) this.#stale.add(section);
    this.wake();
    this.#schedulePictures();
  }

  // A promise of the lab as a PNG; null where nothing can be drawn. Copied in the task that drew it.
  async picture(section) {
    if (!this.#drawing || this.#lost) return null;
    this.choose(section);
    this.#draw();
    const copy = Object.assign(document.createElement("canvas"), { width: this.#canvas.width, height: this.#canvas.height });
    copy.getContext("2d").drawImage(this.#canvas, 0, 0);
    return new Promise((resolve) => copy.toBlob(resolve, "image/png"));
  }

  // ---- which lab is live --------------------------------------------------------------------------------

  // By pointer or focus.
  choose(section) {
    this.#pinned = section;
    this.#activate(section);
  }

  #activate(section) {
    if (section === this.#active || this.#lost || this.busy()) return;
    const focused = document.activeElement === this.#canvas;
    this.#engine.pointer(3, 0, 0, 0, false);
    this.#draw();
    if (this.#views.get(this.#active)) this.#keepPicture(this.#active);
    this.#active = section;
    this.#settle(this.#canvas, section);
    if (focused) this.#canvas.focus({ preventScroll: true });
    this.#engine.show(section);
    this.#draw();
    this.#pictures.get(section)?.remove();
    this.#pictures.delete(section);
    this.wake();
  }

  #watchView() {
    const observer = new IntersectionObserver(
      (entries) => {
        for (const entry of entries)
          this.#views.set(entry.target.parentElement.dataset.section, entry.intersectionRect.height);
        this.#chooseByView();
        this.wake();
        this.#drawPictures();
      },
      { threshold: [0, 0.2, 0.4, 0.6, 0.8, 1] },
    );
    const sizes = new ResizeObserver((entries) => {
      for (const entry of entries) this.#stale.add(entry.target.parentElement.dataset.section);
      this.drawNow();
      this.#schedulePictures();
    });
    for (const slot of this.#slots.values()) {
      observer.observe(slot);
      sizes.observe(slot);
    }
  }

  #chooseByView() {
    if (this.#pinned && !this.#views.get(this.#pinned)) this.#pinned = null;
    if (this.#pinned || (document.activeElement === this.#canvas && this.#views.get(this.#active))) return;
    let best = this.#active;
    for (const [section, height] of this.#views) if (height > (this.#views.get(best) ?? 0)) best = section;
    this.#activate(best);
  }

  // ---- pictures of the other labs in view ------------------------------------------------------------------

  #schedulePictures() {
    clearTimeout(this.#pictureTimer);
    this.#pictureTimer = setTimeout(() => this.#drawPictures(), PICTURE_DELAY_MS);
  }

  #drawPictures() {
    if (!this.#drawing || this.#lost) return;
    if (this.busy()) {
      this.#schedulePictures();
      return;
    }
    const wanted = [...this.#views].filter(
      ([section, height]) => height > 0 && section !== this.#active && this.#stale.has(section),
    );
    if (!wanted.length) return;
    this.#engine.pointer(3, 0, 0, 0, false);
    for (const [section] of wanted) {
      this.#engine.show(section);
      this.#fit(section);
      for (let frame = 0; frame < SETTLING_FRAMES && this.#engine.frame() > 0; frame += 1);
      this.#keepPicture(section);
    }
    this.#engine.show(this.#active);
    this.#draw();
    this.wake();
  }

  // Copies what the canvas shows, in the task that drew it: later the browser may have cleared it.
  #keepPicture(section) {
    let picture = this.#pictures.get(section);
    if (!picture) {
      picture = Object.assign(document.createElement("canvas"), { tabIndex: 0 });
      picture.setAttribute("role", "img");
      picture.addEventListener("focus", () => {
        this.choose(section);
        this.#canvas.focus({ preventScroll: true });
      });
      this.#settle(picture, section);
      this.#pictures.set(section, picture);
    }
    picture.width = this.#canvas.width;
    picture.height = this.#canvas.height;
    picture.getContext("2d").drawImage(this.#canvas, 0, 0);
    this.#stale.delete(section);
  }

  // ---- a lost context ------------------------------------------------------------------------------------------

  #watchContext() {
    let waiting = 0;
    this.#canvas.addEventListener("webglcontextlost", (event) => {
      event.preventDefault(); // asks for it back
      this.#lost = true;
      this.#engine.contextLost();
      waiting = setTimeout(() => this.#say(text.drawingLost, text.reload, () => location.reload()), RESTORE_WAIT_MS);
    });
    this.#canvas.addEventListener("webglcontextrestored", () => {
      clearTimeout(waiting);
      this.slot().querySelector(".slot-note")?.remove();
      this.#lost = !this.#engine.contextRestored();
      this.#canvas.hidden = false;
      this.#fitted = "";
      this.redrawAll();
    });
  }

  #say(sentence, label, action) {
    this.#canvas.hidden = true;
    this.slot().prepend(slotNote(sentence, label, action));
  }
}

// A sentence in the lab's place, with what can be done about it.
export function slotNote(sentence, label, action) {
  const box = document.createElement("div");
  box.className = "slot-note";
  box.append(Object.assign(document.createElement("p"), { textContent: sentence }));
  if (label) {
    const button = Object.assign(document.createElement("button"), {
      type: "button",
      className: "button",
      textContent: label,
    });
    button.addEventListener("click", action);
    box.append(button);
  }
  return box;
}
