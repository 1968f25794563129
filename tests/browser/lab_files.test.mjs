// What a lab takes and gives: a config.json opened or pasted, and its numbers and picture saved.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";

import { PHONE, test } from "./harness.mjs";
import { CONFIG } from "./own_model.mjs";

const CONFIG_TEXT = JSON.stringify({ ...CONFIG, tie_word_embeddings: false, torch_dtype: "bfloat16" });

async function openOwn(page, section) {
  await page.evaluate((id) => lesson.goto(id), section);
  await page.locator(`#${section} .form > summary`).click();
  await page.locator(`#${section} .own > summary`).click();
  await page.waitForTimeout(300); // its script arrives
  return page.locator(`#${section} .own`);
}

test("own model: a pasted config.json becomes the model; what was missing or not needed is named", async (site) => {
  const page = await site.open();
  const own = await openOwn(page, "run-memory");
  await own.locator("textarea").fill(CONFIG_TEXT);
  await own.locator("button").click();
  const notes = await own.locator("li").allInnerTexts();
  assert.match(notes[0], /8,030,261,248 parameters/);
  assert.ok(notes.some((note) => /head_dim is not in the file/.test(note)));
  assert.ok(notes.some((note) => /not needed: torch_dtype/.test(note)));
  assert.equal((await page.evaluate(() => lesson.results()))["run-memory.params"].value, 8030261248);

  const link = await page.evaluate(() => lesson.link());
  const other = await site.open({ hash: new URL(link).hash });
  assert.equal((await other.evaluate(() => lesson.results()))["run-memory.params"].value, 8030261248);

  await own.locator("textarea").fill("{}");
  await own.locator("button").click();
  assert.match(await own.locator("li").innerText(), /"num_hidden_layers" is missing: add it/);
});

test("own model: a file", async (site) => {
  const page = await site.open();
  const own = await openOwn(page, "compute");
  await own.locator("[type=file]").setInputFiles({ name: "config.json", mimeType: "application/json", buffer: Buffer.from(CONFIG_TEXT) });
  await own.locator("li").first().waitFor();
  const state = await page.evaluate(() => lesson.get());
  assert.deepEqual([state["compute.model"], state["compute.serve-model"]], ["own", "own"]);
});

async function saved(page, section, kind) {
  await page.locator(`#${section} .save > summary`).click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.locator(`#${section} [data-save=${kind}]`).click(),
  ]);
  assert.equal(download.suggestedFilename(), `${section}.${kind}`);
  return readFile(await download.path());
}

test("save: JSON, CSV and a picture of a lab", async (site) => {
  const page = await site.open();
  await page.evaluate(() => {
    lesson.goto("train-memory");
    lesson.set({ "train-memory.params": "3e9" });
  });
  const json = JSON.parse(await saved(page, "train-memory", "json"));
  assert.equal(json.inputs["train-memory.params"], 3e9);
  const total = json.results.find((result) => result.name === "train-memory.total");
  assert.equal(total.value, 48e9);
  for (const part of ["formula", "substituted", "source"]) assert.ok(total[part]);
  const csv = (await saved(page, "train-memory", "csv")).toString();
  assert.match(csv, /^kind,name,label,value,unit/);
  assert.match(csv, /\r\n"input","train-memory.params",,3000000000,/);
  assert.match(csv, /\r\n"result","train-memory.total","to train it",48000000000.0,"B"/);
  const png = await saved(page, "train-memory", "png");
  assert.deepEqual([...png.subarray(1, 4)], [...Buffer.from("PNG")]);
  assert.ok(png.length > 10_000, `only ${png.length} bytes`);
});

test("save: the published runs are in the file, as in `lesson runs --published --json`; every section says its bytes", async (site) => {
  const page = await site.open();
  const { results, inputs, sections } = await page.evaluate(() => ({
    results: lesson.document("runs").results,
    inputs: lesson.document("runs").inputs,
    sections: [...document.querySelectorAll(".lab")].map((lab) => lesson.document(lab.dataset.section).inputs["page.units"]),
  }));
  assert.equal(inputs["runs.gpu"], "all");
  assert.equal(results.filter(({ name }) => name.endsWith(".implied_mfu")).length, 50);
  assert.equal(results.length, 14 + 50 * 5);
  assert.ok(sections.length === 8 && sections.every((units) => units === "gb"), sections.join());
});

test("published runs: a table that follows order and filter, each number with its derivation", async (site) => {
  const page = await site.open();
  await page.evaluate(() => lesson.goto("runs"));
  await page.locator("#runs .form > summary").click();
  await page.locator("#runs .published > summary").click();
  const rows = page.locator("#runs .published tbody tr");
  await rows.nth(49).waitFor();
  assert.equal(await rows.count(), 50);
  await page.evaluate(() => lesson.set({ "runs.gpu": "tpu-v4-chip", "runs.sort": "name" }));
  await page.waitForFunction(() => document.querySelectorAll("#runs .published tbody tr").length < 10);
  const names = await rows.locator("th").allInnerTexts();
  assert.deepEqual(names, [...names].sort());
  await rows.filter({ hasText: "PaLM 540B" }).locator("button").nth(2).click();
  const how = page.locator("#runs .published .how");
  assert.match(await how.innerText(), /predicted ÷ reported GPU-hours/);
  assert.match(await page.locator("#runs .published td[colspan]").innerText(), /2204\.02311[\s\S]*restarts and idle time/);
});

test("published runs: the table fits a phone, marks what is uncertain and says each thing once", async (site) => {
  const page = await site.open(PHONE);
  await page.evaluate(() => lesson.set({ "runs.gpu": "tpu-v4-chip" }));
  await page.locator("#runs .form > summary").click();
  await page.locator("#runs .published > summary").click();
  const box = page.locator("#runs .published .table");
  const row = box.locator("tr").filter({ hasText: "PaLM 540B" });
  await row.waitFor();
  assert.ok(await box.evaluate((table) => table.scrollWidth - table.clientWidth) <= 0, "no column is cut");
  assert.doesNotMatch((await box.locator("td button").allInnerTexts()).join(), /GPU-hour/);
  await page.evaluate(() => lesson.set({ "runs.gpu": "all" }));
  assert.ok(await box.evaluate((table) => table.scrollWidth <= table.clientWidth), "nor in the whole table");
  const run = await page.evaluate(() => lesson.published().find(({ name }) => name === "PaLM 540B"));
  assert.ok(run.numbers[2].caution);
  const number = row.first().locator("button").nth(2);
  assert.equal(await number.innerText(), `${run.numbers[2].text} *`);
  await number.click();
  const how = await page.locator("#runs .published td[colspan]").innerText();
  for (const words of [run.remark, run.source]) assert.equal(how.split(words).length, 2, `once: ${words}`);
});
