// Hours of use in short: many small acts, and what is left in memory after them.

// In the page: `count` acts, half of them values set at random, half pointer moves over the canvas with a press now and then;
// a frame is drawn every tenth. `seed` makes the sequence repeatable.
export function act({ count, seed }) {
  let state = seed;
  const random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0; // the generator of Numerical Recipes
    return state / 2 ** 32;
  };
  const sections = [...document.querySelectorAll(".lab")].map((lab) => lab.dataset.section);
  const sliders = [...document.querySelectorAll('.row[data-key] input[type="range"]')];
  const canvas = document.getElementById("lab-canvas");
  const point = (type, buttons) => {
    const box = canvas.getBoundingClientRect();
    const place = { clientX: box.left + random() * box.width, clientY: box.top + random() * Math.min(box.height, 600) };
    const event = { bubbles: true, cancelable: true, pointerId: 1, pointerType: "mouse", isPrimary: true, buttons, ...place };
    canvas.dispatchEvent(new PointerEvent(type, event));
  };
  const one = (turn) => {
    if (turn % 500 === 499) lesson.goto(sections[Math.floor(random() * sections.length)]);
    if (turn % 2) {
      const slider = sliders[Math.floor(random() * sliders.length)];
      slider.value = String(random());
      slider.dispatchEvent(new Event("input", { bubbles: true }));
    } else if (turn % 50 === 0) {
      point("pointerdown", 1);
      point("pointermove", 1);
      point("pointerup", 0);
    } else point("pointermove", 0);
  };
  return (async () => {
    for (let turn = 0; turn < count; turn += 1) {
      one(turn);
      if (turn % 10 === 9) await new Promise(requestAnimationFrame);
    }
  })();
}

export const MEMORY_FLAGS = ["--enable-blink-features=ForceEagerMeasureMemory"];

// Bytes of this page: scripts, wasm memory and document, after collecting garbage. Needs MEMORY_FLAGS and isolation.
export const memoryBytes = (page) =>
  page.evaluate(async () => (await performance.measureUserAgentSpecificMemory()).bytes);
