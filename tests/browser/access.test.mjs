// For keyboards, screen readers and other eyes.
import assert from "node:assert/strict";

import { findings } from "./axe.mjs";
import { PHONE, test } from "./harness.mjs";

for (const [name, options] of [
  ["light", { colorScheme: "light" }],
  ["dark", { colorScheme: "dark" }],
  ["phone", PHONE],
]) {
  test(`access: axe finds nothing serious (${name})`, async (site) => {
    const page = await site.open(options);
    for (const summary of await page.locator(".form > summary").all())
      await summary.evaluate((element) => {
        element.parentElement.open = true;
      });
    for (const summary of await page.locator(".more > summary").all())
      await summary.evaluate((element) => {
        element.parentElement.open = true;
      });
    await page
      .locator(".value")
      .first()
      .evaluate((link) => link.click());
    await page.waitForTimeout(300);
    const found = await findings(page);
    site.record(`axe, ${name}`, { serious_findings: found.length });
    assert.deepEqual(found, []);
  }, { measures: true });
}

test("access: Tab walks through the whole page, forwards and back, and the focus can be seen", async (site) => {
  const page = await site.open();
  const seen = [];
  for (let step = 0; step < 400; step += 1) {
    await page.keyboard.press("Tab");
    const at = await page.evaluate(() => {
      const element = document.activeElement;
      if (element === document.body) return null;
      const style = getComputedStyle(element);
      return {
        what: element.id || element.className || element.textContent.trim().slice(0, 30),
        section: element.closest(".chapter")?.id ?? "top",
        outlined: style.outlineStyle !== "none",
      };
    });
    if (!at) break;
    assert.ok(at.outlined, `${at.what} shows no focus`);
    seen.push(at);
  }
  const order = [...new Set(seen.map(({ section }) => section))];
  assert.deepEqual(order, [
    "top",
    "cost",
    "precision",
    "run-memory",
    "train-memory",
    "compute",
    "time-cost",
    "runs",
    "hardware",
  ]);
  assert.ok(seen.some(({ what }) => what === "lab-canvas"));
  await page.locator("#precision .form > summary").focus();
  for (let step = 0; step < 10; step += 1) await page.keyboard.press("Shift+Tab");
  assert.notEqual(
    await page.evaluate(() => document.activeElement.closest(".form")?.parentElement.parentElement.dataset.section),
    "precision",
  );
});

test("access: each control of a form is announced with name and value", async (site) => {
  const page = await site.open();
  await page.locator("#run-memory .form > summary").click();
  const tree = await page.locator("#run-memory .lab").ariaSnapshot();
  for (const words of [
    /slider "Parameters"/,
    /textbox "Parameters": 7B/,
    /combobox "Number format"/,
    /application "Memory to run a model, lab/,
  ])
    assert.match(tree, words);
});

test("access: a change is said once, where it ended", async (site) => {
  const page = await site.open();
  await page.locator("#train-memory .form > summary").click();
  const slider = page.locator("#in-train-memory-params-slider");
  await slider.focus();
  for (let step = 0; step < 5; step += 1) await page.keyboard.press("ArrowRight");
  const said = page.locator("#train-memory .said");
  await page.waitForFunction(() => document.querySelector("#train-memory .said").textContent !== "");
  assert.match(await said.innerText(), /^to train it: [\d.,]+ GB/); // the number that the canvas shows large comes first
});

test("access: a run keeps the focus, says each product once and lists it", async (site) => {
  const page = await site.open();
  await page.locator("#cost .form > summary").click();
  await page.evaluate(() => {
    window.heard = [];
    const place = document.querySelector(".announced");
    new MutationObserver(() => window.heard.push(place.textContent)).observe(place, { childList: true });
  });
  const focused = () => page.evaluate(() => document.activeElement.dataset.id);
  await page.locator("#cost .bench-buttons button", { hasText: "Three sizes" }).focus();
  const pressed = await focused();
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.activeElement.dataset.id === "stop");
  await page.waitForFunction(() => document.querySelectorAll("#cost .measured tbody tr").length === 3, null, { timeout: 60_000 });
  await page.waitForFunction((id) => document.activeElement.dataset.id === id, pressed);
  const heard = await page.evaluate(() => window.heard);
  assert.equal(heard.length, 3, heard.join("; "));
  for (const [index, n] of [128, 256, 512].entries()) {
    const words = new RegExp(`^${n} × ${n}: [\\d.,]+ ms, [\\d.,]+ GFLOP/s$`);
    assert.match(heard[index], words);
    assert.match(await page.locator("#cost .measured tbody tr").nth(index).innerText(), new RegExp(`^${n}\\s.*\\s[\\d.,]+$`, "s"));
  }
  assert.equal(await page.locator("#precision .measured tbody tr").count(), 3);
}, { whole: true });

test("access: forced colours and more contrast reach page and canvas", async (site) => {
  const page = await site.open({ forcedColors: "active" });
  const plain = await page.locator("#cost .slot").screenshot();
  assert.ok(plain.length > 1000);
  await page.emulateMedia({ forcedColors: "none", contrast: "more" });
  const contrast = await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--soft"));
  assert.ok(contrast);
});
