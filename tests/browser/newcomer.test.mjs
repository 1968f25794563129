// As a reader does who knows nothing yet: from a number to its formula and source with one press, in prose and canvas.
// tests/browser/controls.test.mjs does it in the forms.
// Pictures for people to look at: build/screenshots/newcomer-SIZE-SECTION-PLACE.png.
import assert from "node:assert/strict";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";

import { resting } from "./canvas_tools.mjs";
import { SECTIONS } from "./figures.mjs";
import { PHONE, test } from "./harness.mjs";
import { ROOT } from "./servers.mjs";

const FOLDER = join(ROOT, "build/screenshots");
const SIZES = { "1440x900": {}, "390x844": PHONE };

// The topmost number that the canvas draws, as a place on the page.
async function drawnNumber(page, section) {
  const place = await page.evaluate((id) => {
    const inputs = lesson.get();
    const names = Object.keys(lesson.results()).filter((name) => name.startsWith(`${id}.`) && !(name in inputs));
    const places = names.map((name) => lesson.place(name)).filter((drawn) => drawn?.width > 0);
    return places.sort((one, other) => one.y - other.y)[0] ?? null;
  }, section);
  assert.ok(place, `${section}: no number in the canvas`);
  await page.evaluate((y) => {
    const top = document.getElementById("lab-canvas").getBoundingClientRect().top + y;
    if (top < 100 || top > innerHeight - 100) scrollBy({ top: top - innerHeight / 3, behavior: "instant" });
  }, place.y);
  await resting(page);
  const canvas = await page.locator("#lab-canvas").boundingBox();
  return { x: canvas.x + place.x + place.width / 2, y: canvas.y + place.y + place.height / 2 };
}

for (const [size, options] of Object.entries(SIZES)) {
  test(`newcomer: every number is one press away from formula and source (${size})`, async (site) => {
    await mkdir(FOLDER, { recursive: true });
    const page = await site.open(options);
    const shoot = (section, place) => page.screenshot({ path: join(FOLDER, `newcomer-${size}-${section}-${place}.png`) });
    for (const section of SECTIONS) {
      await page.evaluate((id) => lesson.goto(id), section);
      const inProse = page.locator(`#${section} .prose .value`).first();
      if ((await inProse.count()) === 1) {
        await inProse.click();
        const panel = page.locator(`#${section} .panel`);
        assert.match(await panel.innerText(), /Formula[^]+Source/, `${section}, prose`);
        await shoot(section, "prose");
        await panel.getByRole("button", { name: "Close" }).click();
      }

      await page.locator(`#${section} .slot`).evaluate((slot) => slot.scrollIntoView({ block: "start", behavior: "instant" }));
      await page.waitForFunction((id) => document.querySelector(`#${id} #lab-canvas`), section);
      await resting(page);
      const { x, y } = await drawnNumber(page, section);
      await page.mouse.move(x, y);
      await resting(page);
      const before = await page.screenshot();
      if (options === PHONE) await page.touchscreen.tap(x, y);
      else await page.mouse.click(x, y);
      await resting(page);
      const after = await shoot(section, "canvas");
      assert.ok(!before.equals(after), `${section}: nothing opened in the canvas`);
    }
  });
}
