// What this browser has: found by trying, never by its name.

// A function that makes a vector; the same with a relaxed multiply-add. Browsers refuse what they do not know.
const SIMD = [0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 8, 1, 6, 0, 65, 0, 253, 15, 11];
const RELAXED = [
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 19, 1, 17, 0, 65, 0, 253, 15, 65, 0, 253, 15, 65,
  0, 253, 15, 253, 133, 2, 11,
];

const accepts = (bytes) => {
  try {
    return WebAssembly.validate(new Uint8Array(bytes));
  } catch {
    return false;
  }
};

// The smallest step that performance.now() takes, in nanoseconds: of a few, because a step may be late.
function clockStep() {
  let smallest = Infinity,
    before = performance.now();
  const end = before + 20;
  for (let seen = 0; seen < 8 && before < end;) {
    const now = performance.now();
    if (now > before) {
      smallest = Math.min(smallest, now - before);
      before = now;
      seen += 1;
    }
  }
  return Math.round(smallest * 1e6);
}

let found;

export function features() {
  if (!found) {
    const isolated = globalThis.crossOriginIsolated === true;
    const cores = navigator.hardwareConcurrency || 1;
    found = {
      simd: accepts(SIMD),
      relaxed_simd: accepts(RELAXED),
      isolated,
      threads: isolated && typeof SharedArrayBuffer === "function" ? cores : 1,
      cores,
      webgpu: "gpu" in navigator,
      clock_step_ns: clockStep(),
    };
  }
  return found;
}

// The compute module for this browser, or null where there are no vectors at all.
export function computeFlavour() {
  const { simd, relaxed_simd: relaxed } = features();
  return relaxed ? "relaxed" : simd ? "simd128" : null;
}
