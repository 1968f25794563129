// Pictures of every section for people to look at: build/screenshots/SIZE-THEME-NN-SECTION.png, in German under de/. Nothing is compared.
import assert from "node:assert/strict";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";

import { resting, showLab } from "./canvas_tools.mjs";
import { SECTIONS } from "./figures.mjs";
import { PHONE, test } from "./harness.mjs";
import { ROOT } from "./servers.mjs";

const FOLDER = join(ROOT, "build/screenshots");
const SIZES = { "1440x900": {}, "820x1180": { viewport: { width: 820, height: 1180 } }, "390x844": PHONE };
const BLANK_BYTES = 30_000; // an empty page of these sizes takes half of it
const LANGUAGES = { en: "", de: "de.html" };

for (const [language, address] of Object.entries(LANGUAGES))
  for (const [size, options] of Object.entries(SIZES))
    for (const colorScheme of ["light", "dark"])
      test(`screenshots: ${size} ${colorScheme} ${language}`, async (site) => {
        const folder = join(FOLDER, address && language);
        await mkdir(folder, { recursive: true });
        const page = await site.open({ at: new URL(address, site.url).href, ...options, colorScheme });
        await page.evaluate(() => lesson.bench({ n: 512 }));
        const shoot = async (name) => {
          const picture = await page.screenshot({ path: join(folder, `${size}-${colorScheme}-${name}.png`) });
          assert.ok(picture.length > BLANK_BYTES, `${name} shows next to nothing: ${picture.length} bytes`);
        };
        await shoot("00-start");
        const oneColumn = size !== "1440x900";
        for (const [index, section] of SECTIONS.entries()) {
          const name = `${String(index + 1).padStart(2, "0")}-${section}`;
          await showSection(page, section, oneColumn);
          await shoot(name);
          if (!oneColumn) continue;
          await page.locator(`#${section} .slot`).evaluate((slot) => slot.scrollIntoView({ block: "start" }));
          await resting(page);
          await shoot(`${name}-lab`);
        }
      });

async function showSection(page, section, oneColumn) {
  if (!oneColumn) return showLab(page, section);
  await page.evaluate((id) => lesson.goto(id), section);
  await page.waitForTimeout(200);
}
