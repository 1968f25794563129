// The service worker: the lesson without a network, and threads where the host sets no headers. Not in a frame: there the
// page around decides.
const FIRST_ACTS = ["pointerdown", "keydown", "wheel", "touchstart", "scroll"];

// Listened to from the start: the reader may begin before the lesson's program is there.
let acted = false;
const firstAct = new Promise((resolve) => {
  const act = () => {
    acted = true;
    resolve();
  };
  for (const type of FIRST_ACTS) addEventListener(type, act, { once: true, passive: true, capture: true });
});

// `busy` says whether something runs that a reload would end.
export function startOffline(busy) {
  if (!("serviceWorker" in navigator) || self !== top || !location.protocol.startsWith("http")) return;
  // What is kept for later is fetched when the reader has begun, unless it brings threads, which are wanted at once.
  const isolatesNow = !crossOriginIsolated && !navigator.serviceWorker.controller && !wasReloaded();
  (isolatesNow ? Promise.resolve() : firstAct)
    .then(() => register())
    .then(() => {
      if (isolatesNow && !acted && !busy()) location.reload();
    })
    .catch((error) => console.info(`Without a service worker: ${error.message}`));
}

// A page that was reloaded and still has no service worker will not get one by another reload.
const wasReloaded = () => performance.getEntriesByType("navigation")[0]?.type === "reload";

async function register() {
  await navigator.serviceWorker.register(new URL("./sw.js", document.baseURI));
  await navigator.serviceWorker.ready;
}
