// Measures, in a worker: loads a compute module and runs products in short slices, so that a stop is heard between them.
// Messages in: {type: "open", flavour}, {type: "threads", threads} to have them made, {type: "run", job}, {type: "stop"}, {type: "disturbed"}.
// Messages out: {type: "opened", host, kernels}, "threads", "progress", "result", "stopped", "error". One run at a time.
const SLICE_MS = 50;

const modules = {
  simd128: () => import("./compute_simd128.js"),
  relaxed: () => import("./compute_relaxed.js"),
};

let compute; // the module's exports as functions
let stopping = false;
let disturbed = false;

const turn = new MessageChannel();
const nextTurn = () =>
  new Promise((resolve) => {
    turn.port1.onmessage = resolve;
    turn.port2.postMessage(0);
  });

async function open(flavour) {
  const { default: create } = await modules[flavour]();
  const module = await create();
  const read = (place) => JSON.parse(module.UTF8ToString(place));
  compute = {
    makeThreads: (threads) => module.makeThreads(threads),
    host: () => read(module._compute_host()),
    kernels: () => read(module._compute_kernels()),
    start({ n, m = n, k = n, threads, repeats, dtype, kernel }) {
      const words = [dtype, kernel].map((word) => {
        const text = String(word),
          size = module.lengthBytesUTF8(text) + 1,
          place = module._malloc(size);
        module.stringToUTF8(text, place, size);
        return place;
      });
      // null would count as 0, and text that looks like a number as that number
      const number = (value) => (typeof value === "number" ? value : NaN);
      const answer = read(module._compute_start(...[m, n, k, threads, repeats].map(number), ...words));
      for (const place of words) module._free(place);
      return answer;
    },
    tune: () => read(module._compute_tune()),
    step: () => read(module._compute_step(SLICE_MS)),
    finish: (marked) => read(module._compute_finish(marked ? 1 : 0)),
    cancel: () => module._compute_cancel(),
  };
  postMessage({ type: "opened", host: compute.host(), kernels: compute.kernels() });
}

const failed = (answer) => {
  if (typeof answer.error !== "string") return false; // a result has an "error" too: a number, how far it is from float64
  compute.cancel();
  postMessage({ type: "error", error: answer.error });
  return true;
};

async function run(job) {
  stopping = false;
  disturbed = false;
  if (failed(job.tune ? compute.tune() : compute.start(job))) return;
  for (;;) {
    const slice = compute.step();
    if (failed(slice)) return;
    if (slice.done) break;
    postMessage({ type: "progress", fraction: slice.fraction, phase: slice.phase });
    await nextTurn();
    if (stopping) {
      compute.cancel();
      postMessage({ type: "stopped" });
      return;
    }
  }
  const result = compute.finish(disturbed);
  if (!failed(result)) postMessage({ type: "result", result });
}

onmessage = async ({ data }) => {
  try {
    if (data.type === "open") await open(data.flavour);
    else if (data.type === "threads") postMessage({ type: "threads", threads: await compute.makeThreads(data.threads) });
    else if (data.type === "run") await run(data.job);
    else if (data.type === "stop") stopping = true;
    else if (data.type === "disturbed") disturbed = true;
  } catch (error) {
    postMessage({ type: "error", error: String(error?.message ?? error) });
  }
};
