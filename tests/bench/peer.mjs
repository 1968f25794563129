// This page's product as a contestant of a peer benchmark: load({ threads }) -> { version, setup(n, A, B), run(), read(), drop() }.
// Lies beside compute_relaxed.js. In the address: peer.mjs?kernel=fp32_gemm_5x8__wasm_simd128&dtype=int8&flavour=simd128
// int8: A and B arrive as float32 and are stored as multiples of their largest number / 127, before the clock starts.
export async function load({ threads }) {
  const query = new URL(import.meta.url).searchParams;
  const { default: create } = await import(`./compute_${query.get("flavour") ?? "relaxed"}.js`);
  const module = await create();
  const host = JSON.parse(module.UTF8ToString(module._compute_host()));
  await module.makeThreads(threads);
  if (module._compute_set_threads(threads) < threads) throw new Error(host.threads_note || "no more threads");
  const text = (words) => {
    const place = module._malloc(words.length + 1);
    module.stringToUTF8(words, place, words.length + 1);
    return place;
  };
  const dtype = query.get("dtype") ?? "fp32",
    kernel = text(query.get("kernel") ?? "best"),
    type = text(dtype);
  let place, size, scale;
  const store = (X, at) => {
    if (dtype !== "int8") return (module.HEAPF32.set(X, at / 4), 1);
    let largest = 0;
    for (const x of X) largest = Math.max(largest, Math.abs(x));
    new Int8Array(module.HEAPF32.buffer).set(X.map((x) => Math.round((x / largest) * 127)), at);
    return largest / 127;
  };
  return {
    version: `${host.module}, ${host.compiler}`,
    setup(n, A, B) {
      size = n;
      place = module._raw_setup(n, threads, kernel, type);
      if (!place) throw new Error("no memory, or no such kernel");
      scale = store(A, place) * store(B, place + 4 * n * n);
    },
    run() {
      if (!module._raw_run()) throw new Error("the product failed");
    },
    read() {
      const at = place + 8 * size * size, end = at + 4 * size * size;
      if (dtype !== "int8") return module.HEAPF32.slice(at / 4, end / 4);
      return Float32Array.from(new Int32Array(module.HEAPF32.buffer, at, size * size), (x) => x * scale);
    },
    drop() {
      module._raw_drop();
    },
  };
}
