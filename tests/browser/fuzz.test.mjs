// Whatever a reader opens or pastes: a sentence or a result, only finite numbers, and nothing of it becomes HTML.
// links.test.mjs asks the same of the address.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";

import fc from "fast-check";

import { test } from "./harness.mjs";
import { CONFIG } from "./own_model.mjs";
import { PROGRAM } from "./servers.mjs";

const MARK = "<img src=x onerror=alert(1)>";
const MIXTURE = { ...CONFIG, sliding_window: 4096, num_local_experts: 8, num_experts_per_tok: 2 };

const anything = fc.oneof(
  fc.integer(),
  fc.double(),
  fc.constantFrom(0, -1, 1e300, null, true, "", MARK, [], {}, [[1]], { n: MARK }),
  fc.string({ unit: "binary", maxLength: 30 }),
);

// Every value and name of a document, as paths; the fuzzing changes one to three of them.
const pathsOf = (node, path = []) =>
  node !== null && typeof node === "object" ? Object.keys(node).flatMap((key) => [[...path, key], ...pathsOf(node[key], [...path, key])]) : [];

function changed(document, changes) {
  const copy = structuredClone(document);
  for (const { path, value } of changes) {
    const parent = path.slice(0, -1).reduce((node, key) => node?.[key], copy);
    if (parent !== null && typeof parent === "object") parent[path.at(-1)] = value;
  }
  return copy;
}

// A whole document with a few values changed, cut off somewhere or not, or any JSON at all, or any text.
const near = (document) =>
  fc.oneof(
    {
      weight: 6, // the others are refused at once
      arbitrary: fc
        .array(fc.record({ path: fc.constantFrom(...pathsOf(document)), value: anything }), { minLength: 1, maxLength: 3 })
        .map((changes) => JSON.stringify(changed(document, changes))),
    },
    fc.nat({ max: JSON.stringify(document).length }).map((length) => JSON.stringify(document).slice(0, length)),
    fc.json(),
    fc.string({ unit: "binary", maxLength: 80 }),
  );

// In the page: what taking `text` as `kind` says, and what it leaves behind.
async function take({ kind, text }) {
  let said = "";
  try {
    if (kind === "config") {
      lesson.openConfig(text);
      lesson.set({ "run-memory.model": "own", "compute.model": "own" });
    } else if (!lesson.addMachine(text)) said = document.querySelector(".notes").textContent;
  } catch (error) {
    said = error.message;
  }
  await new Promise((resolve) => setTimeout(resolve, 5));
  const infinite = Object.entries(lesson.results()).filter(([, { value }]) => value !== null && !Number.isFinite(value));
  document.querySelector(".notes").replaceChildren();
  return { said, infinite, images: document.querySelectorAll("img").length };
}

function holds(kind, makeDocument) {
  return async (site) => {
    const page = await site.open(), document = makeDocument();
    const taken = async (text) => page.evaluate(take, { kind, text });
    assert.equal((await taken(JSON.stringify(document))).said, "", "the document itself is taken");
    await fc.assert(
      fc.asyncProperty(near(document), async (text) => {
        const { said, infinite, images } = await taken(text);
        assert.deepEqual({ infinite, images }, { infinite: [], images: 0 });
        assert.ok(said === "" || (said.length > 10 && said.length < 400), said);
      }),
      { numRuns: 150 },
    );
  };
}

test("fuzz: any config.json is taken or refused in a sentence", holds("config", () => MIXTURE));

test("fuzz: any result of a machine is taken or refused in a sentence", holds("machine", () => {
  const command = ["bench", "--n", "64", "--repeats", "1", "--json"];
  return JSON.parse(execFileSync(PROGRAM, command, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }));
}));
