// What the native program measured, beside the tab: by link, file, drop and paste, and measured now through the local server.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";

import { resting, showLab } from "./canvas_tools.mjs";
import { test } from "./harness.mjs";
import { PROGRAM } from "./servers.mjs";

let measured = "";
const document = () =>
  (measured ||= execFileSync(PROGRAM, ["bench", "--n", "96", "--dtype", "fp32,bf16", "--repeats", "1", "--json"], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  }));
const machines = (page) => page.evaluate(() => lesson.machines());
const base64url = (text) => Buffer.from(text).toString("base64url");

test("machines: a link's results are drawn and leave the address", async (site) => {
  const page = await site.open({ hash: `#hardware?r=${base64url(document())}` });
  const [machine] = await machines(page);
  assert.equal(machine.results, 2);
  assert.equal(await page.evaluate(() => location.hash), "#hardware");
  const speed = await page.evaluate(() => lesson.results()["hardware.native_speed"]);
  assert.ok(speed.value > 0);
  assert.equal(await page.evaluate(() => lesson.results()["hardware.tab_speed"].value), null);
  await showLab(page, "hardware");
  await resting(page);
});

test("machines: file, drop and paste; named and removed", async (site) => {
  const page = await site.open();
  await page.locator("#hardware .form > summary").click();
  const named = (name) => JSON.stringify({ ...JSON.parse(document()), name });
  await page
    .locator("#hardware .machines input[type=file]")
    .setInputFiles({ name: "one.json", mimeType: "application/json", buffer: Buffer.from(named("by file")) });
  await page.waitForFunction(() => lesson.machines().length === 1);
  const carry = (type, text) =>
    page.evaluate(
      ([kind, words]) => {
        const data = new DataTransfer();
        if (kind === "drop") data.items.add(new File([words], "two.json"));
        else data.setData("text/plain", words);
        const event =
          kind === "drop"
            ? new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true })
            : new ClipboardEvent("paste", { clipboardData: data, bubbles: true });
        document.querySelector("#hardware .slot").dispatchEvent(event);
      },
      [type, text],
    );
  await carry("drop", named("by drop"));
  await page.waitForFunction(() => lesson.machines().length === 2);
  await carry("paste", named("by paste"));
  await page.waitForFunction(() => lesson.machines().length === 3);
  const names = page.locator("#hardware .machines li input");
  await names.nth(0).fill("My desk");
  await names.nth(0).press("Enter");
  assert.deepEqual(
    (await machines(page)).map(({ name }) => name),
    ["My desk", "by drop", "by paste"],
  );
  await page.locator("#hardware .machines li button").nth(1).click();
  assert.deepEqual(
    (await machines(page)).map(({ name }) => name),
    ["My desk", "by paste"],
  );
});

test("machines: what was tampered with or is too large is refused with a sentence", async (site) => {
  const page = await site.open();
  const good = JSON.parse(document());
  const faster = structuredClone(good);
  faster.results[0].flops_per_s *= 10;
  for (const bad of [faster, {}, [], { results: [] }, { results: [{}] }, "no JSON", { ...good, results: new Array(501).fill(good.results[0]) }]) {
    const taken = await page.evaluate((words) => lesson.addMachine(words), typeof bad === "string" ? bad : JSON.stringify(bad));
    assert.equal(taken, false);
    assert.match(await page.locator(".notes li").innerText(), /^[A-Z].{20,}\.$/);
  }
  await page.locator("#hardware .form > summary").click();
  await page
    .locator("#hardware .machines input[type=file]")
    .setInputFiles({ name: "big.json", mimeType: "application/json", buffer: Buffer.alloc(1_100_000, " ") });
  await page.waitForFunction(() => document.querySelector(".notes li").textContent.includes("larger than 1 MB"));
  assert.deepEqual(await machines(page), []);
});

test("machines: measured through the local server with the printed link, and stopped", async (site) => {
  const page = await site.open({ hash: `#hardware?token=${site.token}` });
  assert.equal(await page.evaluate(() => location.hash), "#hardware");
  const button = page.locator("#hardware [data-measure]");
  await button.click();
  await page.waitForFunction(() => /cpu/.test(document.querySelector("#hardware .bench-text").textContent));
  await button.click();
  await page.waitForFunction(() => document.querySelector("#hardware .bench-text").textContent === "Stopped.");
  await button.click();
  await page.waitForFunction(() => lesson.machines().length === 1, null, { timeout: 60_000 });
  assert.ok((await machines(page))[0].results >= 5);
});

test("machines: without the printed link the page does not offer to measure the machine", async (site) => {
  const page = await site.open();
  await page.locator("#hardware .form > summary").click();
  assert.equal(await page.locator("#hardware [data-measure]").isVisible(), false);
});
