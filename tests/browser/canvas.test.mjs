// The canvas as a part of a page: still at rest, sharp, and no trap for scrolling, keys or fingers.
import assert from "node:assert/strict";

import { findSlider, resting, scrolled, showLab, value } from "./canvas_tools.mjs";
import { SECTIONS } from "./figures.mjs";
import { PHONE, test } from "./harness.mjs";

test("canvas: at rest no frame is drawn; a drag draws; scrolled away, nothing", async (site) => {
  const page = await site.open();
  await showLab(page, "train-memory");
  const rest = await resting(page);
  await page.waitForTimeout(3000);
  const drawn = (await page.evaluate(() => lesson.frames())) - rest;
  site.record("at rest for 3 s", { frames: drawn });
  assert.equal(drawn, 0);
  const slider = await findSlider(page, "train-memory.params");
  const before = await resting(page);
  await page.mouse.move(slider.left + slider.width * 0.4, slider.y);
  await page.mouse.down();
  await page.mouse.move(slider.left + slider.width * 0.5, slider.y, { steps: 10 });
  await page.mouse.up();
  assert.ok((await resting(page)) > before + 5);
}, { measures: true });

test("canvas: every lab is drawn in its place, and labs in view that are not live show a picture", async (site) => {
  const page = await site.open({ viewport: { width: 900, height: 1600 } });
  for (const section of SECTIONS) {
    await page.locator(`#${section} .slot`).scrollIntoViewIfNeeded();
    await page.waitForTimeout(400);
    const colours = await page
      .locator(`#${section} .slot canvas`)
      .first()
      .evaluate(async (canvas) => {
        // What is on screen, from a copy in a frame in which it was drawn.
        const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext("2d");
        await new Promise(requestAnimationFrame);
        lesson.set({});
        copy.drawImage(canvas, 0, 0);
        return canvas.width > 100 && canvas.height > 100;
      });
    assert.ok(colours, section);
  }
  assert.equal(await page.locator("#lab-canvas").count(), 1);
});

for (const ratio of [1, 1.25, 1.5, 2, 3]) {
  test(`canvas: sharp at pixel ratio ${ratio}`, async (site) => {
    const page = await site.open({ deviceScaleFactor: ratio });
    await showLab(page, "cost");
    const { width, height, css } = await page.locator("#lab-canvas").evaluate((canvas) => ({
      width: canvas.width,
      height: canvas.height,
      css: [canvas.clientWidth, canvas.clientHeight],
    }));
    assert.deepEqual(
      [width, height],
      css.map((length) => Math.round(length * ratio)),
    );
  });
}

test("canvas: follows its container", async (site) => {
  const page = await site.open();
  await showLab(page, "cost");
  for (let width = 1440; width > 1000; width -= 88) {
    await page.setViewportSize({ width, height: 900 });
    await page.waitForFunction(() => {
      const canvas = document.getElementById("lab-canvas");
      return canvas.width === canvas.clientWidth && canvas.height === canvas.clientHeight;
    });
  }
});

test("canvas: a slider dragged out of the canvas is released outside and stays where it was", async (site) => {
  const page = await site.open();
  await showLab(page, "run-memory");
  const slider = await findSlider(page, "run-memory.params");
  await page.mouse.move(slider.left + slider.width * 0.45, slider.y);
  await page.mouse.down();
  await page.mouse.move(slider.canvas.x - 200, slider.y - 40, { steps: 6 });
  await page.mouse.up();
  await resting(page);
  const left = await value(page, "run-memory.params");
  await page.mouse.move(slider.left + slider.width * 0.6, slider.y, { steps: 6 });
  await resting(page);
  assert.equal(await value(page, "run-memory.params"), left);
});

test("canvas: the wheel scrolls the page where nothing in the canvas scrolls", async (site) => {
  const page = await site.open();
  await showLab(page, "precision");
  const box = await page.locator("#lab-canvas").boundingBox();
  const before = await page.evaluate(() => scrollY);
  await page.mouse.move(box.x + 20, box.y + box.height - 20);
  await page.mouse.wheel(0, 300);
  await page.waitForFunction((y) => scrollY > y, before);
});

