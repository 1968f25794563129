// Our products and other libraries' in one Chromium page, interleaved, by the peer benchmark's harness.
//
//   node tests/bench/peers.mjs --harness DIR [--modules build/web-build/modules] [--rounds 4] [--sizes 64,128,256,512,1024,2048]
//                              [--parts float32,int8,wide] [--table-only]
//
// DIR is a copy of the harness (shared/tools/peer-bench) that may be written to; its packages are installed when they are missing.
// Writes results/peers.json (a part replaces the part of an earlier run) and results/peers.md. Nothing here passes or fails.
import { execFileSync } from "node:child_process";
import { copyFile, mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

import { brotliCompressSync } from "node:zlib";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const HERE = fileURLToPath(new URL("./", import.meta.url));
const { values: option } = parseArgs({
  options: {
    harness: { type: "string", default: join(ROOT, "build/peer-bench") },
    modules: { type: "string", default: join(ROOT, "build/web-build/modules") },
    rounds: { type: "string", default: "4" },
    sizes: { type: "string", default: "64,128,256,512,1024,2048" },
    parts: { type: "string", default: "float32,int8,wide" },
    "table-only": { type: "boolean", default: false },
  },
});

const OURS = "/product/peer.mjs",
  STRASSEN = `${OURS}?kernel=fp32_gemm_strassen__wasm_relaxed`,
  PLAIN_SIMD = `${OURS}?flavour=simd128`,
  INT8 = `${OURS}?dtype=int8`;
const PEERS = ["litert f32", "litert f32 constB", "tfjs-wasm", "tfjs-wasm freshB", "jax-js wasm", "ort-wasm f32"];
// What each part runs. A peer that keeps B packed counts at n = 64 and 128 only, where packing is most of the work.
const PARTS = {
  float32: { names: [OURS, STRASSEN, PLAIN_SIMD, ...PEERS], sizes: option.sizes.split(",").map(Number) },
  int8: { names: [INT8, "litert i8 constB", "ort-wasm i8 (u8xs8)", "ort-wasm i8 constB"], sizes: [512, 1024] },
  wide: { names: [OURS, "litert f32"], sizes: [1024], threads: "1", flags: "--js-flags=--wasm-revectorize" },
};
const KEEPS_B = ["litert f32 constB", "tfjs-wasm"];

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
      runs.push({ n, ...about, ...named });
      process.stderr.write(`${part} ${n}\n`);
    }
    return runs;
  } finally {
    await rm(folder, { recursive: true });
  }
}

// ---- the table -----------------------------------------------------------------------------------------------------------

const label = (name) => ({ [OURS]: "**this page**", [STRASSEN]: "**this page, Strassen**", [PLAIN_SIMD]: "**this page, no relaxed SIMD**", [INT8]: "**this page**" })[name] ?? name;
const fixed = (value, digits = 2) => (value === undefined || Number.isNaN(value) ? "–" : value.toFixed(digits));

function rowOf(runs, name, threads, n) {
  return runs?.find((run) => run.n === n)?.rows.find((row) => row.id === `${name} ${threads}T`);
}
function bestPeer(runs, names, threads, n) {
  const rows = names.map((name) => rowOf(runs, name, threads, n)).filter(Boolean);
  return rows.sort((x, y) => y.ofPeak - x.ofPeak)[0];
}

function speedTable(runs, names, threads) {
  const sizes = runs.map((run) => run.n);
  const cells = (name) => sizes.map((n) => rowOf(runs, name, threads, n)).map((row) => (row ? `${fixed(row.median, 1)} (${fixed(row.ofPeak)})` : "–"));
  return [`| ${threads} thread${threads > 1 ? "s" : ""} | ${sizes.join(" | ")} |`, `| --- |${" --- |".repeat(sizes.length)}`, ...names.map((name) => `| ${label(name)} | ${cells(name).join(" | ")} |`)].join("\n");
}

