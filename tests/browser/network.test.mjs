// What travels: how much, from where, under which headers.
import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

import { test } from "./harness.mjs";
import { SITE } from "./servers.mjs";
import { importedMemory } from "./wasm_memory.mjs";

const MOST_BYTES = 450_000;
const MOST_MEMORY_BYTES = 256 * 2 ** 20; // above it, browsers of iOS refuse shared memory (emscripten-core/emscripten#19144)

test("network: before the first interaction at most 450 kB, compressed, from one origin", async (site) => {
  const page = await site.open({
    ready: false,
    before: async (fresh) => {
      const client = await fresh.context().newCDPSession(fresh);
      await client.send("Network.enable");
      fresh.bytes = 0;
      client.on("Network.loadingFinished", ({ encodedDataLength }) => {
        fresh.bytes += encodedDataLength;
      });
    },
  });
  await page.evaluate(() => lesson.ready);
  await page.waitForTimeout(1500);
  site.record("before the first interaction", { bytes: page.bytes });
  assert.ok(page.bytes > 100_000 && page.bytes <= MOST_BYTES, `${page.bytes} bytes`);
  const names = await page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .filter((entry) => entry.transferSize > 0) // the canvas takes its fonts from the browser's cache
      .map((entry) => new URL(entry.name).pathname),
  );
  assert.ok(!names.some((name) => name.includes("compute_")), "compute modules come on demand");
  assert.equal(names.length, new Set(names).size, `nothing is fetched twice: ${names.join(" ")}`);
}, { measures: true });

test("network: headers: isolation, policy, types, caching by hashed names", async (site) => {
  const page = await site.open();
  const names = await page.evaluate(() => performance.getEntriesByType("resource").map((entry) => entry.name));
  const index = await page.request.get(site.url);
  const headers = index.headers();
  assert.equal(headers["cross-origin-opener-policy"], "same-origin");
  assert.match(headers["cross-origin-embedder-policy"], /require-corp|credentialless/);
  assert.ok(headers["cross-origin-resource-policy"]);
  assert.equal(headers["x-content-type-options"], "nosniff");
  assert.match(headers["content-security-policy"], /script-src 'self' 'wasm-unsafe-eval'/);
  assert.doesNotMatch(headers["content-security-policy"], /unsafe-inline|'unsafe-eval'/);
  assert.match(headers["cache-control"], /no-cache/);
  for (const name of names) {
    const answer = await page.request.get(name);
    assert.equal(answer.status(), 200, name);
    assert.match(answer.headers()["cache-control"], /immutable/, name);
    assert.match(new URL(name).pathname, /\.[0-9a-f]{10}\.\w+$/);
    if (name.endsWith(".wasm")) assert.equal(answer.headers()["content-type"], "application/wasm");
    if (name.endsWith(".js")) assert.match(answer.headers()["content-type"], /javascript/);
  }
});

test("network: the page holds no inline script, no inline style, no foreign address", async (site) => {
  const page = await site.open({ ready: false, javaScriptEnabled: false });
  const html = await (await page.request.get(site.url)).text();
  assert.doesNotMatch(html, /<script(?![^>]*\bsrc=)/);
  assert.doesNotMatch(html, /<style|\sstyle=|\son\w+=/);
  assert.doesNotMatch(html, /<(?!a )[^>]*(?:src|href)="(?:https?:)?\/\//); // a reader may follow a link to a paper
});

test("network: the compute modules declare memory that telephones grant, and never ask for more", async () => {
  const modules = (await readdir(SITE)).filter((name) => /^compute_\w+\.[0-9a-f]+\.wasm$/.test(name));
  assert.equal(modules.length, 2);
  for (const name of modules) {
    const { shared, minimum, maximum } = importedMemory(await readFile(join(SITE, name)));
    assert.ok(shared, name);
    assert.ok(maximum <= MOST_MEMORY_BYTES, `${name}: ${maximum}`);
    assert.equal(minimum, maximum, `${name} would grow`);
  }
});
