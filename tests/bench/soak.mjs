// Hours of use: node tests/bench/soak.mjs [--acts 100000] [--reloads 30]
// Writes tests/bench/results/soak.json: memory every tenth of the way, and after each reload.
import { writeFile } from "node:fs/promises";
import { cpus } from "node:os";
import { parseArgs } from "node:util";

import { launch } from "../browser/chromium.mjs";
import { serveLesson } from "../browser/servers.mjs";
import { MEMORY_FLAGS, act, memoryBytes } from "../browser/soak_tools.mjs";

const { values: option } = parseArgs({
  options: { acts: { type: "string", default: "100000" }, reloads: { type: "string", default: "30" } },
});
const acts = Number(option.acts),
  reloads = Number(option.reloads),
  parts = 10;

const server = await serveLesson();
const browser = await launch(MEMORY_FLAGS);
const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
await page.goto(server.url);
await page.evaluate(() => lesson.ready);
await page.evaluate(act, { count: 1000, seed: 1 });

const after_acts = [{ acts: 0, bytes: await memoryBytes(page) }];
for (let part = 1; part <= parts; part += 1) {
  await page.evaluate(act, { count: Math.round(acts / parts), seed: part });
  after_acts.push({ acts: Math.round((acts / parts) * part), bytes: await memoryBytes(page) });
  process.stderr.write(`${after_acts.at(-1).acts} acts: ${after_acts.at(-1).bytes} bytes\n`);
}
const after_reloads = [];
for (let turn = 1; turn <= reloads; turn += 1) {
  await page.reload();
  await page.evaluate(() => lesson.ready);
  await page.evaluate(act, { count: 100, seed: turn });
  after_reloads.push(await memoryBytes(page));
}
const result = {
  when: new Date().toISOString(),
  host: { cpu: cpus()[0].model, cores: cpus().length, browser: browser.version() },
  after_acts,
  bytes_per_act: (after_acts.at(-1).bytes - after_acts[0].bytes) / acts,
  after_reloads,
};
await browser.close();
server.stop();
await writeFile(new URL("results/soak.json", import.meta.url), `${JSON.stringify(result, null, 2)}\n`);
console.log(JSON.stringify(result, null, 2));
