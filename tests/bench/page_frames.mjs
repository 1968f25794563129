// How long the interface's frames take while the benchmark runs. node tests/bench/page_frames.mjs
// Writes tests/bench/results/page_frames.json: frame intervals at rest and while running, and tasks over 50 ms.
import { writeFile } from "node:fs/promises";
import { cpus } from "node:os";

import { launch } from "../browser/chromium.mjs";
import { serveLesson } from "../browser/servers.mjs";

// In the page: intervals between animation frames, and long tasks, until `work` ends. Keeps the canvas drawing by moving an input.
async function watch(running) {
  const intervals = [],
    long = [];
  const observer = new PerformanceObserver((list) =>
    long.push(...list.getEntries().map((entry) => Math.round(entry.duration))),
  );
  observer.observe({ type: "longtask" });
  const work = running ? lesson.bench({ n: 1024, repeats: 30 }) : new Promise((resolve) => setTimeout(resolve, 5000));
  let going = true,
    before = performance.now(),
    turn = 0;
  work.finally(() => {
    going = false;
  });
  while (going) {
    const now = await new Promise(requestAnimationFrame);
    intervals.push(now - before);
    before = now;
    lesson.set({ "train-memory.params": 1e9 + 1e7 * (turn++ % 100) });
  }
  await work;
  observer.disconnect();
  intervals.sort((a, b) => a - b);
  const at = (share) => Number(intervals[Math.floor(share * (intervals.length - 1))].toFixed(1));
  return {
    frames: intervals.length,
    interval_ms: { median: at(0.5), p99: at(0.99), max: at(1) },
    tasks_over_50_ms: long,
  };
}

const server = await serveLesson();
const browser = await launch();
const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
await page.goto(`${server.url}#train-memory`);
await page.evaluate(() => lesson.ready);
await page.evaluate(() => lesson.bench({ n: 512 }));
const result = {
  when: new Date().toISOString(),
  host: { cpu: cpus()[0].model, cores: cpus().length, browser: browser.version(), drawing: "software (SwiftShader)" },
  at_rest: await page.evaluate(watch, false),
  while_running: await page.evaluate(watch, true),
};
await browser.close();
server.stop();
await writeFile(new URL("results/page_frames.json", import.meta.url), `${JSON.stringify(result, null, 2)}\n`);
console.log(JSON.stringify(result, null, 2));
