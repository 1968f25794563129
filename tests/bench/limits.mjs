// The sections of results/limits.md that say why a goal is missed, and the cell of a table that says whether one is.
export const LIMITS = {
  oneThread: "One thread",
  strassen: "Strassen",
  plainSimd: "Without relaxed SIMD",
  int8: "int8 without AVX-VNNI",
  twoThreads: "Two threads",
  native: "Native",
  wide: "The wide tile",
  start: "The start of a module",
};

const anchor = (title) => title.toLowerCase().replace(/[^a-z0-9 -]/g, "").replaceAll(" ", "-");
export const verdict = (met, limit) => (met ? "met" : `**not met**: [${limit}](limits.md#${anchor(limit)})`);
