// This page's product as a contestant of a peer benchmark: load({ threads }) -> { version, setup(n, A, B), run(), read(), drop() }.
// Lies beside compute_relaxed.js. The kernel may be named in the address: peer.mjs?kernel=fp32_gemm_5x8__wasm_simd128
export async function load({ threads }) {
  const query = new URL(import.meta.url).searchParams;
  const { default: create } = await import(`./compute_${query.get("flavour") ?? "relaxed"}.js`);
  const module = await create();
  const host = JSON.parse(module.UTF8ToString(module._compute_host()));
  if (module._compute_set_threads(threads) < threads) throw new Error(host.threads_note || "no more threads");
  const name = query.get("kernel") ?? "best",
    id = module._malloc(name.length + 1);
  module.stringToUTF8(name, id, name.length + 1);
  let place, size;
  return {
    version: `${host.module}, ${host.compiler}`,
    setup(n, A, B) {
      size = n;
      place = module._raw_setup(n, threads, id) / 4;
      if (!place) throw new Error("no memory, or no such kernel");
      module.HEAPF32.set(A, place);
      module.HEAPF32.set(B, place + n * n);
    },
    run() {
      if (!module._raw_run()) throw new Error("the product failed");
    },
    read() {
      return module.HEAPF32.slice(place + 2 * size * size, place + 3 * size * size);
    },
    drop() {
      module._raw_drop();
    },
  };
}
