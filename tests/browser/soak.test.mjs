// Memory after many small acts. tests/bench/soak.mjs goes on for longer and writes its figures down.
import assert from "node:assert/strict";

import { test } from "./harness.mjs";
import { MEMORY_FLAGS, act, memoryBytes } from "./soak_tools.mjs";

const WARM = 1000; // caches of glyphs, code and rows fill
const ACTS = 5000;
const LEAK_BYTES_AN_ACT = 100; // a leak of the smallest object at every act is more than this

test(
  "soak: memory is flat over 5,000 acts",
  async (site) => {
    const page = await site.open({ viewport: { width: 800, height: 600 } }); // drawing in software takes most of the time
    await page.evaluate(act, { count: WARM, seed: 1 });
    const before = await memoryBytes(page);
    await page.evaluate(act, { count: ACTS, seed: 2 });
    const grown = (await memoryBytes(page)) - before;
    site.record(`memory after ${ACTS} acts`, { bytes_before: before, bytes_more_per_act: grown / ACTS });
    assert.ok(grown <= ACTS * LEAK_BYTES_AN_ACT, `${grown} bytes more after ${ACTS} acts`);
  },
  { whole: true, flags: MEMORY_FLAGS, first: true, measures: true },
);
