// Prose first: the page as a text, with and without scripts, and on paper.
import assert from "node:assert/strict";

import { IN_PROSE, SECTIONS } from "./figures.mjs";
import { test } from "./harness.mjs";

const words = (text) => text.split(/\s+/).filter(Boolean).length;

test("reading: eight sections, each with its prose and its figures", async (site) => {
  const page = await site.open();
  assert.equal(await page.locator("h1").count(), 1);
  assert.deepEqual(await page.locator("main > .chapter").evaluateAll((all) => all.map((each) => each.id)), SECTIONS);
  for (const section of SECTIONS) {
    const prose = await page.locator(`#${section} .prose`).innerText();
    assert.ok(words(prose) >= 150, `${section} has ${words(prose)} words`);
    for (const figure of IN_PROSE[section]) assert.ok(prose.includes(figure), `${section} does not say ${figure}`);
    assert.ok(!/NaN|Infinity|undefined|\[\[/.test(prose), section);
  }
});

test("reading: scripts off, the same text, no dead controls, answers and derivations in reach", async (site) => {
  const page = await site.open({ javaScriptEnabled: false, ready: false });
  for (const section of SECTIONS) {
    const prose = await page.locator(`#${section} .prose`).innerText();
    for (const figure of IN_PROSE[section]) assert.ok(prose.includes(figure), `${section} does not say ${figure}`);
  }
  assert.ok(await page.getByText("need scripts").isVisible());
  for (const dead of [".lab", ".predict-controls", ".units"]) {
    for (const element of await page.locator(dead).all()) assert.equal(await element.isVisible(), false, dead);
  }
  await page.locator("#train-memory .value", { hasText: "112.0 GB" }).first().click();
  const target = page.locator(".how:target");
  assert.match(await target.innerText(), /7 × 10⁹ × 16/);
  await page.locator("#train-memory .predict summary").click();
  assert.match(await page.locator("#train-memory .predict details").innerText(), /48\.0 GB/);
});

test("reading: a number opens its derivation in the page and closes again", async (site) => {
  const page = await site.open();
  const value = page.locator("#train-memory .value", { hasText: "112.0 GB" }).first();
  await value.click();
  const panel = page.locator(".panel");
  assert.match(await panel.innerText(), /7 × 10⁹ × 16[\s\S]*Source[\s\S]*Left out/);
  assert.equal(await value.getAttribute("aria-expanded"), "true");
  assert.equal(await page.evaluate(() => location.hash.startsWith("#how")), false, "the address stays");
  await page.keyboard.press("Escape");
  assert.equal(await panel.count(), 0);
  assert.equal(await value.getAttribute("aria-expanded"), "false");
  await value.focus();
  await page.keyboard.press("Space");
  assert.equal(await panel.count(), 1);
});

test("reading: GB and GiB change the numbers of the prose", async (site) => {
  const page = await site.open();
  await page.locator("[data-units=gib]").click();
  const prose = await page.locator("#train-memory .prose").innerText();
  assert.ok(prose.includes("104.3 GiB"));
  assert.ok(!prose.includes("112.0 GB"));
  await page.locator("[data-units=gb]").click();
  assert.ok((await page.locator("#train-memory .prose").innerText()).includes("112.0 GB"));
});

test("reading: predict first judges answers, explains, can be skipped and asked again", async (site) => {
  const page = await site.open();
  const box = page.locator("#train-memory .predict");
  const message = box.locator(".predict-message");
  await box.locator("input").fill("48");
  await box.getByRole("button", { name: "Check" }).click();
  assert.match(await message.innerText(), /^Yes/);
  await box.locator("input").fill("6");
  await page.keyboard.press("Enter");
  assert.doesNotMatch(await message.innerText(), /^Yes/);
  await box.locator("input").fill("abc <b>x</b>");
  await page.keyboard.press("Enter");
  assert.ok((await message.innerText()).length > 10);
  assert.equal(await box.locator("b").count(), 0);
  await box.getByRole("button", { name: "Skip" }).click();
  assert.equal(await box.locator("input").isVisible(), false);
  await box.getByRole("button", { name: "Answer it after all" }).click();
  assert.equal(await box.locator("input").isVisible(), true);

  const choice = page.locator("#precision .predict");
  await choice.getByText("It overflows").click();
  await choice.getByRole("button", { name: "Check" }).click();
  assert.match(await choice.locator(".predict-message").innerText(), /^Yes[\s\S]*65,504/);
});

test("reading: on paper, numbers are text and the labs are left out", async (site) => {
  const page = await site.open();
  await page.emulateMedia({ media: "print" });
  assert.equal(await page.locator("#cost .lab").isVisible(), false);
  assert.equal(await page.locator("#train-memory .hows").isVisible(), true);
  assert.ok((await page.locator("#train-memory .prose").innerText()).includes("112.0 GB"));
});

test("reading: an answer may be in GB or GiB, and the field says so", async (site) => {
  const page = await site.open();
  const form = page.locator("#run-memory .predict");
  assert.match(await form.locator(".predict-controls").innerText(), /GB; or write GiB after the number/);
  const answers = [];
  for (const answer of ["13", "12.1 GiB"]) {
    await form.locator(".field").fill(answer);
    await form.getByRole("button", { name: "Check" }).click();
    answers.push(await form.locator(".predict-message").innerText());
  }
  assert.match(answers[0], /^Yes/);
  assert.equal(answers[1], answers[0]);
});
