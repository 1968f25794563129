// A server on this machine whose pages are isolated, so that they have shared memory and a fine clock: an empty page, the modules of a folder
// under /modules/, and this folder's workers.
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";

const HERE = fileURLToPath(new URL("./", import.meta.url));
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".wasm": "application/wasm" };

export async function serveIsolated(modules) {
  const server = createServer(async (request, response) => {
    const path = new URL(request.url, "http://host").pathname;
    response.setHeader("cross-origin-opener-policy", "same-origin");
    response.setHeader("cross-origin-embedder-policy", "require-corp");
    response.setHeader("content-type", TYPES[extname(path)] ?? "text/html");
    const module = /^\/modules\/([a-z0-9_]+\.(?:js|wasm))$/.exec(path), worker = /^\/([a-z_]*worker\.js)$/.exec(path);
    try {
      if (module) return response.end(await readFile(join(modules, module[1])));
      if (worker) return response.end(await readFile(join(HERE, worker[1])));
      return response.end("<!doctype html><title>bench</title>");
    } catch (error) {
      return response.writeHead(404).end(String(error));
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${server.address().port}/`, stop: () => server.close() };
}
