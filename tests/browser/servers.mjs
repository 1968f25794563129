// Where the pages come from: the lesson's own server, or a plain static host that sets no headers.
import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../../", import.meta.url));
export const SITE = process.env.LESSON_SITE || join(ROOT, "build/web");
export const PROGRAM = process.env.LESSON_PROGRAM || join(ROOT, "build/native/lesson");
const START_LIMIT_MS = 30_000;

const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".wasm": "application/wasm",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".webmanifest": "application/manifest+json",
  ".otf": "font/otf",
};

// `lesson serve`: it prints its address when it listens.
export function serveLesson() {
  const program = spawn(PROGRAM, ["serve", "--port", "0", "--site", SITE], { stdio: ["ignore", "pipe", "pipe"] });
  return new Promise((resolve, reject) => {
    let said = "";
    const timer = setTimeout(
      () => reject(new Error(`${PROGRAM} serve has not said where it listens: ${said}`)),
      START_LIMIT_MS,
    );
    const hear = (data) => {
      said += data;
      const url = /http:\/\/127\.0\.0\.1:\d+\//.exec(said)?.[0];
      const token = /token=([0-9a-f]{32})/.exec(said)?.[1];
      if (!url || !token) return;
      clearTimeout(timer);
      resolve({ url, token, stop: () => program.kill("SIGTERM") });
    };
    program.stdout.on("data", hear);
    program.stderr.on("data", hear);
    program.on("error", reject);
    program.on("exit", (code) => reject(new Error(`${PROGRAM} serve ended with ${code}: ${said}`)));
  });
}

// One page of another site: `localhost` is a site of its own beside 127.0.0.1.
export async function servePage(html) {
  const server = createServer((_, response) => {
    response
      .writeHead(200, { "content-type": "text/html" })
      .end(`<!doctype html><link rel="icon" href="data:,">${html}`);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://localhost:${server.address().port}`;
  return { origin, url: `${origin}/`, stop: () => server.close() };
}

// A static host: right types, no other header, optionally below a folder.
export async function serveFolder({ under = "/", folder = SITE }) {
  const server = createServer(async (request, response) => {
    const path = new URL(request.url, "http://host").pathname;
    const file = normalize(path.slice(under.length) || "index.html");
    try {
      if (!path.startsWith(under) || file.startsWith("..")) throw new Error("outside");
      const body = await readFile(join(folder, file));
      response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream" }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}${under}`,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
