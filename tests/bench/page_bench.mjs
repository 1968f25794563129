// The page's products in Chromium: every job in rounds of random order, the register-only peak measured around each.
//
//   node tests/bench/page_bench.mjs [--modules build/web-build/modules] [--name page] [--rounds 5] [--quick]
//
// Writes results/NAME.json and results/NAME.md. Nothing here passes or fails: speeds depend on what else the machine does,
// and `other_load` (processors' worth of other work meanwhile) says how much that was.
import { readFile, writeFile } from "node:fs/promises";
import os from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

import { launch } from "../browser/chromium.mjs";
import { serveIsolated } from "./isolated.mjs";
import { LIMITS, verdict } from "./limits.mjs";
import { otherLoad } from "./load.mjs";
import { processor } from "./processor.mjs";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const HERE = fileURLToPath(new URL("./", import.meta.url));
const { values: option } = parseArgs({
  options: {
    modules: { type: "string", default: join(ROOT, "build/web-build/modules") },
    name: { type: "string", default: "page" },
    rounds: { type: "string", default: "5" },
    quick: { type: "boolean", default: false },
  },
});

const LADDER = [
  "fp32_gemm_ijk__scalar",
  "fp32_gemm_ikj__scalar",
  "fp32_gemm_ikj__autovec",
  "fp32_gemm_blocked__autovec",
  "fp32_gemm_eigen__library",
  "fp32_gemm_5x8__wasm_simd128",
];

function jobsOf(quick) {
  const best = (n, more = {}) => ({ flavour: "relaxed", n, dtype: "fp32", kernel: "best", threads: 1, repeats: 5, ...more });
  const sizes = quick ? [512] : [64, 128, 256, 512, 1024, 2048];
  return [
    ...sizes.map((n) => best(n)),
    ...sizes.map((n) => best(n, { threads: 2 })),
    ...LADDER.map((kernel) => best(512, { kernel, repeats: 3 })),
    ...(quick ? [] : ["fp64", "bf16", "fp16", "int8", "q4_0"].map((dtype) => best(512, { dtype }))),
    ...(quick ? [] : [best(1024, { dtype: "int8" }), ...[512, 1024].map((n) => best(n, { dtype: "int8", threads: 2 }))]),
    best(512, { flavour: "simd128" }),
  ];
}

// ---- numbers ---------------------------------------------------------------------------------------------------------------

const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];

function summary(job, results) {
  const good = results.filter((result) => !result.failure);
  if (good.length === 0) return { ...job, failure: results[0]?.failure };
  const operations = 2 * good[0].m * good[0].n * good[0].k;
  const best = good.map((result) => (operations / result.min_ns) * 1e9);
  return {
    ...job,
    kernel: good[0].kernel,
    threads: good[0].threads,
    flops_per_s: median(good.map((result) => result.flops_per_s)),
    best_flops_per_s: Math.max(...best),
    peak_flops_per_s: median(good.map((result) => result.peak_flops_per_s)),
    // the best sample of a round against the peak taken around it; both suffer alike from other work
    of_peak: median(good.map((result, i) => best[i] / result.peak_flops_per_s)),
    error: Math.max(...good.map((result) => result.error)),
    error_bound: good[0].error_bound,
    format_error: good[0].format_error,
    verified: good.every((result) => result.verified),
    disturbed_rounds: good.filter((result) => result.disturbed).length,
    rounds: good.length,
  };
}

// What peers.md does not hold: one number format against another, int8 against its own limit, and the start.
function targets(report) {
  const find = (dtype, n, threads = 1) => report.rows.find((row) => row.flavour === "relaxed" && row.dtype === dtype && row.n === n && row.threads === threads && !LADDER.includes(row.kernel));
  const line = (what, limit, asked, got, met) => `| ${what} | ${asked} | ${got} | ${verdict(met, limit)} |`;
  const float = find("fp32", 512), lines = [];
  for (const dtype of ["bf16", "fp16", "q4_0"]) {
    const row = find(dtype, 512);
    if (row) lines.push(line(`${dtype}, n = 512, of float32's speed`, LIMITS.oneThread, "≥ 0.9", (row.of_peak / float.of_peak).toFixed(2), row.of_peak / float.of_peak >= 0.9));
  }
  for (const n of [512, 1024]) {
    for (const threads of [1, 2]) {
      const row = find("int8", n, threads);
      if (row) lines.push(line(`int8, n = ${n}, ${threads} thread${threads > 1 ? "s" : ""}, of its own register-only peak (${row.kernel})`, threads > 1 ? LIMITS.twoThreads : LIMITS.int8, "≥ 0.85", row.of_peak.toFixed(2), row.of_peak >= 0.85));
    }
  }
  for (const ms of report.ready_ms) lines.push(line("a compute module: loaded, compiled, warm", LIMITS.start, "≤ 300 ms", `${ms.toFixed(0)} ms`, ms <= 300));
  return ["| measure | target | here | |", "| --- | --- | --- | --- |", ...lines].join("\n");
}

