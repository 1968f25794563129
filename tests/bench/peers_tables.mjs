// Tables of the peer benchmark, made from results/peers.json. Does not: measure, read or write files.
import { LIMITS, verdict } from "./limits.mjs";

const OURS = "/product/peer.mjs",
  STRASSEN = `${OURS}?kernel=fp32_gemm_strassen__wasm_relaxed`,
  PLAIN_SIMD = `${OURS}?flavour=simd128`,
  INT8 = `${OURS}?dtype=int8`;
const PEERS = ["litert f32", "litert f32 constB", "tfjs-wasm", "tfjs-wasm freshB", "jax-js wasm", "ort-wasm f32"];
// What each part runs. A peer that keeps B packed counts at n = 64 and 128 only, where packing is most of the work.
export const PARTS = {
  float32: { names: [OURS, STRASSEN, PLAIN_SIMD, ...PEERS], sizes: [64, 128, 256, 512, 1024, 2048] },
  int8: { names: [INT8, "litert i8 constB", "ort-wasm i8 (u8xs8)", "ort-wasm i8 constB"], sizes: [512, 1024] },
  wide: { names: [OURS, "litert f32"], sizes: [1024], threads: "1", flags: "--js-flags=--wasm-revectorize" },
};
// Runs of one part -> what is kept of them: for each size and contestant the medians over the runs, and each run's own shares of the peak.
export function together(separate) {
  const median = (numbers) => numbers.sort((x, y) => x - y)[Math.floor((numbers.length - 1) / 2)];
  const same = (n, id) => separate.map((run) => run.find((size) => size.n === n)?.rows.find((row) => row.id === id)).filter(Boolean);
  const runs = separate[0].map((size) => ({
    ...size,
    otherLoad: Math.max(...separate.map((run) => run.find(({ n }) => n === size.n).otherLoad)),
    rows: size.rows.map((row) => {
      const all = same(size.n, row.id);
      return { ...row, median: median(all.map((one) => one.median)), ofPeak: median(all.map((one) => one.ofPeak)), shares: all.map((one) => one.ofPeak) };
    }),
  }));
  return { runs };
}

const KEEPS_B = ["litert f32 constB", "tfjs-wasm"];

const label = (name) => ({ [OURS]: "**this page**", [STRASSEN]: "**this page, Strassen**", [PLAIN_SIMD]: "**this page, no relaxed SIMD**", [INT8]: "**this page**" })[name] ?? name;
const fixed = (value, digits = 2) => (value === undefined || Number.isNaN(value) ? "–" : value.toFixed(digits));

function rowOf(runs, name, threads, n) {
  return runs?.find((run) => run.n === n)?.rows.find((row) => row.id === `${name} ${threads}T`);
}
const counted = (n) => PEERS.filter((name) => n <= 128 || !KEEPS_B.includes(name));
function bestPeer(runs, names, threads, n) {
  const rows = names.map((name) => rowOf(runs, name, threads, n)).filter(Boolean);
  return rows.sort((x, y) => y.ofPeak - x.ofPeak)[0];
}

function speedTable(runs, names, threads) {
  const sizes = runs.map((run) => run.n);
  const cells = (name) => sizes.map((n) => rowOf(runs, name, threads, n)).map((row) => (row ? `${fixed(row.median, 1)} (${fixed(row.ofPeak)})` : "–"));
  return [`| ${threads} thread${threads > 1 ? "s" : ""} | ${sizes.join(" | ")} |`, `| --- |${" --- |".repeat(sizes.length)}`, ...names.map((name) => `| ${label(name)} | ${cells(name).join(" | ")} |`)].join("\n");
}

