// Part of the compute modules: makes the workers that their threads run on. Call it, and wait, before a product on several threads.
// Resolves to the threads that a product can have then, the caller counted: at most one a processor, one where the page is not isolated.
// One worker after the other, and none before it is wanted: in Firefox a worker that makes another sometimes hangs, most often while
// one is starting.
const makeThread = async () => {
  const worker = PThread.allocateUnusedWorker();
  const loaded = PThread.loadWasmModuleToWorker(worker);
  const later = worker.onerror; // for what goes wrong in a thread that runs
  const refused = new Promise((resolve) => (worker.onerror = resolve));
  const started = await Promise.race([loaded, refused.then(() => null)]);
  worker.onerror = later;
  if (!started) PThread.unusedWorkers.pop();
  return started;
};

Module["makeThreads"] = async (threads) => {
  const most = globalThis.crossOriginIsolated ? Math.min(threads, navigator.hardwareConcurrency) : 1;
  const made = () => 1 + PThread.unusedWorkers.length + Object.keys(PThread.pthreads).length;
  while (made() < most && (await makeThread()));
  return made();
};
