// The page in a real browser. node run.mjs [part of a test's name]
import { runAll } from "./harness.mjs";

for (const file of [
  "reading",
  "figures",
  "golden",
  "lab_files",
  "controls",
  "newcomer",
  "canvas",
  "bench",
  "links",
  "machines",
  "weather",
  "network",
  "elsewhere",
  "access",
  "layout",
  "language",
  "firefox",
  "soak",
  "screenshots",
]) {
  await import(`./${file}.test.mjs`);
}
process.exitCode = (await runAll(process.argv[2])) ? 0 : 1;
