// The other engine: the same figures, the same products, the same hands and eyes, in Firefox.
// Pictures for people to look at: build/screenshots/firefox/.
import assert from "node:assert/strict";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { findings } from "./axe.mjs";
import { findSlider, resting, scrolled, showLab, until, value } from "./canvas_tools.mjs";
import { SECTIONS, wrongFigures } from "./figures.mjs";
import { wrongScenarios } from "./golden.mjs";
import { test } from "./harness.mjs";
import { ROOT, SITE, serveFolder } from "./servers.mjs";

// Quick find is on everywhere: it takes the keys of a page that does not want them itself.
const IN_FIREFOX = { firefox: { "accessibility.typeaheadfind": true } };
const bench = (page, job) => page.evaluate(async (wanted) => lesson.bench(wanted), job);

test(
  "firefox: every figure and every golden scenario",
  async (site) => {
    const page = await site.open();
    assert.deepEqual(await wrongFigures(page), []);
    assert.deepEqual(await wrongScenarios(page), []);
  },
  IN_FIREFOX,
);

test(
  "firefox: products on one thread and on two are verified; stop ends a run",
  async (site) => {
    const page = await site.open();
    for (const threads of [1, 2]) {
      const { results, host } = await bench(page, { n: 256, threads, kernel: "best" });
      assert.equal(results[0].verified, true);
      assert.equal(results[0].threads, threads);
      assert.ok(results[0].flops_per_s > 0 && host.clock_step_ns > 0);
    }
    const stopped = await page.evaluate(async () => {
      const run = lesson.bench({ n: 2048, repeats: 50 });
      await new Promise((resolve) => setTimeout(resolve, 1000));
      lesson.stop();
      return (await run).results.length;
    });
    assert.equal(stopped, 0);
  },
  IN_FIREFOX,
);

test(
  "firefox: the canvas rests, a drag moves a slider, the wheel over it scrolls the page",
  async (site) => {
    const page = await site.open();
    await showLab(page, "run-memory");
    const rest = await resting(page);
    await new Promise((resolve) => setTimeout(resolve, 1000));
    assert.equal(await page.evaluate(() => lesson.frames()), rest);

    const before = await value(page, "run-memory.params");
    const slider = await findSlider(page, "run-memory.params");
    await page.mouse.move(slider.left + slider.width * 0.3, slider.y);
    await page.mouse.down();
    await page.mouse.move(slider.left + slider.width * 0.7, slider.y, { steps: 6 });
    await page.mouse.up();
    assert.ok((await resting(page)) > rest);
    assert.notEqual(await value(page, "run-memory.params"), before);

    const { canvas } = slider;
    const from = await scrolled(page);
    await page.mouse.move(canvas.x + 20, canvas.y + canvas.height - 20);
    await page.mouse.wheel({ deltaY: 300 });
    await until(page, (y) => scrollY > y, from);
  },
  IN_FIREFOX,
);

test(
  "firefox: what is typed into a field of the canvas goes there and starts no search in the page",
  async (site) => {
    const page = await site.open();
    await showLab(page, "run-memory");
    await page.evaluate(() => {
      window.lost = 0;
      addEventListener("blur", () => {
        window.lost += 1;
      });
    });
    const slider = await findSlider(page, "run-memory.params");
    await page.mouse.click(slider.left + slider.width + 50, slider.y); // its field is to the right of it
    await resting(page);
    for (const key of ["'", "Backspace", ..."13e9", "Enter"]) await page.keyboard.press(key); // ' opens quick find
    await resting(page);
    assert.equal(await page.evaluate(() => window.lost), 0);
    assert.equal(await value(page, "run-memory.params"), "1.3e10");
  },
  IN_FIREFOX,
);

test(
  "firefox: Tab reaches every section, in order",
  async (site) => {
    const page = await site.open();
    const order = [];
    for (let step = 0; step < 400; step += 1) {
      await page.keyboard.press("Tab");
      const section = await page.evaluate(() => document.activeElement === document.body ? null : (document.activeElement.closest(".chapter")?.id ?? "top"));
      if (!section) break;
      if (order.at(-1) !== section) order.push(section);
      if (section === SECTIONS.at(-1)) break;
    }
    assert.deepEqual(order, ["top", ...SECTIONS]);
  },
  IN_FIREFOX,
);

