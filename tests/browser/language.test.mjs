// The lesson in German: no English text of the interface, the same figures, the way between the languages.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { findings } from "./axe.mjs";
import { showLab } from "./canvas_tools.mjs";
import { SECTIONS } from "./figures.mjs";
import { PHONE, lessonReady, test } from "./harness.mjs";
import { ROOT, SITE } from "./servers.mjs";

const { texts } = JSON.parse(await readFile(join(ROOT, "assets/lang/de.json"), "utf8"));
const ENGLISH = Object.keys(texts).filter((english) => texts[english] !== english && !/\{\d?\}/.test(english));
// English texts that are German ones elsewhere, such as a label that another text is translated to.
const GERMAN = new Set(Object.values(texts));

const openAll = (page) =>
  page.evaluate(() => {
    for (const box of document.querySelectorAll("details")) box.open = true;
  });

const openGerman = (site, options) => site.open({ at: new URL("de.html", site.url).href, ...options });

test("language: nothing on the German page is in English", async (site) => {
  const page = await openGerman(site);
  assert.equal(await page.evaluate(() => document.documentElement.lang), "de");
  await openAll(page);
  await page.waitForTimeout(300);
  await openAll(page); // what came with the first
  await page.waitForTimeout(300);
  const shown = await page.evaluate(() => {
    const words = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (!node.parentElement.closest("code, script, template, .language")) words.push(node.data.trim());
    for (const element of document.querySelectorAll("[aria-label], [placeholder], [title]"))
      words.push(element.ariaLabel ?? "", element.placeholder ?? "", element.title ?? "");
    return [...new Set(words)].filter(Boolean);
  });
  assert.ok(shown.length > 1000, `${shown.length} texts`);
  const english = new Set(ENGLISH.filter((text) => !GERMAN.has(text)));
  assert.deepEqual(shown.filter((text) => english.has(text)), []);
});

test("language: the German page computes the same figures and shows them with a comma", async (site) => {
  const english = await site.open();
  const german = await openGerman(site);
  const figures = (page) => page.evaluate(() => lesson.results());
  assert.deepEqual(await figures(german), await figures(english));
  const set = { "run-memory.model": "llama-3-8b", "time-cost.price": "2.5", "runs.utilization": 0.35 };
  for (const page of [english, german]) assert.deepEqual(await page.evaluate((values) => lesson.set(values), set), []);
  assert.deepEqual(await figures(german), await figures(english));
  assert.deepEqual(await german.evaluate(() => lesson.get()), await english.evaluate(() => lesson.get()));
  assert.equal(await german.evaluate(() => JSON.stringify(lesson.document("runs"))), await english.evaluate(() => JSON.stringify(lesson.document("runs"))));
  await openAll(german);
  assert.equal(await german.inputValue("#in-time-cost-price"), "2,50 $");
  await german.fill("#in-time-cost-price", "1,75");
  await german.keyboard.press("Enter");
  assert.equal(await german.evaluate(() => lesson.get()["time-cost.price"]), "1.75");
  assert.match(await german.evaluate(() => lesson.link()), /de\.html#.*price=1\.75/);
  assert.match(await german.locator('#run-memory .result[data-name="run-memory.weights"] output').textContent(), /^16,1 GB/);
});

test("language: a question takes a German answer", async (site) => {
  const page = await openGerman(site);
  const form = page.locator('#run-memory form[data-which="0"]');
  await form.locator("input").fill("12,1 GiB");
  await form.locator("button").first().click();
  assert.match(await form.locator(".predict-message").textContent(), /^(Ja|Richtig)/);
  await form.locator("input").fill("viel");
  await form.locator("button").first().click();
  assert.match(await form.locator(".predict-message").textContent(), /eintippen/);
});

test("language: ?lang leads to the page of that language with the rest of the address", async (site) => {
  const page = await site.open({ hash: "?lang=de&embed=run-memory#run-memory?params=13e9", ready: false });
  await page.waitForURL(/de\.html\?.*embed=run-memory.*#run-memory/); // the started lesson may write the number in its own way
  await lessonReady(page);
  assert.equal(await page.evaluate(() => document.documentElement.lang), "de");
  assert.equal(await page.evaluate(() => Number(lesson.get()["run-memory.params"])), 13e9);
  const back = await openGerman(site, { hash: "?lang=en#runs", ready: false });
  await back.waitForURL((url) => !url.pathname.endsWith("de.html") && url.hash === "#runs");
  const unknown = await site.open({ hash: "?lang=xx" });
  assert.equal(await unknown.evaluate(() => document.documentElement.lang), "en");
});

test("language: the switch keeps the state; each page names both", async (site) => {
  const page = await site.open();
  await page.evaluate(() => lesson.set({ "cost.n": 256 }));
  await page.locator(".language").click();
  await page.waitForURL(/de\.html#.*n=256/);
  await lessonReady(page);
  assert.equal(await page.evaluate(() => lesson.get()["cost.n"]), "256");
  const links = await page.evaluate(() => [...document.querySelectorAll("link[hreflang]")].map((link) => link.hreflang));
  assert.deepEqual(links, ["en", "de"]);
  const plain = await site.open({ ready: false, javaScriptEnabled: false });
  await plain.locator(".language").click();
  await plain.waitForURL(/de\.html$/);
});

test("language: the English page fetches no table", async (site) => {
  const page = await site.open();
  const names = await page.evaluate(() => performance.getEntriesByType("resource").map((entry) => entry.name));
  assert.deepEqual(names.filter((name) => name.includes("texts-")), []);
});

test("language: lesson.de.html opens from a disk in German", async (site) => {
  site.own.add("null");
  const page = await site.open({ at: pathToFileURL(join(SITE, "lesson.de.html")).href, ready: false });
  await page.waitForFunction(() => window.lesson);
  await page.evaluate(() => lesson.ready);
  await openAll(page);
  assert.match(await page.locator('#run-memory .result[data-name="run-memory.weights"] output').textContent(), /^14,0 GB/);
});

for (const [name, options] of [
  ["light", {}],
  ["phone", PHONE],
]) {
  test(`language: axe finds nothing serious in German (${name})`, async (site) => {
    const page = await openGerman(site, options);
    await openAll(page);
    await page.waitForTimeout(300);
    assert.deepEqual(await findings(page), []);
  });
}

test("language: nothing is wider than a narrow German page", async (site) => {
  const page = await openGerman(site);
  await openAll(page);
  for (const width of [1440, 1024, 820, 390, 320]) {
    await page.setViewportSize({ width, height: 900 });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= width, `${wide} of ${width}`);
  }
});

test("language: the canvas draws every lab in German", async (site) => {
  const page = await openGerman(site);
  for (const section of SECTIONS) {
    await showLab(page, section);
    assert.match(await page.locator("#lab-canvas").getAttribute("aria-label"), /, Labor\./);
  }
});
