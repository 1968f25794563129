// block_bench in Chromium: node tests/bench/block_bench.mjs [--n 1024,2048] [--rounds 7] [--blocks MCxKCxNC,...]; see block_bench.cpp.
// Build first: cmake --build --preset web --target block_bench.
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { launch } from "../browser/chromium.mjs";
import { serveIsolated } from "./isolated.mjs";
import { otherLoad } from "./load.mjs";

const server = await serveIsolated(join(fileURLToPath(new URL("../../", import.meta.url)), "build/web-build/modules"));
const browser = await launch();
try {
  const page = await browser.newPage();
  await page.goto(server.url);
  const load = otherLoad();
  const text = await page.evaluate(
    (words) =>
      new Promise((resolve) => {
        const worker = new Worker("/block_worker.js", { type: "module" });
        worker.onmessage = ({ data }) => resolve(data);
        worker.onerror = (event) => resolve(event.message);
        worker.postMessage(words);
      }),
    process.argv.slice(2),
  );
  console.log(`${new Date().toISOString()}, Chromium ${browser.version()}, other work meanwhile: ${load().toFixed(2)} processors\n${text}`);
} finally {
  await browser.close();
  server.stop();
}