for (const [name, preferences] of [
  ["light", { "layout.css.prefers-color-scheme.content-override": 1 }],
  ["dark", { "layout.css.prefers-color-scheme.content-override": 0 }],
  ["the reader's own colours", { "browser.display.document_color_use": 2 }],
]) {
  test(
    `firefox: axe finds nothing serious (${name})`,
    async (site) => {
      const page = await site.open();
      await page.evaluate(() => {
        for (const box of document.querySelectorAll("details")) box.open = true;
      });
      assert.deepEqual(await findings(page), []);
    },
    { firefox: preferences },
  );
}

test(
  "firefox: no WebGL 2: a note in the slot, the form works",
  async (site) => {
    const page = await site.open();
    assert.match(await page.evaluate(() => document.querySelector("#cost .slot").innerText), /WebGL 2/);
    await page.evaluate(() => lesson.set({ "train-memory.params": "3B" }));
    assert.equal(await page.evaluate(() => document.querySelector('#train-memory [data-name="train-memory.total"] output').innerText), "48.0 GB");
  },
  { firefox: { "webgl.disabled": true } },
);

// Resisting fingerprints, Firefox has a clock of coarse steps and tells of two processors whatever there is.
test(
  "firefox: a browser that hides its clock still measures, in finite numbers",
  async (site) => {
    const page = await site.open();
    const { results, host } = await bench(page, { n: 128, repeats: 3 });
    assert.equal(results[0].verified, true);
    assert.ok(host.clock_step_ns >= 1e6, `${host.clock_step_ns} ns`);
    assert.ok(Number.isFinite(results[0].flops_per_s) && results[0].flops_per_s > 0);
  },
  { firefox: { "privacy.resistFingerprinting": true } },
);

test(
  "firefox: a host that sets no headers gets threads from the service worker",
  async (site) => {
    const host = await serveFolder({ under: "/some/where/" });
    site.own.add(new URL(host.url).origin);
    const page = await site.open({ at: host.url });
    await until(page, () => crossOriginIsolated && Boolean(window.lesson?.ready));
    const { results } = await page.evaluate(async () => {
      await lesson.ready;
      return lesson.bench({ n: 128, threads: 2 });
    });
    assert.equal(results[0].threads, 2);
    host.stop();
  },
  IN_FIREFOX,
);

test(
  "firefox: lesson.html opens from a disk, calculates and measures",
  async (site) => {
    site.own.add("null");
    const page = await site.open({ at: pathToFileURL(join(SITE, "lesson.html")).href });
    assert.equal((await bench(page, { n: 128 })).results[0].verified, true);
    assert.equal(await page.evaluate(() => lesson.results()["run-memory.total"].value), 14e9);
  },
  IN_FIREFOX,
);

for (const [size, viewport] of [
  ["1440x900", { width: 1440, height: 900 }],
  ["390x844", { width: 390, height: 844, deviceScaleFactor: 2 }],
]) {
  test(
    `firefox: pictures of every section, nothing sticks out (${size})`,
    async (site) => {
      const folder = join(ROOT, "build/screenshots/firefox");
      await mkdir(folder, { recursive: true });
      const page = await site.open({ viewport });
      for (const section of SECTIONS) {
        await showLab(page, section);
        await page.screenshot({ path: join(folder, `${size}-${section}.png`) });
      }
      const { sharp, over } = await page.evaluate(() => {
        const canvas = document.getElementById("lab-canvas");
        return {
          sharp: canvas.width - Math.round(canvas.clientWidth * devicePixelRatio),
          over: document.documentElement.scrollWidth - document.documentElement.clientWidth,
        };
      });
      assert.equal(sharp, 0);
      assert.ok(over <= 0, `${over} px`);
    },
    IN_FIREFOX,
  );
}
