// Measuring in the page: verified, stoppable, and never in the way of the interface.
import assert from "node:assert/strict";

import { showLab } from "./canvas_tools.mjs";
import { test, withoutRelaxedSimd } from "./harness.mjs";

const openForm = (page, section) => page.locator(`#${section} .form > summary`).click();

test("bench: n = 128, 256, 512 run in the page and are verified", async (site) => {
  const page = await site.open();
  for (const n of [128, 256, 512]) {
    const document = await page.evaluate((size) => lesson.bench({ n: size }), n);
    const [result] = document.results;
    assert.equal(result.n, n);
    assert.equal(result.dtype, "fp32");
    assert.equal(result.verified, true);
    assert.ok(result.error <= result.error_bound);
    assert.ok(result.median_ns > 0 && result.flops_per_s > 1e8, JSON.stringify(result));
    assert.ok(result.min_ns <= result.q1_ns && result.q1_ns <= result.median_ns && result.median_ns <= result.q3_ns);
    assert.ok(document.host.clock_step_ns > 0);
  }
  const time = await page.evaluate(() => lesson.results()["cost.time"]);
  assert.ok(time.value > 0);
}, { whole: true });

test("bench: a self-tune starts and stops by the form's buttons; best is what it found from then on", async (site) => {
  const page = await site.open();
  await showLab(page, "cost");
  await openForm(page, "cost");
  await page.locator('#cost .bench-buttons button[data-id="tune"]').click();
  await page.waitForFunction(() => document.querySelector("#cost .bench-text").textContent !== "");
  await page.locator('#cost .bench-buttons button[data-id="stop"]').click();
  await page.waitForFunction(() => document.querySelector('#cost .bench-buttons button[data-id="stop"]').disabled);
  const { tuned, kernels, measured } = await page.evaluate(async () => {
    const tuned = await lesson.tune();
    const measured = [];
    for (const { n, dtype } of tuned.filter(({ dtype }) => dtype === "fp32")) measured.push((await lesson.bench({ n, dtype, kernel: "best", repeats: 1 })).results[0].kernel);
    return { tuned, measured, kernels: await lesson.kernels() };
  });
  // A format with one fast kernel has nothing to choose: int8, where the processor has no product of bytes that is exact.
  const fast = (dtype) => kernels.filter((kernel) => kernel.dtype === dtype && kernel.runs_here && /_gemm_\d+x\d+__wasm_/.test(kernel.id)).length;
  const formats = ["bf16", "fp16", "fp32", "fp64", "int8", "q4_0"].filter((dtype) => fast(dtype) > 1);
  assert.ok(formats.length >= 5, formats.join());
  assert.deepEqual([...new Set(tuned.map(({ dtype }) => dtype))].sort(), formats);
  assert.deepEqual(measured, tuned.filter(({ dtype }) => dtype === "fp32").map(({ kernel }) => kernel));
  for (const { kernel, dtype, flops_per_s } of tuned) {
    assert.equal(kernels.find(({ id }) => id === kernel).dtype, dtype);
    assert.ok(flops_per_s > 0);
  }
  const forced = await page.evaluate(() => lesson.bench({ n: 32, kernel: "fp32_gemm_3x4__scalar", repeats: 1 }));
  assert.equal(forced.results[0].kernel, "fp32_gemm_3x4__scalar");
});