// Each target of the matrix product: what is asked, what came out.
function targets(report) {
  const rows = [];
  const add = (what, asked, got, met) => rows.push(`| ${what} | ${asked} | ${got} | ${got.includes("–") ? "not measured" : met ? "met" : "**not met**"} |`);
  const f = report.float32?.runs, i8 = report.int8?.runs, wide = report.wide?.runs;
  const sizes = f?.map((run) => run.n) ?? [];
  for (const n of sizes) {
    const small = n <= 128, peers = small ? PEERS : PEERS.filter((name) => !KEEPS_B.includes(name));
    const one = rowOf(f, OURS, 1, n), two = rowOf(f, OURS, 2, n), peer = bestPeer(f, peers, 1, n), peer2 = bestPeer(f, small ? PEERS : peers, 2, n);
    if (!one || !peer) continue;
    const ofPeak = n === 64 ? 0.85 : n === 128 ? 0.9 : 0.95, ahead = n === 64 ? 1.5 : n === 128 ? 1.3 : 1.25;
    add(`n = ${n}, 1 thread, of the register-only peak`, `≥ ${ofPeak}`, fixed(one.ofPeak), one.ofPeak >= ofPeak);
    add(`n = ${n}, 1 thread, best peer (${peer.id})`, `≥ ${ahead}×`, `${fixed(one.ofPeak / peer.ofPeak)}×`, one.ofPeak / peer.ofPeak >= ahead);
    if (!two || !peer2) continue;
    const gain = n === 64 ? 1 : n === 128 ? 1.7 : 1.9;
    add(`n = ${n}, 2 threads against 1`, `≥ ${gain}×`, `${fixed(two.ofPeak / one.ofPeak)}×`, two.ofPeak / one.ofPeak >= gain);
    add(`n = ${n}, 2 threads, best peer (${peer2.id})`, "≥ 1.25×", `${fixed(two.ofPeak / peer2.ofPeak)}×`, two.ofPeak / peer2.ofPeak >= 1.25);
  }
  const strassen = rowOf(f, STRASSEN, 1, 2048);
  if (strassen) add("n = 2048, Strassen, 1 thread, of the peak for 2n³ work", "> 1", fixed(strassen.ofPeak), strassen.ofPeak > 1);
  for (const n of sizes.filter((n) => n >= 256)) {
    const plain = rowOf(f, PLAIN_SIMD, 1, n), relaxed = rowOf(f, OURS, 1, n);
    if (plain && relaxed) add(`n = ${n}, without relaxed SIMD`, "≥ 0.9 of relaxed", fixed(plain.ofPeak / relaxed.ofPeak), plain.ofPeak / relaxed.ofPeak >= 0.9);
  }
  for (const n of i8?.map((run) => run.n) ?? []) {
    for (const threads of [1, 2]) {
      const own = rowOf(i8, INT8, threads, n), peer = bestPeer(i8, PARTS.int8.names.slice(1), threads, n);
      if (own && peer) add(`int8, n = ${n}, ${threads} thread${threads > 1 ? "s" : ""}, best peer (${peer.id})`, "≥ 1.5×", `${fixed(own.ofPeak / peer.ofPeak)}×`, own.ofPeak / peer.ofPeak >= 1.5);
    }
  }
  const own = rowOf(wide, OURS, 1, 1024), peer = rowOf(wide, "litert f32", 1, 1024);
  if (own && peer) add("n = 1024 with --wasm-revectorize, LiteRT.js", "≥ 1×", `${fixed(own.ofPeak / peer.ofPeak)}×`, own.ofPeak >= peer.ofPeak);
  for (const [file, bytes] of Object.entries(report.module_bytes ?? {})) add(`${file}, brotli`, "< 60 kB", `${fixed(bytes / 1000, 1)} kB`, bytes < 60_000);
  return ["| measure | target | here | |", "| --- | --- | --- | --- |", ...rows].join("\n");
}

function table(report) {
  const any = Object.values(report).find((part) => part.runs).runs[0];
  const load = Object.values(report).flatMap((part) => part.runs ?? []).map((run) => run.otherLoad);
  const versions = [...new Set(Object.values(report).flatMap((part) => part.runs ?? []).flatMap((run) => run.rows).filter((row) => row.version && !row.id.startsWith("/")).map((row) => `${row.id.replace(/ \dT$/, "")} ${row.version}`))];
  const part = (key, title, threads) => (report[key] ? [`## ${title}`, "", ...threads.flatMap((t) => [speedTable(report[key].runs, PARTS[key].names, t), ""])] : []);
  return [
    "# Products in the page beside other libraries",
    "",
    `Generated by tests/bench/peers.mjs. ${any.when}; ${any.cpu}, ${any.cores} cores; Chromium ${any.browser}. Other work on the machine meanwhile: ${fixed(Math.max(...load))} processors at most. ${versions.join("; ")}.`,
    "",
    "Cells: median GFLOP/s (GOP/s for int8), 2n³ / time, and in brackets the share of one thread's float32 register-only peak: the best sample of a round against the peak taken around it, median of the rounds. All contestants of a size are interleaved in one page. From n = 256 on, peers that keep B packed from call to call (constB, and tfjs-wasm with the same B) are shown and not counted.",
    "",
    "## Targets",
    "",
    targets(report),
    "",
    ...part("float32", "float32", [1, 2]),
    ...part("int8", "int8", [1, 2]),
    ...part("wide", "float32 with --js-flags=--wasm-revectorize", [1]),
  ].join("\n");
}

// ---- the run -------------------------------------------------------------------------------------------------------------

const json = join(HERE, "results/peers.json");
const report = existsSync(json) ? JSON.parse(await readFile(json, "utf8")) : {};
if (!option["table-only"]) {
  if (!existsSync(join(option.harness, "node_modules"))) execFileSync("npm", ["run", "-s", "setup"], { cwd: option.harness, stdio: "inherit" });
  for (const part of option.parts.split(",")) {
    const measured = await measure(part);
    const kept = (report[part]?.runs ?? []).filter((run) => !measured.some((one) => one.n === run.n));
    report[part] = { runs: [...kept, ...measured].sort((x, y) => x.n - y.n) };
  }
  report.module_bytes = {};
  for (const file of ["compute_relaxed.wasm", "compute_simd128.wasm"]) report.module_bytes[file] = brotliCompressSync(await readFile(join(option.modules, file))).length;
  await writeFile(json, JSON.stringify(report, null, 1) + "\n");
}
await writeFile(join(HERE, "results/peers.md"), table(report));
console.log(targets(report));
