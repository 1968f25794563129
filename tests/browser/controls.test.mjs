// The forms: the same controls as the canvas, one state.
import assert from "node:assert/strict";

import { findSlider, resting, showLab, value } from "./canvas_tools.mjs";
import { SECTIONS } from "./figures.mjs";
import { test } from "./harness.mjs";

const openForm = (page, section) => page.locator(`#${section} .form > summary`).click();

test("controls: every input has a name, a field and, for numbers, a slider", async (site) => {
  const page = await site.open();
  const keys = await page.evaluate(() => Object.keys(lesson.get()).filter((key) => !key.startsWith("page.")));
  for (const key of keys) {
    const row = page.locator(`[data-key="${key}"]`);
    assert.equal(await row.count(), 1, key);
    assert.ok((await row.locator("label").textContent()).length > 0);
    assert.ok((await row.locator("select").count()) === 1 || (await row.locator("input").count()) === 2, key);
  }
});

test("controls: dragging a slider in the canvas moves the form, and typing in the form redraws the canvas", async (site) => {
  const page = await site.open({ reducedMotion: "reduce" }); // an opened form comes into view at once, not while the mouse drags
  await showLab(page, "run-memory");
  await openForm(page, "run-memory");
  await page.waitForTimeout(200);
  await page.locator("#run-memory .lab").evaluate((lab) => lab.scrollTo(0, 0));
  const field = page.locator("#in-run-memory-params");
  const before = {
    field: await field.inputValue(),
    frames: await resting(page),
    slider: await page.locator("#in-run-memory-params-slider").inputValue(),
  };
  const slider = await findSlider(page, "run-memory.params");

  await page.mouse.move(slider.left + slider.width * 0.45, slider.y);
  await page.mouse.down();
  for (let share = 0.45; share < 0.62; share += 0.02)
    await page.mouse.move(slider.left + slider.width * share, slider.y);
  await page.mouse.up();
  await resting(page);
  const after = {
    field: await field.inputValue(),
    frames: await page.evaluate(() => lesson.frames()),
    slider: await page.locator("#in-run-memory-params-slider").inputValue(),
  };
  assert.notEqual(after.field, before.field);
  assert.notEqual(after.slider, before.slider);
  assert.ok(after.frames > before.frames);
  const weights = page.locator('#run-memory [data-name="run-memory.weights"] output');
  assert.notEqual(await weights.textContent(), "14.0 GB");

  const picture = await page.locator("#lab-canvas").screenshot();
  await field.fill("7B");
  await field.press("Enter");
  assert.equal(Number(await value(page, "run-memory.params")), 7e9);
  assert.equal(await weights.textContent(), "14.0 GB");
  await resting(page);
  assert.notDeepEqual(await page.locator("#lab-canvas").screenshot(), picture, "the canvas shows the new value");
});

test("controls: the HTML slider moves the same value, by pointer and by keys", async (site) => {
  const page = await site.open();
  await showLab(page, "time-cost");
  await openForm(page, "time-cost");
  const slider = page.locator("#in-time-cost-utilization-slider");
  await slider.focus();
  await page.keyboard.press("ArrowRight");
  assert.equal(await value(page, "time-cost.utilization"), "0.51");
  await page.keyboard.press("Home");
  assert.equal(await value(page, "time-cost.utilization"), "0.01");
  await page.keyboard.press("End");
  assert.equal(Number(await value(page, "time-cost.utilization")), 1);
  await slider.fill("0.5");
  assert.notEqual(await value(page, "time-cost.utilization"), "1");
  assert.ok((await slider.getAttribute("aria-valuetext")).includes("%"));
});

test("controls: what cannot be read is refused, what is out of range is clamped, both in one sentence", async (site) => {
  const page = await site.open();
  await openForm(page, "train-memory");
  const field = page.locator("#in-train-memory-params"),
    note = page.locator("#in-train-memory-params-note");
  for (const accepted of ["7e9", "7B", "7 b"]) {
    await field.fill(accepted);
    await field.press("Enter");
    assert.equal(Number(await value(page, "train-memory.params")), 7e9, accepted);
    assert.equal(await note.textContent(), "");
    assert.notEqual(await field.getAttribute("aria-invalid"), "true");
    await field.fill("5");
    await field.press("Enter");
  }
  await field.fill("3B");
  await field.press("Enter");
  for (const refused of ["NaN", "-1", "7Q", "1e400", "", "Infinity", "<img src=x>"]) {
    await field.fill(refused);
    await field.press("Enter");
    assert.notEqual(await note.textContent(), "", `'${refused}' has a note`);
    assert.equal(await field.getAttribute("aria-invalid"), "true", refused);
    assert.ok(Number(await value(page, "train-memory.params")) > 0, refused);
    assert.equal(await page.locator("#train-memory img").count(), 0);
  }
  const n = page.locator("#in-cost-n");
  await openForm(page, "cost");
  for (const odd of ["-3", "0", "99999999", "abc", "12.5"]) {
    await n.fill(odd);
    await n.press("Enter");
    const now = Number(await value(page, "cost.n"));
    assert.ok(now >= 1 && now <= 4096 && Number.isInteger(now), `${odd} became ${now}`);
    assert.notEqual(await page.locator("#in-cost-n-note").textContent(), "", odd);
  }
});

