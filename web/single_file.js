// In lesson.html only: unpacks the files that lie in the page and starts the first of them. Each comes after those that it
// mentions, so that their addresses are known. The worker gets its files in its own address and unpacks them itself: a page
// from a disk has no origin, and without one a worker may not load what another has made.
(async () => {
  const unpack = async (files, addresses) => {
    const swap = (whole, quote, name) => (addresses.has(name) ? quote + addresses.get(name) + quote : whole);
    for (const { name, type, data } of files) {
      const packed = new Blob([Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))]);
      const unpacked = new Response(packed.stream().pipeThrough(new DecompressionStream("gzip")));
      const body =
        type === "text/javascript"
          ? (await unpacked.text()).replace(/(["'])(?:\.\/)?([\w-]+\.[0-9a-f]{10}\.\w+)\1/g, swap)
          : await unpacked.arrayBuffer();
      addresses.set(name, URL.createObjectURL(new Blob([body], { type })));
    }
    return addresses;
  };

  // Runs in the worker. Messages that come before its script is there are kept for it.
  const startWorker = async ({ entry, files }, unpackFiles) => {
    const early = [];
    onmessage = ({ data }) => early.push(data);
    await import((await unpackFiles(files, new Map())).get(entry));
    for (const data of early) dispatchEvent(new MessageEvent("message", { data }));
  };

  const { page, worker } = JSON.parse(document.getElementById("packed-files").textContent);
  const workerScript = `(${startWorker})(${JSON.stringify(worker)}, ${unpack})`;
  const known = new Map([[worker.entry, `data:text/javascript;base64,${btoa(workerScript)}`]]);
  await import((await unpack(page.files, known)).get(page.entry));
})();
