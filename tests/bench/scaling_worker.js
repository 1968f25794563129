// A contestant of scaling.mjs: a compute module of its own, so that two workers share the machine and nothing else.
let module, threads, n, calls;

const text = (words) => {
  const place = module._malloc(words.length + 1);
  module.stringToUTF8(words, place, words.length + 1);
  return place;
};

async function open(count) {
  const { default: create } = await import("./modules/compute_relaxed.js");
  module = await create();
  threads = count;
  await module.makeThreads(threads);
  if (module._compute_set_threads(threads) < threads) throw new Error(`no ${threads} threads here`);
}

const time = (count) => {
  const before = performance.now();
  for (let call = 0; call < count; ++call) module._raw_run();
  return performance.now() - before;
};

function setup(size) {
  if (n) module._raw_drop();
  n = size;
  const place = module._raw_setup(n, threads, text("best"), text("fp32"));
  if (!place) throw new Error(`no memory for n = ${n}`);
  for (let i = 0; i < 2 * n * n; ++i) module.HEAPF32[place / 4 + i] = Math.random() - 0.5;
  time(Math.ceil(1e8 / n ** 3)); // compiled, and warm
  calls = Math.max(1, Math.ceil(1 / Math.max(time(1), 0.005))); // samples of a millisecond: the clock has steps of 5 µs
}

// Waits until all members have come here `times` times.
function meet(gate, members, times) {
  Atomics.add(gate, 0, 1);
  while (Atomics.load(gate, 0) < members * times);
}

// GFLOP/s, median of the samples of `ms` milliseconds; all members start together. joined: they also wait for each other after every call,
// as the threads of one product do, and take that many samples.
function run({ gate, members, ms, joined }) {
  const samples = [], end = performance.now() + ms;
  let met = 1;
  meet(gate, members, met);
  if (joined) {
    for (let sample = 0; sample < joined.samples; ++sample) {
      const before = performance.now();
      for (let call = 0; call < joined.calls; ++call) {
        module._raw_run();
        meet(gate, members, ++met);
      }
      samples.push((performance.now() - before) / joined.calls);
    }
  } else {
    do samples.push(time(calls) / calls);
    while (samples.length < 3 || performance.now() < end);
  }
  samples.sort((a, b) => a - b);
  return (2 * n ** 3) / samples[samples.length >> 1] / 1e6;
}

onmessage = async ({ data }) => {
  try {
    if (data.threads) await open(data.threads);
    else if (data.n) setup(data.n);
    postMessage({ answer: data.gate ? run(data) : calls });
  } catch (error) {
    postMessage({ failure: String(error?.stack ?? error) });
  }
};
