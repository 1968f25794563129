// The scenarios of tests/golden/scenarios.json through window.lesson.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";

import { test } from "./harness.mjs";

const scenarios = JSON.parse(await readFile(new URL("../golden/scenarios.json", import.meta.url), "utf8"));

test("golden: window.lesson gives the numbers of every scenario", async (site) => {
  const page = await site.open();
  assert.ok(scenarios.length >= 60);
  const defaults = await page.evaluate(() => lesson.get());
  const wrong = await page.evaluate(
    ([list, start]) => {
      const found = [];
      for (const { name, set, config, expect, within } of list) {
        lesson.set(start);
        if (config) lesson.openConfig(JSON.stringify(config));
        const notes = lesson.set(set);
        if (notes.length) found.push(`${name}: ${notes}`);
        const results = lesson.results();
        for (const [key, wanted] of Object.entries(expect)) {
          const got = results[key]?.value;
          const same = wanted === null ? got === null : Math.abs(got - wanted) <= within * Math.abs(wanted);
          if (!same) found.push(`${name}: ${key} is ${got}, not ${wanted}`);
        }
      }
      return found;
    },
    [scenarios, defaults],
  );
  assert.deepEqual(wrong, []);
});
