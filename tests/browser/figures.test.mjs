// Every figure of the lesson, from window.lesson.results().
import assert from "node:assert/strict";

import { FIGURES } from "./figures.mjs";
import { test } from "./harness.mjs";

test("figures: window.lesson gives every figure of the lesson", async (site) => {
  const page = await site.open();
  const defaults = await page.evaluate(() => lesson.get());
  for (const { set, name, value, digits } of FIGURES) {
    const result = await page.evaluate(
      ([values, key]) => {
        lesson.set(values);
        return lesson.results()[key];
      },
      [{ ...defaults, ...set }, name],
    );
    assert.ok(result, `${name} is missing`);
    const got = digits === undefined ? result.value : Number(result.value.toFixed(digits));
    assert.ok(
      Math.abs(got - value) <= 1e-12 * value,
      `${name} with ${JSON.stringify(set)} is ${result.value}, not ${value}`,
    );
  }
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
