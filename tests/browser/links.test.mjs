// The state in the address: written, read, restored, and never able to break the page.
import assert from "node:assert/strict";

import fc from "fast-check";

import { value } from "./canvas_tools.mjs";
import { test } from "./harness.mjs";

const address = (page) => page.evaluate(() => location.hash);

test("links: a change is in the address, a reload restores it, a reset takes it out", async (site) => {
  const page = await site.open({ hash: "#cost" });
  await page.evaluate(() => lesson.set({ "cost.n": 256 }));
  await page.waitForFunction(() => location.hash === "#cost?n=256");
  await page.reload();
  await page.evaluate(() => lesson.ready);
  assert.equal(await value(page, "cost.n"), "256");
  await page.evaluate(() => lesson.set({ "cost.n": 512 }));
  await page.waitForFunction(() => location.hash === "#cost");
});

test("links: a link opens its section with its state", async (site) => {
  const page = await site.open({ hash: "#train-memory?params=3e9&cost.n=128" });
  assert.equal(Number(await value(page, "train-memory.params")), 3e9);
  assert.equal(await value(page, "cost.n"), "128");
  assert.ok(
    await page.locator("#title-train-memory").evaluate((title) => {
      const { top } = title.getBoundingClientRect();
      return top > 0 && top < innerHeight / 2;
    }),
  );
  await page.waitForFunction(() => document.querySelector("nav a[href='#train-memory']").getAttribute("aria-current"));
});

test("links: back and forward", async (site) => {
  const page = await site.open({ hash: "#cost?n=256" });
  await page.waitForTimeout(500);
  await page.locator("nav a[href='#precision']").click();
  await page.waitForFunction(() => location.hash.startsWith("#precision"));
  await page.waitForTimeout(500);
  await page.evaluate(() => lesson.set({ "cost.n": 1024 }));
  await page.waitForFunction(() => location.hash.includes("1024"));
  await page.goBack();
  await page.waitForFunction(() => lesson.get()["cost.n"] === "256");
  await page.goForward();
  await page.waitForFunction(() => lesson.get()["cost.n"] === "1024");
});

test("links: copy link puts the whole address on the clipboard", async (site) => {
  const page = await site.open({ hash: "#cost?n=256", permissions: ["clipboard-read", "clipboard-write"] });
  await page.locator("#cost [data-copy]").click();
  await page.waitForFunction(() => document.querySelector("#cost [data-copy]").textContent === "Copied");
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(copied, /^http:\/\/127\.0\.0\.1:\d+\/#cost\?n=256$/);
});

test("links: what a link gets wrong is said and closed, the rest is used", async (site) => {
  const page = await site.open({ hash: "#cost?n=99999&colour=red&dtype=fp7&n" });
  const notes = page.locator(".notes");
  assert.match(await notes.innerText(), /4,096/);
  assert.match(await notes.innerText(), /colour/);
  assert.equal(await value(page, "cost.dtype"), "fp32");
  await notes.getByRole("button", { name: "Close" }).click();
  assert.equal(await notes.locator("div").count(), 0);
});

test("links: any text after # leaves the page working, and none of it becomes HTML", async (site) => {
  const page = await site.open();
  const parts = [
    "#",
    "cost",
    "precision",
    "?",
    "&",
    "=",
    "n",
    "dtype",
    "params",
    "run-memory.params",
    "r",
    "token",
    "7e9",
    "%",
    "%00",
    "%ff",
    "%F0%9F",
    "é",
    "<img src=x onerror=alert(1)>",
    "\"'",
    "NaN",
    "-1",
    "..",
    "AAAA",
    "x".repeat(300),
  ];
  const anyFragment = fc.oneof(
    fc.array(fc.constantFrom(...parts), { maxLength: 14 }).map((pieces) => pieces.join("")),
    fc.string({ unit: "binary", maxLength: 80 }),
  );
  await fc.assert(
    fc.asyncProperty(anyFragment, async (fragment) => {
      const outcome = await page.evaluate(async (hash) => {
        location.hash = hash;
        await new Promise((resolve) => setTimeout(resolve, 15));
        const bad = Object.entries(lesson.results())
          .filter(([, { value }]) => value !== null && !Number.isFinite(value))
          .map(([name]) => name);
        return { bad, images: document.querySelectorAll("img").length, labs: document.querySelectorAll(".lab").length };
      }, fragment);
      assert.deepEqual(outcome, { bad: [], images: 0, labs: 8 });
    }),
    { numRuns: 120 },
  );
  assert.ok((await address(page)) !== undefined);
});