function table(report) {
  const g = (value) => (value / 1e9).toFixed(1);
  const rows = report.rows.map((row) =>
    row.failure
      ? `| ${row.flavour} | ${row.kernel} | ${row.dtype} | ${row.n} | ${row.threads} | ${row.failure} ||||||`
      : `| ${row.flavour} | ${row.kernel} | ${row.dtype} | ${row.n} | ${row.threads} | ${g(row.flops_per_s)} | ${g(row.best_flops_per_s)} | ${g(row.peak_flops_per_s)} | ${row.of_peak.toFixed(2)} | ${row.error.toExponential(1)} | ${row.disturbed_rounds} of ${row.rounds} |`,
  );
  const find = (kernel, n) => report.rows.find((row) => row.flavour === "relaxed" && row.n === n && row.threads === 1 && row.kernel === kernel && !row.failure);
  const fast = find("fp32_gemm_6x8__wasm_relaxed", 512), plain = find("fp32_gemm_ijk__scalar", 512);
  const words = fast && plain
    ? `float32, n = 512, one thread: ${(fast.flops_per_s / plain.flops_per_s).toFixed(0)} times the plain loop by medians (${(fast.best_flops_per_s / plain.best_flops_per_s).toFixed(0)} by best samples), ${fast.of_peak.toFixed(2)} of the register-only peak of the same run.`
    : "";
  return `# Matrix products in the page

${report.when}. ${report.cpu}, ${report.cores} cores; ${report.browser}; ${report.host.compiler}. Other work on the machine meanwhile: ${report.other_load.toFixed(2)} processors. Modules ready after ${report.ready_ms.map((ms) => `${ms.toFixed(0)} ms`).join(", ")}.

${words}

${targets(report)}

GFLOP/s (GOP/s for int8) = 2n³ / time, packing included, every product verified. Median: of all rounds' medians. "of peak": best sample of a round against the register-only peak taken around it, median over rounds; for two threads the peak is that of two threads.

| module | kernel | format | n | threads | median | best | peak | of peak | error | disturbed |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
${rows.join("\n")}
`;
}

// ---- the run ---------------------------------------------------------------------------------------------------------------

const server = await serveIsolated(option.modules);
const browser = await launch();
try {
  const page = await browser.newPage();
  await page.goto(server.url);
  const load = otherLoad();
  const jobs = jobsOf(option.quick);
  const results = jobs.map(() => []);
  const ready = {};
  let host;
  for (let round = 0; round < Number(option.rounds); round++) {
    const order = jobs.map((_, i) => [Math.random(), i]).sort((a, b) => a[0] - b[0]).map(([, i]) => i);
    for (const i of order) {
      const { flavour, ...job } = jobs[i];
      const answer = await page.evaluate(
        ({ flavour, job }) =>
          new Promise((resolve) => {
            window.workers ??= {};
            const worker = (window.workers[flavour] ??= new Worker("worker.js", { type: "module" }));
            worker.onmessage = ({ data }) => resolve(data);
            worker.onerror = ({ message }) => resolve({ failure: message });
            worker.postMessage({ flavour, jobs: [job] });
          }),
        { flavour, job },
      );
      if (answer.failure) throw new Error(answer.failure);
      ready[flavour] = answer.ready_ms;
      host = answer.host;
      results[i].push(answer.results[0]);
    }
    process.stderr.write(`round ${round + 1} of ${option.rounds}\n`);
  }
  const report = {
    when: new Date().toISOString(),
    cpu: processor(),
    cores: os.cpus().length,
    browser: `Chromium ${browser.version()}`,
    host,
    ready_ms: Object.values(ready),
    other_load: load(),
    rows: jobs.map((job, i) => summary(job, results[i])),
  };
  await writeFile(join(HERE, "results", `${option.name}.json`), JSON.stringify(report, null, 1) + "\n");
  await writeFile(join(HERE, "results", `${option.name}.md`), table(report));
  console.log(table(report));
} finally {
  await browser.close();
  server.stop();
}