// Each target of the matrix product: { what, asked, got, best, met, limit }; best is the value of the best of the separate runs, limit the
// section of limits.md for a target that is missed.
function targets(report) {
  const rows = [];
  const add = (what, limit, asked, got, met, best = "") => rows.push({ what, limit, asked, got, met, best });
  // A share of the peak, or of another's share, against the least that is asked.
  const compare = (what, limit, least, one, other, { sign = "≥", unit = other ? "×" : "", words = "" } = {}) => {
    const value = one.ofPeak / (other?.ofPeak ?? 1), each = one.shares?.map((share, run) => share / (other?.shares[run] ?? 1)) ?? [];
    const met = sign === ">" ? value > least : value >= least;
    add(what, limit, `${sign} ${least}${unit}${words}`, `${fixed(value)}${unit}`, met, each.length > 1 ? `${fixed(Math.max(...each))}${unit}` : "");
  };
  const f = report.float32?.runs, i8 = report.int8?.runs, wide = report.wide?.runs;
  const sizes = f?.map((run) => run.n) ?? [];
  for (const n of sizes) {
    const one = rowOf(f, OURS, 1, n), two = rowOf(f, OURS, 2, n), peer = bestPeer(f, counted(n), 1, n), peer2 = bestPeer(f, counted(n), 2, n);
    if (!one || !peer) continue;
    compare(`n = ${n}, 1 thread, of the register-only peak`, LIMITS.oneThread, n === 64 ? 0.85 : n === 128 ? 0.9 : 0.95, one);
    compare(`n = ${n}, 1 thread, best peer (${peer.id})`, LIMITS.oneThread, n === 64 ? 1.5 : n === 128 ? 1.3 : 1.25, one, peer);
    if (!two || !peer2) continue;
    compare(`n = ${n}, 2 threads against 1`, LIMITS.twoThreads, n === 64 ? 1 : n === 128 ? 1.7 : 1.9, two, one);
    compare(`n = ${n}, 2 threads, best peer (${peer2.id})`, LIMITS.twoThreads, 1.25, two, peer2);
  }
  const strassen = rowOf(f, STRASSEN, 1, 2048);
  if (strassen) compare("n = 2048, Strassen, 1 thread, of the peak for 2n³ work", LIMITS.strassen, 1, strassen, undefined, { sign: ">" });
  for (const n of sizes.filter((n) => n >= 256)) {
    const plain = rowOf(f, PLAIN_SIMD, 1, n), relaxed = rowOf(f, OURS, 1, n);
    if (plain && relaxed) compare(`n = ${n}, without relaxed SIMD`, LIMITS.plainSimd, 0.9, plain, relaxed, { unit: "", words: " of relaxed" });
  }
  for (const n of i8?.map((run) => run.n) ?? []) {
    for (const threads of [1, 2]) {
      const own = rowOf(i8, INT8, threads, n), peer = bestPeer(i8, PARTS.int8.names.slice(1), threads, n);
      if (own && peer) compare(`int8, n = ${n}, ${threads} thread${threads > 1 ? "s" : ""}, best peer (${peer.id})`, LIMITS.int8, 1.5, own, peer);
    }
  }
  const own = rowOf(wide, OURS, 1, 1024), peer = rowOf(wide, "litert f32", 1, 1024);
  if (own && peer) compare("n = 1024 with --wasm-revectorize, LiteRT.js", LIMITS.wide, 1, own, peer);
  for (const [file, bytes] of Object.entries(report.module_bytes ?? {})) add(`${file}, brotli`, LIMITS.start, "< 60 kB", `${fixed(bytes / 1000, 1)} kB`, bytes < 60_000);
  return rows;
}
export function targetTable(report) {
  const all = targets(report), several = all.some(({ best }) => best !== "");
  const line = (cells) => `| ${cells.join(" | ")} |`;
  return [
    line(["measure", "target", "here", ...(several ? ["best run"] : []), ""]),
    line(["---", "---", "---", ...(several ? ["---"] : []), "---"]),
    ...all.map(({ what, limit, asked, got, met, best }) => line([what, asked, got, ...(several ? [best] : []), verdict(met, limit)])),
  ].join("\n");
}

// How far separate runs agree: this page's place, and the pairs of contestants that are in the same order in every run.
function rankings(runs, ours, peers) {
  const rows = [];
  for (const { n, rows: all } of runs) {
    for (const threads of [1, 2]) {
      const page = all.find(({ id }) => id === `${ours} ${threads}T`);
      const others = all.filter(({ id }) => peers.some((name) => id === `${name} ${threads}T`));
      if (!page?.shares || page.shares.length < 2 || others.length === 0) continue;
      const first = page.shares.filter((share, run) => others.every((other) => share > other.shares[run])).length;
      let pairs = 0, kept = 0;
      for (const [i, one] of others.entries()) {
        for (const two of others.slice(i + 1)) {
          const firsts = one.shares.map((share, run) => share > two.shares[run]);
          pairs += 1;
          kept += firsts.every((each) => each === firsts[0]);
        }
      }
      const ahead = page.shares.map((share, run) => share / Math.max(...others.map((other) => other.shares[run])));
      rows.push([n, threads, `${first} of ${page.shares.length}`, `${fixed(Math.min(...ahead))} to ${fixed(Math.max(...ahead))}`, `${kept} of ${pairs}`]);
    }
  }
  return rows;
}
function rankingTable(report) {
  const rows = [["float32", OURS, PEERS], ["int8", INT8, PARTS.int8.names.slice(1)]].flatMap(([part, ours, peers]) =>
    rankings(report[part]?.runs ?? [], ours, peers).map((cells) => `| ${[part, ...cells].join(" | ")} |`),
  );
  if (rows.length === 0) return [];
  return [
    "## Separate runs",
    "",
    "Each run had browsers of its own. Ahead: this page's share of the peak over the best other's, in the worst and the best run; those that keep B packed count here at every size. Pairs: of other libraries, in the same order in every run.",
    "",
    "| format | n | threads | this page first | ahead | pairs in one order |",
    "| --- | --- | --- | --- | --- | --- |",
    ...rows,
    "",
  ];
}

