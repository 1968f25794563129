// Bad weather: something is missing, the page says what, and the rest works.
import assert from "node:assert/strict";

import { FIGURES } from "./figures.mjs";
import { test, withoutRelaxedSimd } from "./harness.mjs";
import { servePage } from "./servers.mjs";

const memoryWorks = async (page) => {
  await page.locator("#in-train-memory-params").fill("3B");
  await page.locator("#in-train-memory-params").press("Enter");
  assert.equal(await page.locator('#train-memory [data-name="train-memory.total"] output').innerText(), "48.0 GB");
};

for (const flags of [["--disable-3d-apis"], ["--disable-gpu", "--disable-software-rasterizer"]]) {
  test(
    `weather: no WebGL 2 (${flags[0]}): a note in the slot, the forms open and work`,
    async (site) => {
      const page = await site.open();
      assert.match(await page.locator("#cost .slot").innerText(), /WebGL 2/);
      assert.equal(await page.locator("canvas").count(), 0);
      await memoryWorks(page);
      const { name, value } = FIGURES.find((figure) => figure.name === "train-memory.bytes_per_param");
      assert.equal((await page.evaluate((key) => lesson.results()[key], name)).value, value);
    },
    { flags },
  );
}

test(
  "weather: no isolation: one thread, the page says why, measuring works",
  async (site) => {
    const page = await site.open();
    assert.equal(await page.evaluate(() => crossOriginIsolated), false);
    const { results, host } = await page.evaluate(() => lesson.bench({ n: 128, threads: 4 }));
    assert.equal(results[0].threads, 1);
    assert.equal(results[0].verified, true);
    assert.equal(host.isolated, false);
    assert.ok(host.threads_note.length > 10);
  },
  { server: "plain" },
);

// The first worker's own workers are not the browser's: `body` is that class's.
const withOwnWorkers = (site, body) =>
  site.open({
    before: (page) =>
      page.route(
        "**/bench_worker.*.js",
        async (route) => {
          const response = await route.fetch();
          await route.fulfill({ response, body: `globalThis.Worker = class { postMessage() {} ${body} };\n${await response.text()}` });
        },
        { times: 1 },
      ),
  });

test("weather: a worker that hangs while it makes threads is replaced", async (site) => {
  const page = await withOwnWorkers(site, "");
  let made = 0;
  page.on("worker", (worker) => (made += worker.url().includes("/bench_worker.") ? 1 : 0));
  const { results } = await page.evaluate(() => lesson.bench({ n: 128, threads: 2 }));
  assert.equal(results[0].threads, 2);
  assert.equal(results[0].verified, true);
  assert.equal(made, 2);
});

test("weather: a thread that does not start is left out, and the result says so", async (site) => {
  const page = await withOwnWorkers(site, "constructor() { setTimeout(() => this.onerror({})); }");
  const { results } = await page.evaluate(() => lesson.bench({ n: 128, threads: 2 }));
  assert.equal(results[0].threads, 1);
  assert.equal(results[0].verified, true);
  assert.match(results[0].threads_note, /no more than 1 thread /);
});

// The clock has steps of 100 µs there, and a product of this size is over in a tenth of one.
test(
  "weather: no isolation: small products are measured in seconds, on a coarse clock",
  async (site) => {
    for (let turn = 0; turn < 3; turn += 1) {
      const page = await site.open();
      const run = page.evaluate(() => lesson.bench({ n: 16 }).then(({ results }) => results[0]));
      const result = await Promise.race([run, page.waitForTimeout(20_000)]);
      assert.ok(result?.verified, "not measured within 20 s");
      await page.close();
    }
  },
  { server: "plain" },
);

test(
  "weather: from a sub-folder of any static host",
  async (site) => {
    const page = await site.open();
    assert.equal((await page.evaluate(() => lesson.bench({ n: 64 }))).results[0].verified, true);
  },
  { server: "folder" },
);

test("weather: no SIMD: said where measuring is tried, the rest works", async (site) => {
  const page = await site.open({
    before: (fresh) =>
      fresh.addInitScript(() => {
        WebAssembly.validate = () => false;
      }),
  });
  const said = await page.evaluate(() => lesson.bench({ n: 64 }).catch((error) => error.message));
  assert.match(said, /no WebAssembly SIMD/);
  await page.locator("#train-memory .form > summary").click();
  await memoryWorks(page);
});

test("weather: no relaxed SIMD: the plain vectors are used", async (site) => {
  const page = await site.open({ before: withoutRelaxedSimd });
  const { results, host } = await page.evaluate(() => lesson.bench({ n: 128 }));
  assert.equal(results[0].verified, true);
  assert.equal(host.module, "simd128");
});

test("weather: the program cannot be fetched: prose stands, the slot offers to try again", async (site) => {
  site.allowed.push(/ERR_FAILED|Failed to load resource|wasm|ArrayBuffer/);
  const page = await site.open({
    ready: false,
    before: (fresh) => fresh.route("**/lesson_ui.*.wasm", (route) => route.abort()),
  });
  await page.getByRole("button", { name: "Try again" }).first().waitFor();
  assert.ok((await page.locator("#train-memory .prose").innerText()).includes("112.0 GB"));
  assert.equal(await page.locator("#cost .lab-foot").evaluate((foot) => getComputedStyle(foot).visibility), "hidden");
});

test("weather: the compute module cannot be fetched: one sentence, and a later run works", async (site) => {
  site.allowed.push(/ERR_FAILED|Failed to load resource/);
  const page = await site.open();
  await page.context().route("**/compute_*", (route) => route.abort());
  const said = await page.evaluate(() => lesson.bench({ n: 64 }).catch((error) => error.message));
  assert.match(said, /could not be loaded/);
  await page.context().unroute("**/compute_*");
  assert.equal((await page.evaluate(() => lesson.bench({ n: 64 }))).results[0].verified, true);
});

test("weather: storage and cookies stay empty", async (site) => {
  const page = await site.open();
  await page.evaluate(() => lesson.bench({ n: 64 }));
  assert.deepEqual(await page.context().cookies(), []);
  assert.deepEqual(await page.evaluate(() => [localStorage.length, sessionStorage.length]), [0, 0]);
});

test("weather: in a frame of another site the lesson works without threads", async (site) => {
  const host = await servePage(`<iframe src="${site.url}#run-memory" width="800" height="900"></iframe>`);
  try {
    site.own.add(host.origin);
    const page = await site.open({ at: host.url, ready: false });
    const frame = page.frames()[1];
    await frame.waitForFunction(() => window.lesson);
    await frame.evaluate(() => lesson.ready);
    assert.equal(await frame.evaluate(() => crossOriginIsolated), false);
    assert.equal((await frame.evaluate(() => lesson.bench({ n: 64 }))).results[0].threads, 1);
    await frame.locator("#run-memory .slot").scrollIntoViewIfNeeded();
    await frame.waitForFunction(() => document.querySelector("#run-memory #lab-canvas"));
    await page.waitForTimeout(500); // the scroll has ended
    const box = await frame.locator("#lab-canvas").boundingBox();
    await page.mouse.click(box.x + box.width / 2, Math.max(box.y, 60) + 5);
    await frame.waitForFunction(() => document.activeElement.id === "lab-canvas", null, { timeout: 5000 }); // a press gives it the keys
  } finally {
    host.stop();
  }
});
