// The page in a real browser.
//   node run.mjs [part of a test's name]
//   node run.mjs --measure    only the tests that measure, alone; their figures go to tests/bench/results
import { join } from "node:path";

import { versionOfShell } from "./chromium.mjs";
import { runAll } from "./harness.mjs";
import { ROOT } from "./servers.mjs";
import { writeFigures } from "./write_figures.mjs";

for (const file of [
  "reading",
  "figures",
  "golden",
  "golden_tree",
  "lab_files",
  "controls",
  "newcomer",
  "canvas",
  "bench",
  "links",
  "fuzz",
  "machines",
  "weather",
  "network",
  "elsewhere",
  "access",
  "layout",
  "speed",
  "language",
  "firefox",
  "soak",
  "screenshots",
]) {
  await import(`./${file}.test.mjs`);
}
const measure = process.argv[2] === "--measure";
const { ok, figures } = await runAll({ filter: measure ? "" : process.argv[2], measure });
const folder = join(ROOT, measure ? "tests/bench/results" : "build");
if (ok && (measure || !process.argv[2])) await writeFigures(folder, { figures, browser: await versionOfShell() });
process.exit(ok ? 0 : 1); // a browser's connection can outlive the browser and would keep the run alive
