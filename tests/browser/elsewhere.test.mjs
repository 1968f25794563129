// The lesson away from its own server: static hosts, no network, a new version, a frame of one lab, one file on a disk.
import assert from "node:assert/strict";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { test } from "./harness.mjs";
import { SITE, serveFolder, servePage } from "./servers.mjs";

// Opens a static host's page with service workers allowed.
async function visit(site, host, { before, ...options } = {}) {
  site.own.add(new URL(host.url).origin);
  const visits = [];
  const page = await site.open({
    at: host.url,
    serviceWorkers: "allow",
    ready: false,
    before: async (fresh) => {
      fresh.on("framenavigated", (frame) => visits.push(frame.url()));
      await before?.(fresh);
    },
    ...options,
  });
  return { page, visits };
}

const isolated = (page) => page.waitForFunction(() => globalThis.crossOriginIsolated === true && window.lesson?.ready);
const measures = async (page, job) => {
  const { results } = await page.evaluate(async (wanted) => {
    await lesson.ready;
    return lesson.bench(wanted);
  }, job);
  assert.equal(results[0].verified, true);
  return results[0];
};

test("elsewhere: a host that sets no headers gets threads, after one reload and no more", async (site) => {
  const host = await serveFolder({ under: "/some/where/" });
  const { page, visits } = await visit(site, host);
  await isolated(page);
  assert.equal((await measures(page, { n: 128, threads: 2 })).threads, 2);
  await page.mouse.wheel(0, 400);
  await page.waitForTimeout(1000);
  assert.equal(visits.length, 2, visits.join(" "));
  host.stop();
});

test("elsewhere: a reader who has begun is not interrupted by a reload", async (site) => {
  const host = await serveFolder({});
  const { page, visits } = await visit(site, host, {
    before: (fresh) => fresh.addInitScript(() => addEventListener("DOMContentLoaded", () => setTimeout(() => dispatchEvent(new Event("keydown")), 0))),
  });
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForTimeout(1500);
  assert.equal(visits.length, 1, visits.join(" "));
  host.stop();
});

test("elsewhere: once visited, the lesson opens and measures without a network", async (site) => {
  const host = await serveFolder({});
  const { page } = await visit(site, host);
  await isolated(page);
  await page.waitForFunction(async () => (await caches.keys()).length === 1);
  host.stop();
  await page.reload();
  assert.equal((await measures(page, { n: 64 })).n, 64);
  await page.evaluate(() => lesson.set({ "train-memory.params": "3B" }));
  assert.equal((await page.evaluate(() => lesson.results()))["train-memory.total"].value, 48e9);
});

test("elsewhere: a new version comes whole, and the old one stays whole without a network", async (site) => {
  const folder = await mkdtemp(join(tmpdir(), "lesson-"));
  await cp(SITE, folder, { recursive: true });
  const host = await serveFolder({ folder });
  const { page } = await visit(site, host, {
    before: (fresh) =>
      fresh.addInitScript(() => {
        navigator.serviceWorker.addEventListener("controllerchange", () => {
          globalThis.exchanged = true;
        });
      }),
  });
  await isolated(page);

  // The new version: other words in the page, another name for its first script.
  const index = await readFile(join(folder, "index.html"), "utf8"),
    worker = await readFile(join(folder, "sw.js"), "utf8");
  const old = /main\.[0-9a-f]{10}\.js/.exec(index)[0],
    next = "main.0123456789.js";
  await writeFile(join(folder, next), await readFile(join(folder, old)));
  await rm(join(folder, old));
  for (const page of ["de.html"]) await writeFile(join(folder, page), (await readFile(join(folder, page), "utf8")).replaceAll(old, next));
  await writeFile(join(folder, "index.html"), index.replaceAll(old, next).replace("<h1 id=\"title\">", "$&New: "));
  await writeFile(join(folder, "sw.js"), worker.replaceAll(old, next).replace(/"version": "\w+"/, '"version": "next"'));
  await page.reload();
  assert.match(await page.locator("h1").innerText(), /^New: /);
  await page.evaluate(() => lesson.ready);
  await page.waitForFunction(() => globalThis.exchanged);
  host.stop();
  await page.reload();
  assert.match(await page.locator("h1").innerText(), /^New: /);
  await page.evaluate(() => lesson.ready);
  await rm(folder, { recursive: true });
});

test("elsewhere: in a frame nothing is installed and nothing reloads", async (site) => {
  const host = await serveFolder({});
  const around = await servePage(`<iframe src="${host.url}?embed=run-memory" width="600" height="900"></iframe>`);
  site.own.add(new URL(host.url).origin).add(around.origin);
  const page = await site.open({ at: around.url, serviceWorkers: "allow", ready: false });
  const frame = page.frames()[1];
  await frame.waitForFunction(() => window.lesson?.ready);
  await frame.evaluate(() => lesson.ready);
  await page.waitForTimeout(1000);
  assert.equal(await frame.evaluate(() => navigator.serviceWorker.controller), null);
  assert.ok(await frame.locator("#run-memory #lab-canvas").isVisible());
  around.stop();
  host.stop();
});

test("elsewhere: ?embed shows one lab, with a link to the whole lesson in the same state", async (site) => {
  const page = await site.open({ at: `${site.url}?embed=train-memory`, viewport: { width: 640, height: 900 } });
  assert.ok(await page.locator("#train-memory #lab-canvas").isVisible());
  for (const other of ["#cost", ".top", "#train-memory .prose", ".foot"]) assert.equal(await page.locator(other).isVisible(), false, other);
  await page.evaluate(() => lesson.set({ "train-memory.params": "3B" }));
  const link = await page.evaluate(() => lesson.link());
  assert.doesNotMatch(link, /embed/);
  assert.match(link, /train-memory/);
  const [whole] = await Promise.all([page.context().waitForEvent("page"), page.getByRole("link", { name: "The whole lesson" }).click()]);
  await whole.waitForFunction(() => window.lesson?.ready);
  await whole.evaluate(() => lesson.ready);
  assert.equal(Number(await whole.evaluate(() => lesson.get()["train-memory.params"])), 3e9);
  assert.ok(await whole.locator(".top").isVisible());
});

test("elsewhere: ?embed with a name that is no lab's shows the lesson and says so", async (site) => {
  const page = await site.open({ at: `${site.url}?embed=%3Cb%3E` });
  assert.ok(await page.locator(".top").isVisible());
  assert.match(await page.locator(".notes").innerText(), /names none.*run-memory/s);
});

test("elsewhere: the code for a frame names the page and the chosen lab", async (site) => {
  const page = await site.open();
  await page.locator("#embed-section").selectOption("runs");
  const code = await page.locator("#embed-code").inputValue();
  assert.ok(code.startsWith(`<iframe src="${site.url}?embed=runs" `), code);
});

test("elsewhere: lesson.html opens from a disk, draws, calculates and measures", async (site) => {
  site.own.add("null");
  const page = await site.open({ at: pathToFileURL(join(SITE, "lesson.html")).href, ready: false });
  await page.waitForFunction(() => window.lesson?.ready);
  assert.equal((await measures(page, { n: 128, threads: 2 })).threads, 1);
  assert.ok(await page.locator("#lab-canvas").isVisible());
  assert.equal((await page.evaluate(() => lesson.results()))["run-memory.total"].value, 14e9);
  const inter = await page.evaluate(() => document.fonts.check('17px "Inter"'));
  assert.equal(inter, true);
});
