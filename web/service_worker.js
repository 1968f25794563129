// The lesson without a network, and threads on hosts that set no headers. `SITE` stands before this text: the version, the
// page's folder is this file's own. Every name but the page's holds a hash of its content, so files of two versions never mix;
// the page is kept together with the files that it names.
const CACHE = "lesson-";
const KEPT_VERSIONS = 2; // a tab that is still open may ask for files of the version before
const PAGE_WAIT_MS = 3000;
const HASHED = /^[\w-]+\.[0-9a-f]{10}\.\w+$/;
const FOLDER = new URL("./", location.href);

addEventListener("install", (event) => {
  event.waitUntil(keep());
  skipWaiting();
});

addEventListener("activate", (event) => {
  event.waitUntil(forget().then(() => clients.claim()));
});

addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(FOLDER.href)) return;
  const name = new URL(request.url).pathname.slice(FOLDER.pathname.length);
  if (request.mode === "navigate" && (name === "index.html" || SITE.pages.includes(name || "./"))) event.respondWith(page(request, name === "index.html" ? "./" : name || "./"));
  else if (HASHED.test(name)) event.respondWith(file(request));
});

async function keep() {
  const pages = await Promise.all(SITE.pages.map(fresh));
  const cache = await caches.open(CACHE + SITE.version);
  await cache.addAll(SITE.files);
  for (const [index, page] of pages.entries()) await cache.put(address(SITE.pages[index]), page);
}

const address = (page) => new URL(page, FOLDER);

async function fresh(page) {
  const answer = await fetch(address(page), { cache: "no-cache" });
  const html = await answer.clone().text();
  if (!answer.ok || !html.includes(SITE.entry)) throw new Error("The page is of another version than this service worker.");
  return answer;
}

async function forget() {
  const versions = (await caches.keys()).filter((key) => key.startsWith(CACHE) && key !== CACHE + SITE.version);
  const old = versions.slice(0, Math.max(0, versions.length - KEPT_VERSIONS + 1));
  await Promise.all(old.map((key) => caches.delete(key)));
}

// The newest page, if the network answers in time.
async function page(request, name) {
  const kept = async () => (await caches.open(CACHE + SITE.version)).match(address(name));
  const late = new Promise((resolve) => setTimeout(resolve, PAGE_WAIT_MS));
  const newest = fetch(request).catch(() => null);
  const answer = (await Promise.race([newest, late])) ?? (await kept()) ?? (await newest);
  return answer ? isolated(answer) : Response.error();
}

async function file(request) {
  return isolated((await caches.match(request, { ignoreVary: true })) ?? (await fetch(request)));
}

// With these headers the browser allows shared memory, which threads need.
function isolated(response) {
  if (response.status === 0 || response.redirected) return response;
  const headers = new Headers(response.headers);
  headers.set("Cross-Origin-Opener-Policy", "same-origin");
  headers.set("Cross-Origin-Embedder-Policy", "require-corp");
  headers.set("Cross-Origin-Resource-Policy", "cross-origin");
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}
