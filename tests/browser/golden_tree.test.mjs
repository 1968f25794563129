// What a screen reader is given of every lab with its form open, as a golden file.
// After a wanted change: LESSON_WRITE_GOLDEN=1 node tests/browser/run.mjs "golden tree", and read the difference.
import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { SECTIONS } from "./figures.mjs";
import { test } from "./harness.mjs";
import { ROOT } from "./servers.mjs";

const GOLDEN = join(ROOT, "tests/golden/labs.aria.yaml");

test("golden tree: roles, names, values and order of everything in the labs", async (site) => {
  const page = await site.open();
  await page.evaluate(() => {
    for (const form of document.querySelectorAll(".form, .more")) form.open = true;
  });
  let tree = "";
  for (const section of SECTIONS) tree += `# ${section}\n${await page.locator(`#${section} .lab`).ariaSnapshot()}\n`;
  tree = tree.replace(/^ *- option (?!.*\[selected\]).*\n/gm, ""); // the lists are the catalogue's
  if (process.env.LESSON_WRITE_GOLDEN) await writeFile(GOLDEN, tree);
  assert.equal(tree, await readFile(GOLDEN, "utf8"));
});