// A prime, so whole tiles and edges; what an error may be is derived with each result, and 0 for whole numbers.
for (const [module, before] of [["relaxed"], ["simd128", withoutRelaxedSimd]]) {
  test(`bench: every rung of every number format is right in the browser (${module})`, async (site) => {
    const page = await site.open({ before });
    const { kernels, documents } = await page.evaluate(async () => {
      const kernels = (await lesson.kernels()).filter((kernel) => kernel.runs_here);
      const documents = [];
      for (const dtype of new Set(kernels.map((kernel) => kernel.dtype)))
        documents.push(await lesson.bench({ n: 67, dtype, kernel: "all", repeats: 1 }));
      return { kernels, documents };
    });
    const results = documents.flatMap((document) => document.results);
    assert.equal(documents[0].host.module, module);
    assert.equal(results.length, kernels.length);
    assert.deepEqual([...new Set(results.map(({ dtype }) => dtype))].sort(), ["bf16", "fp16", "fp32", "fp64", "int8", "q4_0"]);
    for (const result of results) {
      const what = `${result.kernel} ${result.n}: ${result.error} of ${result.error_bound}`;
      assert.ok(result.verified && result.error <= result.error_bound, what);
      assert.ok(result.idea && result.flags && result.flops_per_s > 0, what);
    }
  });
}

test("bench: the three sizes by the form's button; results and progress follow in form and canvas", async (site) => {
  const page = await site.open();
  await showLab(page, "cost");
  await openForm(page, "cost");
  await page.locator("#cost .bench-buttons button", { hasText: /sizes/i }).click();
  const words = page.locator("#cost .bench-text");
  await page.waitForFunction(() => /128|256|512/.test(document.querySelector("#cost .bench-text").textContent));
  await page.waitForFunction(() => document.querySelector("#cost .bench-text").textContent === "Done.", null, {
    timeout: 60_000,
  });
  assert.equal(await words.innerText(), "Done.");
  assert.match(await page.locator('#cost [data-name="cost.speed"] output').innerText(), /FLOP\/s/);
});

test("bench: stop ends a long run soon, and the next run works", async (site) => {
  const page = await site.open();
  const outcome = await page.evaluate(async () => {
    const run = lesson.bench({ n: 2048, kernel: "best", repeats: 50 });
    await new Promise((resolve) => setTimeout(resolve, 1500));
    const begin = performance.now();
    lesson.stop();
    const { results } = await run;
    return { results: results.length, waited: performance.now() - begin };
  });
  assert.equal(outcome.results, 0);
  assert.ok(outcome.waited < 3000, `stopped after ${outcome.waited} ms`);
  const again = await page.evaluate(() => lesson.bench({ n: 128 }));
  assert.equal(again.results[0].verified, true);
});

test("bench: a second run while one is on its way is refused, wrong requests are refused with a sentence", async (site) => {
  const page = await site.open();
  const refusals = await page.evaluate(async () => {
    const said = [];
    const first = lesson.bench({ n: 512, repeats: 20 });
    await new Promise((resolve) => setTimeout(resolve, 300));
    await lesson.bench({ n: 128 }).catch((error) => said.push(error.message));
    lesson.stop();
    await first;
    for (const job of [{ n: -1 }, { n: "abc" }, { n: 1e6 }, { kernel: "warp drive" }, { dtype: "fp7" }])
      await lesson.bench(job).catch((error) => said.push(error.message));
    return said;
  });
  assert.equal(refusals.length, 6, JSON.stringify(refusals));
  for (const sentence of refusals) assert.match(sentence, /^[A-Z"“'].{15,}[.!]?$/);
});

test("bench: a page that was hidden meanwhile is marked as disturbed", async (site) => {
  const page = await site.open();
  const disturbed = await page.evaluate(async () => {
    await lesson.kernels();
    const run = lesson.bench({ n: 512, repeats: 10 });
    await new Promise((resolve) => setTimeout(resolve, 200));
    Object.defineProperty(document, "hidden", { value: true, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
    delete document.hidden;
    return (await run).results[0].disturbed;
  });
  assert.equal(disturbed, true);
});

test("bench: the worker is made at first use, from the kernels that the browser can run", async (site) => {
  const page = await site.open();
  await page.waitForTimeout(500);
  assert.equal(page.workers().length, 0);
  const kernels = await page.evaluate(() => lesson.kernels());
  assert.ok(kernels.length >= 4);
  assert.ok(page.workers().length >= 1);
  const features = await page.evaluate(() => lesson.features());
  assert.equal(features.simd, true);
});
