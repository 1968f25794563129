// Finding and moving things in the canvas as a reader does: by pointer, watching what the lesson says.

export async function showLab(page, section) {
  await page.evaluate((id) => lesson.goto(id), section);
  await page.waitForFunction((id) => document.querySelector(`#${id} #lab-canvas`), section);
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
    await page.waitForTimeout(200);
    await nextFrames(page);
  }
  throw new Error("the canvas never comes to rest");
}

export const value = (page, key) => page.evaluate((name) => lesson.get()[name], key);

// The track of a slider in the lab in view, on the page: from `left`, `width` long, at the height `y`; `canvas`: the canvas' box.
export async function findSlider(page, key) {
  const canvas = await page.locator("#lab-canvas").boundingBox();
  const place = await page.evaluate((name) => lesson.place(name), key);
  if (!place) throw new Error(`no slider of ${key} in the canvas`);
  return { y: canvas.y + place.y + place.height / 2, left: canvas.x + place.x, width: place.width, canvas };
}