test("controls: every result opens to its formula, values and source", async (site) => {
  const page = await site.open();
  for (const section of SECTIONS) {
    await openForm(page, section);
    const rows = page.locator(`#${section} .result`);
    await rows.first().waitFor(); // an open form fills on the next turn
    await rows.first().locator("summary").click(); // one as a reader does, the others all at once
    await rows.evaluateAll((all) => all.slice(1).forEach((row) => row.querySelector("summary").click()));
    await page.waitForFunction((id) => [...document.querySelectorAll(`#${id} .result`)].every((row) => row.querySelector(".how")), section);
    for (const [name, how] of await rows.evaluateAll((all) => all.map((row) => [row.dataset.name, row.querySelector(".how").innerText])))
      assert.match(how, /Formula|With values|No number/, `${name}: ${how}`);
  }
});

test("controls: a lab goes back to its defaults", async (site) => {
  const page = await site.open();
  await page.evaluate(() => lesson.set({ "train-memory.params": "3e9", "run-memory.params": "3e9" }));
  await openForm(page, "train-memory");
  await page.locator("#train-memory [data-reset]").click();
  assert.equal(Number(await value(page, "train-memory.params")), 7e9);
  assert.equal(Number(await value(page, "run-memory.params")), 3e9);
});

for (const motion of ["no-preference", "reduce"])
  test(`controls: a form that is opened comes into view (motion: ${motion})`, async (site) => {
    const page = await site.open({ reducedMotion: motion });
    await showLab(page, "run-memory");
    await openForm(page, "run-memory");
    await page.waitForTimeout(motion === "reduce" ? 100 : 1200);
    const [row, lab] = await Promise.all(
      ["#run-memory .form .row", "#run-memory .lab"].map((place) => page.locator(place).first().boundingBox()),
    );
    assert.ok(row.y > lab.y && row.y + row.height < lab.y + lab.height, JSON.stringify({ row, lab }));
  });

test("controls: training and running are two groups", async (site) => {
  const page = await site.open();
  await openForm(page, "compute");
  const group = (name) => page.locator("#compute").getByRole("group", { name, exact: true });
  assert.equal(await group("Training").first().getByLabel("Model", { exact: true }).getAttribute("id"), "in-compute-model");
  assert.equal(await group("Running").first().getByLabel("Model", { exact: true }).getAttribute("id"), "in-compute-serve-model");
});

test("controls: a number that is not there says why without being opened", async (site) => {
  const page = await site.open();
  await openForm(page, "time-cost");
  const row = page.locator('[data-name="time-cost.here_seconds"]');
  await row.waitFor();
  const { reason } = await page.evaluate(() =>
    lesson.document("time-cost").results.find((result) => result.name === "time-cost.here_seconds"),
  );
  assert.ok(reason);
  assert.equal(await row.locator(".reason").innerText(), reason);
  assert.ok(await row.locator(".reason").isVisible());
});

test("controls: the looked-up price has its date, a price of one's own has none", async (site) => {
  const page = await site.open();
  const source = () =>
    page.evaluate(() => lesson.document("time-cost").results.find((result) => result.name === "time-cost.cost").source);
  const [, date] = /looked up (.+)$/.exec(await source());
  await openForm(page, "time-cost");
  const help = await page.locator("#in-time-cost-price-help").innerText();
  const price = await page.evaluate(() => lesson.get()["time-cost.price"]);
  assert.ok(help.includes(`${price} was looked up in ${date}`), help);
  await page.evaluate(() => lesson.set({ "time-cost.price": "2.5" }));
  assert.equal(await source(), "the price is an input");
});

test("controls: a picked model's size is shown, and a step from it takes the model's place", async (site) => {
  const page = await site.open();
  await page.evaluate(() => lesson.set({ "compute.model": "llama-3-8b" }));
  await page.locator("#compute .form > summary").click();
  const row = page.locator('#compute .row[data-key="compute.params"]');
  const slider = row.locator('input[type="range"]');
  await page.waitForFunction(() => document.querySelector('[data-key="compute.params"] input[type="range"]').ariaValueText?.startsWith("8.03"));
  await slider.press("ArrowRight");
  const { "compute.params": params, "compute.model": model } = await page.evaluate(() => lesson.get());
  assert.equal(model, "none");
  assert.ok(Number(params) > 8_030_261_248 && Number(params) < 1.2 * 8_030_261_248, params);
});
