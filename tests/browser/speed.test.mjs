// How fast the page comes and answers. What can be counted is asserted; times are only written down (see `record` in harness.mjs).
import assert from "node:assert/strict";

import { showLab } from "./canvas_tools.mjs";
import { SECTIONS } from "./figures.mjs";
import { PHONE, test } from "./harness.mjs";

// Lighthouse's phone: slow 4G, and a processor four times slower than this one.
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: (1638.4 * 1024) / 8, uploadThroughput: (675 * 1024) / 8 };
const SLOWER = 4;

const MEASURES = { measures: true };

// In the page, from its first moment: the largest contentful paint and the layout shifts.
function watchPaint() {
  window.paint = { shift: 0 };
  new PerformanceObserver((list) => {
    const { startTime, element } = list.getEntries().at(-1);
    Object.assign(window.paint, { lcp_ms: startTime, prose: Boolean(element?.closest("h1, h2, .prose")), what: element?.outerHTML.slice(0, 80) });
  }).observe({ type: "largest-contentful-paint", buffered: true });
  new PerformanceObserver((list) => {
    for (const { value } of list.getEntries()) window.paint.shift += value;
  }).observe({ type: "layout-shift", buffered: true });
}

for (const [name, options, slow] of [
  ["desktop", {}, false],
  ["phone", PHONE, false],
  ["phone with slow 4G and a slow processor", PHONE, true],
]) {
  test(`speed: the prose is the largest contentful paint and nothing moves (${name})`, async (site) => {
    const page = await site.open({
      ...options,
      before: async (fresh) => {
        await fresh.addInitScript(watchPaint);
        if (!slow) return;
        const client = await fresh.context().newCDPSession(fresh);
        await client.send("Network.enable");
        await client.send("Network.emulateNetworkConditions", SLOW_4G);
        await client.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
      },
    });
    const ready_ms = await page.evaluate(() => performance.now());
    await page.waitForTimeout(500);
    const { lcp_ms, shift, prose, what } = await page.evaluate(() => window.paint);
    assert.ok(prose, `the largest paint is ${what}`);
    assert.ok(shift < 0.02, `the layout shifted by ${shift}`);
    assert.equal(await page.evaluate(() => scrollY), 0);
    site.record(name, { largest_contentful_paint_ms: lcp_ms, interactive_ms: ready_ms, layout_shift: shift });
  }, MEASURES);
}

// In the page: `count` moves of a control of the section, one after the other. Each takes `script_ms` until the lab's frame is asked for
// and `raster_ms` until it is drawn, by the clock of the drawing side. The wait for the screen's next frame is not counted.
async function moveControl({ section, count }) {
  const row = [...document.querySelectorAll(`#${section} .row[data-key]`)].find(({ dataset }) => lesson.place(dataset.key));
  const control = row.querySelector('input[type="range"], select');
  const choices = [...(control.options ?? [])].map(({ value }) => value);
  const gl = document.getElementById("lab-canvas").getContext("webgl2");
  const { TIME_ELAPSED_EXT } = gl.getExtension("EXT_disjoint_timer_query_webgl2");
  const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  const moves = [];
  for (let turn = 0; turn < count; turn += 1) {
    const frames = lesson.frames(), query = gl.createQuery();
    let frameBegan;
    requestAnimationFrame(() => {
      frameBegan = performance.now(); // asked for before the lab's own frame, so called before it
      gl.beginQuery(TIME_ELAPSED_EXT, query);
    });
    const begin = performance.now();
    control.value = choices.length ? choices[(turn + 1) % choices.length] : String(0.2 + (0.6 * turn) / count);
    control.dispatchEvent(new Event(choices.length ? "change" : "input", { bubbles: true }));
    await null; // the page follows in a microtask
    const handled = performance.now();
    await new Promise(requestAnimationFrame); // after the lab's own
    gl.endQuery(TIME_ELAPSED_EXT);
    const script_ms = handled - begin + (performance.now() - frameBegan), drawn = lesson.frames() - frames;
    while (!gl.getQueryParameter(query, gl.QUERY_RESULT_AVAILABLE)) await pause(5);
    moves.push({ drawn, script_ms, raster_ms: gl.getQueryParameter(query, gl.QUERY_RESULT) / 1e6 });
    gl.deleteQuery(query);
  }
  return moves;
}

test("speed: every move of a control is in the lab's next frame", async (site) => {
  const page = await site.open();
  const median = (numbers) => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
  for (const section of SECTIONS) {
    await showLab(page, section);
    const moves = await page.evaluate(moveControl, { section, count: 21 });
    assert.ok(moves.every(({ drawn }) => drawn >= 1), `${section}: ${moves.map(({ drawn }) => drawn)}`);
    site.record(`input to redraw, ${section}`, {
      script_ms: median(moves.map(({ script_ms }) => script_ms)),
      raster_ms: median(moves.map(({ raster_ms }) => raster_ms)),
    });
  }
}, MEASURES);