test("canvas: a swipe up scrolls the page, a sideways drag moves a slider and does not", async (site) => {
  const page = await site.open(PHONE);
  await page.locator("#run-memory .slot").scrollIntoViewIfNeeded();
  await page.evaluate(() => document.querySelector("#run-memory .slot").scrollIntoView({ block: "start" }));
  await resting(page);
  const client = await page.context().newCDPSession(page);
  const finger = async (from, to) => {
    const steps = 8;
    await client.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [from] });
    for (let step = 1; step <= steps; step += 1) {
      await client.send("Input.dispatchTouchEvent", {
        type: "touchMove",
        touchPoints: [{ x: from.x + ((to.x - from.x) * step) / steps, y: from.y + ((to.y - from.y) * step) / steps }],
      });
    }
    await client.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    await page.waitForTimeout(300);
  };
  const box = await page.locator("#run-memory .slot").boundingBox();
  const top = Math.max(box.y, 60);
  const from = await page.evaluate(() => scrollY);
  await finger({ x: box.x + box.width / 2, y: top + 400 }, { x: box.x + box.width / 2, y: top + 200 });
  const swiped = await scrolled(page);
  assert.ok(swiped > from + 100, `scrolled ${swiped - from}`);

  await page.evaluate(() => document.querySelector("#run-memory .slot").scrollIntoView({ block: "start" }));
  await resting(page);
  const still = await scrolled(page);
  const was = await value(page, "run-memory.params");
  const slider = await findSlider(page, "run-memory.params");
  await finger(
    { x: slider.left + slider.width * 0.3, y: slider.y },
    { x: slider.left + slider.width * 0.7, y: slider.y + 2 },
  );
  await page.waitForFunction((old) => lesson.get()["run-memory.params"] !== old, was).catch(() => {});
  assert.notEqual(await value(page, "run-memory.params"), was);
  assert.ok(Math.abs((await page.evaluate(() => scrollY)) - still) < 4);

  // A swipe that begins on the lab afterwards scrolls, and takes nothing back: neither this slider nor another one.
  const other = await findSlider(page, "run-memory.context");
  await finger({ x: other.left + other.width * 0.2, y: other.y }, { x: other.left + other.width * 0.6, y: other.y + 2 });
  await resting(page);
  const keys = ["run-memory.params", "run-memory.context", "run-memory.batch"];
  const values = async () => Promise.all(keys.map((key) => value(page, key)));
  const dragged = await values();
  await finger({ x: box.x + box.width / 2, y: top + 400 }, { x: box.x + box.width / 2, y: top + 200 });
  await scrolled(page);
  await resting(page);
  assert.deepEqual(await values(), dragged);
}, { whole: true });

test("canvas: a tap on a number opens the telephone's keyboard, and what is typed counts", async (site) => {
  const page = await site.open(PHONE);
  await page.evaluate(() => document.querySelector("#run-memory .slot").scrollIntoView({ block: "start" }));
  await resting(page);
  const slider = await findSlider(page, "run-memory.params");
  await page.touchscreen.tap(slider.left + slider.width - 12, slider.y - 36); // the field is above its slider
  await page.waitForFunction(() => document.activeElement.classList.contains("proxy"));
  await page.waitForTimeout(300); // a press of the mouse that is not there comes after the touch
  assert.ok(await page.evaluate(() => document.activeElement.classList.contains("proxy")));
  await page.keyboard.insertText("13B");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => Number(lesson.get()["run-memory.params"]) === 13e9 || lesson.get()["run-memory.params"] === "13e9");
});

test("canvas: pinch and the browser's own gestures stay the browser's", async (site) => {
  const page = await site.open();
  assert.equal(
    await page.locator("#cost .slot").evaluate((slot) => getComputedStyle(slot).touchAction),
    "pan-y pinch-zoom",
  );
  assert.doesNotMatch(await page.locator("meta[name=viewport]").getAttribute("content"), /user-scalable|maximum-scale/);
});

