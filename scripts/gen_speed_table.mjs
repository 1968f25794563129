// Writes the tables made from tests/bench/results/peers*.json, one measurement a machine: a .md beside each, and of peers.json also the speeds
// in README.md between their two marks.
//
//   node scripts/gen_speed_table.mjs [--check] [--root DIR]
//
// --check writes nothing and fails, naming the file, when one of them is not what the JSON gives. DIR: the clone, else this one.
// Fails, too, where limits.md lacks a section to which the tables refer.
import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

import { LIMITS } from "../tests/bench/limits.mjs";
import { fullTable, shortTable } from "../tests/bench/peers_tables.mjs";

const BEGIN = "<!-- speeds: made by scripts/gen_speed_table.mjs -->", END = "<!-- end of speeds -->";
const { values: option } = parseArgs({
  options: { check: { type: "boolean", default: false }, root: { type: "string", default: fileURLToPath(new URL("..", import.meta.url)) } },
});

function fail(words) {
  console.error(`gen_speed_table: ${words}`);
  process.exit(1);
}

function between(text, file, table) {
  const begin = text.indexOf(BEGIN), end = text.indexOf(END);
  if (begin < 0 || end < begin) fail(`${file} has no place for the speeds: it needs the lines "${BEGIN}" and "${END}".`);
  return `${text.slice(0, begin)}${BEGIN}\n${table}\n${text.slice(end)}`;
}

const results = join(option.root, "tests/bench/results"), readme = join(option.root, "README.md");
const explained = readFileSync(join(results, "limits.md"), "utf8");
for (const title of Object.values(LIMITS)) {
  if (!explained.includes(`\n## ${title}\n`)) fail(`tests/bench/results/limits.md has no section "${title}", to which tables refer: write it, or take it out of tests/bench/limits.mjs.`);
}
const read = (name) => JSON.parse(readFileSync(join(results, name), "utf8"));
const made = readdirSync(results)
  .filter((name) => /^peers\w*\.json$/.test(name))
  .map((name) => [join(results, name.replace(".json", ".md")), () => fullTable(read(name)), name]);
made.push([readme, (text) => between(text, "README.md", shortTable(read("peers.json"))), "peers.json"]);
for (const [file, make, source] of made) {
  const before = existsSync(file) ? readFileSync(file, "utf8") : "", after = make(before);
  if (before === after) continue;
  if (option.check) fail(`${relative(option.root, file)} is not what ${source} gives: run node scripts/gen_speed_table.mjs.`);
  writeFileSync(file, after);
}
