// The scenarios of tests/golden/scenarios.json through window.lesson.
import assert from "node:assert/strict";

import { SCENARIOS, wrongScenarios } from "./golden.mjs";
import { test } from "./harness.mjs";

test("golden: window.lesson gives the numbers of every scenario", async (site) => {
  const page = await site.open();
  assert.ok(SCENARIOS.length >= 60);
  assert.deepEqual(await wrongScenarios(page), []);
});
