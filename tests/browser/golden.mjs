// The scenarios of tests/golden/scenarios.json, asked of window.lesson.
import { readFile } from "node:fs/promises";

export const SCENARIOS = JSON.parse(await readFile(new URL("../golden/scenarios.json", import.meta.url), "utf8"));

// A line for each number that is not the golden one.
export async function wrongScenarios(page) {
  const defaults = await page.evaluate(() => lesson.get());
  return page.evaluate(
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
      lesson.set(start);
      return found;
    },
    [SCENARIOS, defaults],
  );
}
