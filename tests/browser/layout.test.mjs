// The page keeps its shape: at every width, with large text, and while the lab starts.
import assert from "node:assert/strict";

import { PHONE, test } from "./harness.mjs";

for (const width of [320, 390, 820, 1000, 1280, 1920]) {
  test(`layout: nothing sticks out at ${width} px`, async (site) => {
    const page = await site.open({ viewport: { width, height: 800 } });
    for (const form of await page.locator(".form, .more").all())
      await form.evaluate((details) => {
        details.open = true;
      });
    await page.waitForTimeout(200);
    const wide = await page.evaluate(() => {
      const limit = document.documentElement.clientWidth;
      return {
        scroll: document.documentElement.scrollWidth - limit,
        out: [...document.querySelectorAll("main *")]
          .filter(
            (element) =>
              element.getClientRects().length &&
              !element.closest("table") &&
              element.getBoundingClientRect().right > limit + 1,
          )
          .map((element) => element.className || element.tagName)
          .slice(0, 5),
      };
    });
    assert.ok(wide.scroll <= 0, `${wide.scroll} px: ${wide.out.join(", ")}`);
    assert.deepEqual(wide.out, []);
  });
}

test("layout: text twice as large still fits and the lines stay readable", async (site) => {
  const page = await site.open({ viewport: { width: 1280, height: 800 } });
  await page.evaluate(() => {
    document.documentElement.style.fontSize = "200%";
  });
  await page.waitForTimeout(300);
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth));
});

test("layout: prose lines hold 55 to 80 characters on a wide screen", async (site) => {
  const page = await site.open();
  const lengths = await page.locator("#compute .prose > p:not([class])").evaluateAll((paragraphs) =>
    paragraphs
      .filter((each) => each.textContent.length > 200)
      .map((each) => {
        const range = document.createRange();
        range.selectNodeContents(each);
        const lines = new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom / 8)));
        return each.textContent.length / lines.size;
      }),
  );
  for (const length of lengths) assert.ok(length > 50 && length < 80, String(length));
});

test("layout: touch targets are 44 px on a phone", async (site) => {
  const page = await site.open(PHONE);
  for (const form of await page.locator(".form, .more").all())
    await form.evaluate((details) => {
      details.open = true;
    });
  const small = await page.evaluate(() =>
    [
      ...document.querySelectorAll(
        "button, .form input, .form select, summary, .sections a, .predict input:not([type=radio]), .predict label:not(.visually-hidden)",
      ),
    ]
      .filter(
        (element) =>
          element.getClientRects().length && !element.closest(".notes") && element.getBoundingClientRect().height < 44,
      )
      .map(
        (element) =>
          `${element.id || element.className || element.textContent}: ${element.getBoundingClientRect().height}`,
      )
      .slice(0, 8),
  );
  assert.deepEqual(small, []);
});

test("layout: the title stays on one line on a phone and the row of sections scrolls", async (site) => {
  const page = await site.open(PHONE);
  const { brand, nav } = await page.evaluate(() => ({
    brand: document.querySelector(".brand").getBoundingClientRect().height,
    nav: document.querySelector(".sections").scrollWidth - document.querySelector(".sections").clientWidth,
  }));
  assert.ok(brand < 50);
  assert.ok(nav > 0);
});

test("layout: the lab stays beside the section in view", async (site) => {
  const page = await site.open();
  await page.evaluate(() => {
    const { top, height } = document.querySelector("#train-memory").getBoundingClientRect();
    scrollBy(0, top + height / 3);
  });
  await page.waitForTimeout(300);
  const lab = await page.locator("#train-memory .lab").boundingBox();
  assert.ok(lab.y > 50 && lab.y < 120 && lab.y + lab.height <= 900, JSON.stringify(lab));
});

test("layout: on a phone GB and GiB stay in reach, and the form's name is one line", async (site) => {
  const page = await site.open(PHONE);
  await page.evaluate(() => lesson.goto("train-memory"));
  await page.waitForTimeout(300);
  const units = await page.locator(".units").boundingBox();
  assert.ok(units.y >= 0 && units.y < 60 && units.x + units.width <= 390, JSON.stringify(units));
  await page.locator('[data-units="gib"]').tap();
  assert.equal(await page.evaluate(() => lesson.get()["page.units"]), "gib");
  const heights = await page.locator(".form > summary").evaluateAll((all) => all.map((each) => each.offsetHeight));
  assert.ok(heights.every((height) => height < 50), heights.join());
});
