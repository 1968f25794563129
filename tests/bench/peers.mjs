// Our products and other libraries' in one Chromium page, interleaved, by the peer benchmark's harness.
//
//   node tests/bench/peers.mjs --harness DIR [--modules build/web-build/modules] [--rounds 4] [--runs 3] [--parts float32,int8,wide]
//
// DIR is a copy of the harness (shared/tools/peer-bench) that may be written to; its packages are installed when they are missing.
// Writes results/peers.json (a part replaces the part of an earlier measurement) and the tables made from it: medians of the runs, each in
// browsers of its own, and how far the runs agree. Nothing here passes or fails.
import { execFileSync } from "node:child_process";
import { copyFile, mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { brotliCompressSync } from "node:zlib";

import { PARTS, targetTable, together } from "./peers_tables.mjs";
import { processor } from "./processor.mjs";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const HERE = fileURLToPath(new URL("./", import.meta.url));
const { values: option } = parseArgs({
  options: {
    harness: { type: "string", default: join(ROOT, "build/peer-bench") },
    modules: { type: "string", default: join(ROOT, "build/web-build/modules") },
    rounds: { type: "string", default: "4" },
    runs: { type: "string", default: "3" },
    parts: { type: "string", default: "float32,int8,wide" },
  },
});

// One size at a time, so that a disturbed stretch of the machine spoils one size and not the run.
async function measure(part) {
  const folder = await mkdtemp(join(tmpdir(), "peers-"));
  try {
    for (const file of await readdir(option.modules)) {
      if (/^compute_.*\.(js|wasm)$/.test(file)) await copyFile(join(option.modules, file), join(folder, file));
    }
    await copyFile(join(HERE, "peer.mjs"), join(folder, "peer.mjs"));
    const { names, sizes, threads = "1,2", flags } = PARTS[part];
    const runs = [];
    for (const n of sizes) {
      const out = join(folder, "out.json");
      const words = ["run.mjs", "--suite=none", `--mount=/product/=${folder}`, `--names=${names.join(";")}`, `--sizes=${n}`];
      words.push(`--threads=${threads}`, `--rounds=${n >= 2048 ? Math.max(3, option.rounds - 1) : option.rounds}`, `--out=${out}`);
      if (flags) words.push(`--flags=${flags}`);
      execFileSync("node", words, { cwd: resolve(option.harness), stdio: ["ignore", "inherit", "inherit"] });
      const { named, ...about } = JSON.parse(await readFile(out, "utf8"));
      runs.push({ n, ...about, ...named, cpu: processor() });
      process.stderr.write(`${part} ${n}\n`);
    }
    return runs;
  } finally {
    await rm(folder, { recursive: true });
  }
}

// ---- the run -------------------------------------------------------------------------------------------------------------

const json = join(HERE, "results/peers.json");
const report = existsSync(json) ? JSON.parse(await readFile(json, "utf8")) : {};
if (!existsSync(join(option.harness, "node_modules"))) execFileSync("npm", ["run", "-s", "setup"], { cwd: option.harness, stdio: "inherit" });
for (const part of option.parts.split(",")) {
  const separate = [];
  for (let run = 0; run < Number(option.runs); run += 1) separate.push(await measure(part));
  report[part] = together(separate);
}
report.module_bytes = {};
for (const file of ["compute_relaxed.wasm", "compute_simd128.wasm"]) report.module_bytes[file] = brotliCompressSync(await readFile(join(option.modules, file))).length;
await writeFile(json, JSON.stringify(report, null, 1) + "\n");
execFileSync("node", [join(ROOT, "scripts/gen_speed_table.mjs")], { stdio: "inherit" });
console.log(targetTable(report));