function facts(report) {
  const runs = Object.values(report).flatMap((part) => part.runs ?? []);
  const theirs = runs.flatMap((run) => run.rows).filter((row) => row.version && !row.id.startsWith("/"));
  return {
    ...runs[0],
    separate: runs[0].rows[0].shares?.length ?? 1,
    load: Math.max(...runs.map((run) => run.otherLoad)),
    versions: [...new Set(theirs.map((row) => `${row.id.replace(/ \dT$/, "")} ${row.version}`))],
    module: runs[0].rows.find((row) => row.id.startsWith(OURS)).version,
  };
}

// The whole of results/peers.md.
export function fullTable(report) {
  const { when, cpu, cores, browser, load, versions, separate } = facts(report);
  const part = (key, title, threads) => (report[key] ? [`## ${title}`, "", ...threads.flatMap((t) => [speedTable(report[key].runs, PARTS[key].names, t), ""])] : []);
  return [
    "# Products in the page beside other libraries",
    "",
    `Generated by tests/bench/peers.mjs. ${when}; ${cpu}, ${cores} cores; Chromium ${browser}. Other work on the machine meanwhile: ${fixed(load)} processors at most. ${versions.join("; ")}.`,
    "",
    `Cells: median GFLOP/s (GOP/s for int8), 2n³ / time, and in brackets the share of one thread's float32 register-only peak: the best sample of a round against the peak taken around it, median of the rounds. All contestants of a size are interleaved in one page${separate > 1 ? `; cells and targets are medians of ${separate} separate runs` : ""}. From n = 256 on, peers that keep B packed from call to call (constB, and tfjs-wasm with the same B) are shown and not counted.`,
    "",
    "## Targets",
    "",
    targetTable(report),
    "",
    ...part("float32", "float32", [1, 2]),
    ...part("int8", "int8", [1, 2]),
    ...part("wide", "float32 with --js-flags=--wasm-revectorize", [1]),
    ...rankingTable(report),
  ].join("\n");
}

// What the README shows of it: this page and the best other library, size by size, and how many targets were missed.
export function shortTable(report) {
  const { when, cpu, cores, browser, versions, module } = facts(report);
  const { runs } = report.float32, sizes = runs.map((run) => run.n);
  const row = (title, cell) => `| ${title} | ${sizes.map(cell).join(" | ")} |`;
  const lines = [1, 2].flatMap((threads) => [
    row(`**this page, ${threads} thread${threads > 1 ? "s" : ""}**`, (n) => `**${fixed(rowOf(runs, OURS, threads, n).median, 1)}**`),
    row("share of one thread's register-only peak", (n) => fixed(rowOf(runs, OURS, threads, n).ofPeak)),
    row("best other library", (n) => {
      const peer = bestPeer(runs, counted(n), threads, n);
      return `${fixed(peer.median, 1)} ${peer.id.replace(/ \dT$/, "")}`;
    }),
  ]);
  const all = targets(report), missed = all.filter((one) => !one.met);
  return [
    `GFLOP/s of float32 products, n × n, packing included, every result checked. ${when.slice(0, 10)}; ${cpu}, ${cores} cores; Chromium ${browser}; module: ${module}. Others: ${[...new Set(versions.map((one) => one.replace(/ (f32|i8|constB|freshB|wasm|\(u8xs8\))/g, "")))].join(", ")}.`,
    "",
    row("n", (n) => n),
    `| --- |${" --- |".repeat(sizes.length)}`,
    ...lines,
    "",
    missed.length > 0 ? `Of ${all.length} goals ${missed.length} were missed in this measurement: [the list](tests/bench/results/peers.md).` : `All ${all.length} goals were met in this measurement.`,
  ].join("\n");
}
