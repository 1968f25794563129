// Finding and moving things in the canvas as a reader does: by pointer, watching what the lesson says.

export async function showLab(page, section) {
  await page.evaluate((id) => lesson.goto(id), section);
  await page.waitForFunction((id) => document.querySelector(`#${id} #lab-canvas`), section);
  await resting(page);
}

// Waits until a press has acted: the lesson draws at least three frames after each. One beside the canvas draws none.
const acted = (page, framesBefore) =>
  page.waitForFunction((frames) => lesson.frames() >= frames + 3, framesBefore, { timeout: 2000 }).catch(() => {});

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

// The height, in the canvas of the lab in view, at which a press on the track changes `key`. Puts the value back.
export async function findSlider(page, key) {
  const box = await page.locator("#lab-canvas").boundingBox();
  const before = await value(page, key);
  const height = page.viewportSize().height;
  for (let y = box.y + 16; y < Math.min(box.y + box.height, height) - 8; y += 9) {
    for (const share of [0.55, 0.4]) {
      const frames = await page.evaluate(() => lesson.frames());
      await page.mouse.click(box.x + box.width * share, y);
      await acted(page, frames);
      const now = await value(page, key);
      await page.keyboard.press("Escape");
      if (now !== before) {
        await page.evaluate(([name, old]) => lesson.set({ [name]: old }), [key, before]);
        await resting(page);
        return { y, left: box.x, width: box.width };
      }
    }
  }
  throw new Error(`no slider of ${key} in the canvas`);
}
