// Finding and moving things in the canvas as a reader does: by pointer, watching what the lesson says.
// These ask nothing of a page but `evaluate`, which the drivers of Chromium and of Firefox both have.
const ASK_EVERY_MS = 50;
const PATIENCE_MS = 30_000;

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

// Waits until `question`, asked in the page with `argument`, is answered with something true.
export async function until(page, question, argument) {
  for (const begin = performance.now(); performance.now() - begin < PATIENCE_MS; await pause(ASK_EVERY_MS)) {
    const answer = await page.evaluate(question, argument);
    if (answer) return answer;
  }
  throw new Error(`waited ${PATIENCE_MS / 1000} s in vain for ${question}`);
}

// On a phone a section begins with its prose; the lab is below it.
export async function showLab(page, section) {
  await page.evaluate((id) => {
    lesson.goto(id);
    document.querySelector(`#${id} .slot`).scrollIntoView({ block: "nearest", behavior: "instant" });
  }, section);
  await until(page, (id) => Boolean(document.querySelector(`#${id} #lab-canvas`)), section);
  await resting(page);
}

const nextFrames = (page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

// Waits until no more frames are drawn.
export async function resting(page) {
  let before = -1;
  for (let turn = 0; turn < 60; turn += 1) {
    const frames = await page.evaluate(() => lesson.frames());
    if (frames === before) return frames;
    before = frames;
    await pause(80);
    await nextFrames(page);
  }
  throw new Error("the canvas never comes to rest");
}

// Waits until the page has not moved for a moment: a swipe goes on after the finger is lifted.
export async function scrolled(page) {
  let before = -1;
  for (let turn = 0; turn < 60; turn += 1) {
    const y = await page.evaluate(() => scrollY);
    if (y === before) return y;
    before = y;
    await pause(200);
  }
  throw new Error("the page never stops scrolling");
}

export const value = (page, key) => page.evaluate((name) => lesson.get()[name], key);

// The track of a slider in the lab in view, on the page: from `left`, `width` long, at the height `y`; `canvas`: the canvas' box.
export async function findSlider(page, key) {
  const canvas = await page.evaluate(() => {
    const { x, y, width, height } = document.getElementById("lab-canvas").getBoundingClientRect();
    return { x, y, width, height };
  });
  const place = await page.evaluate((name) => lesson.place(name), key);
  if (!place) throw new Error(`no slider of ${key} in the canvas`);
  return { y: canvas.y + place.y + place.height / 2, left: canvas.x + place.x, width: place.width, canvas };
}