test("canvas: keys act only while the canvas has the focus, Tab leads on, shortcuts pass", async (site) => {
  const page = await site.open();
  await showLab(page, "cost");
  await page.locator("#lab-canvas").focus();
  const passed = await page.evaluate(() => {
    const canvas = document.getElementById("lab-canvas");
    return [
      ["Tab", {}],
      ["Tab", { ctrlKey: true }],
      ["Tab", { ctrlKey: true, shiftKey: true }],
      ["f", { ctrlKey: true }],
      ["r", { metaKey: true }],
      ["ArrowLeft", { altKey: true }],
      ["F5", {}],
      ["F12", {}],
    ].map(([key, more]) =>
      canvas.dispatchEvent(new KeyboardEvent("keydown", { key, code: key, bubbles: true, cancelable: true, ...more })),
    );
  });
  assert.deepEqual(new Set(passed), new Set([true]));

  // Dear ImGui lists its windows at Ctrl+Tab; a browser's own shortcut does nothing in the lab.
  await resting(page);
  const before = await page.locator("#lab-canvas").screenshot();
  await page.keyboard.down("Control");
  await page.evaluate(() => document.getElementById("lab-canvas").dispatchEvent(new KeyboardEvent("keydown", { key: "Tab", code: "Tab", ctrlKey: true, bubbles: true })));
  await page.waitForTimeout(600); // the list appears after 0.2 s
  await resting(page);
  assert.deepEqual(await page.locator("#lab-canvas").screenshot(), before);
  await page.keyboard.up("Control");

  await page.keyboard.press("Tab");
  assert.notEqual(await page.evaluate(() => document.activeElement.id), "lab-canvas");

  const answer = page.locator("#cost .predict input");
  await answer.fill("12");
  await page.keyboard.press("Backspace");
  assert.equal(await answer.inputValue(), "1");
});

test("canvas: the context menu is the browser's, on canvas and prose", async (site) => {
  const page = await site.open();
  await showLab(page, "cost");
  const kept = await page.evaluate(() =>
    ["#lab-canvas", "#cost p"].map((selector) =>
      document
        .querySelector(selector)
        .dispatchEvent(new MouseEvent("contextmenu", { bubbles: true, cancelable: true })),
    ),
  );
  assert.deepEqual(kept, [true, true]);
});

test("canvas: the cursor tells what is under it", async (site) => {
  const page = await site.open();
  await showLab(page, "run-memory");
  const slider = await findSlider(page, "run-memory.params");
  const differs = (before) =>
    page.waitForFunction((cursor) => document.getElementById("lab-canvas").style.cursor !== cursor, before);
  await page.mouse.move(slider.left + slider.width * 0.5, slider.y);
  await differs("");
  const over = await page.locator("#lab-canvas").evaluate((canvas) => canvas.style.cursor);
  await page.mouse.move(slider.canvas.x + 3, slider.y);
  await differs(over);
});

test("canvas: the context is lost and restored 20 times, and the picture comes back", async (site) => {
  const page = await site.open();
  await showLab(page, "train-memory");
  const before = await page.locator("#lab-canvas").screenshot();
  for (let turn = 0; turn < 20; turn += 1) {
    await page.evaluate(async () => {
      const loss = document.getElementById("lab-canvas").getContext("webgl2").getExtension("WEBGL_lose_context");
      loss.loseContext();
      await new Promise((resolve) => setTimeout(resolve, 20));
      loss.restoreContext();
      await new Promise((resolve) => setTimeout(resolve, 60));
    });
  }
  await resting(page);
  assert.deepEqual(await page.locator("#lab-canvas").screenshot(), before);
});

test("canvas: wears dark, and changes when the reader's wish does", async (site) => {
  const page = await site.open({ colorScheme: "light" });
  await showLab(page, "cost");
  const light = await page.locator("#lab-canvas").screenshot();
  await page.emulateMedia({ colorScheme: "dark" });
  await resting(page);
  assert.notDeepEqual(await page.locator("#lab-canvas").screenshot(), light);
});
