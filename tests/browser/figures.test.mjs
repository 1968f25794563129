// Every figure of the lesson, from window.lesson.results().
import assert from "node:assert/strict";

import { wrongFigures } from "./figures.mjs";
import { test } from "./harness.mjs";

test("figures: window.lesson gives every figure of the lesson", async (site) => {
  assert.deepEqual(await wrongFigures(await site.open()), []);
}, { whole: true });

test("figures: nothing shown is NaN or infinite, whatever is set", async (site) => {
  const page = await site.open();
  const shown = await page.evaluate(() => {
    const bad = [];
    const look = (what) => {
      for (const [name, { value }] of Object.entries(lesson.results()))
        if (value !== null && !Number.isFinite(value)) bad.push(`${what}: ${name} = ${value}`);
    };
    for (const row of document.querySelectorAll(".row")) {
      const key = row.dataset.key,
        before = lesson.get()[key];
      const tries = [...row.querySelectorAll("option")].map((option) => option.value);
      for (const value of tries.length ? tries : ["0", "1", "1e30", "-5", "7B", "0.001"]) {
        lesson.set({ [key]: value });
        look(`${key}=${value}`);
      }
      lesson.set({ [key]: before });
    }
    return bad;
  });
  assert.deepEqual(shown, []);
});
