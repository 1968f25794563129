// Writes the tables made from tests/bench/results/peers.json: results/peers.md, and the speeds in README.md between their two marks.
//
//   node scripts/gen_speed_table.mjs [--check] [--root DIR]
//
// --check writes nothing and fails, naming the file, when one of them is not what the JSON gives. DIR: the clone, else this one.
import { readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

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
const report = JSON.parse(readFileSync(join(results, "peers.json"), "utf8"));
const made = [
  [join(results, "peers.md"), () => fullTable(report)],
  [readme, (text) => between(text, "README.md", shortTable(report))],
];
for (const [file, make] of made) {
  const before = readFileSync(file, "utf8"), after = make(before);
  if (before === after) continue;
  if (option.check) fail(`${relative(option.root, file)} is not what peers.json gives: run node scripts/gen_speed_table.mjs.`);
  writeFileSync(file, after);
}
