// Registers tests, runs them in two lanes of Chromium and one of Firefox, and counts. A test gets a `site` and opens pages with it.
// Every page listens: an error on the console, an uncaught error, or a request to another origin fails the test that opened it.
import { until } from "./canvas_tools.mjs";
import { launch, launchShell } from "./chromium.mjs";
import { installed as firefoxInstalled, launchFirefox, stopDisplay } from "./firefox.mjs";
import { serveFolder, serveLesson } from "./servers.mjs";

const TEST_LIMIT_MS = 120_000;
const LANES = 2; // tests wait for frames and timers about half of their time
const WIDE = { width: 1440, height: 900 };
export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

// For `before`: a browser whose vectors are the plain ones.
export const withoutRelaxedSimd = (page) =>
  page.addInitScript(() => {
    const real = WebAssembly.validate;
    WebAssembly.validate = (bytes) => bytes.length < 35 && real.call(WebAssembly, bytes);
  });

const tests = [];

// `setup`: {flags} for a browser of its own, {whole: true} for one that is the whole Chromium, {firefox: preferences} for Firefox,
// {server: "plain" | "folder"} for another server than the lesson's, {first: true} for a long test that should not come last,
// {measures: true} for one that records figures of the page.
export function test(name, body, setup = {}) {
  tests[setup.first ? "unshift" : "push"]({ name, body, setup });
}

// A page in another language has its scripts after the load event.
export async function lessonReady(page) {
  await page.waitForFunction(() => window.lesson?.ready);
  await page.evaluate(() => window.lesson.ready);
}

class Site {
  pages = [];
  troubles = [];
  allowed = []; // patterns of console errors that a test expects
  figures = {};

  constructor(browser, { url, token }) {
    this.browser = browser;
    this.url = url;
    this.token = token; // of the lesson's own server
    this.own = new Set([new URL(url).origin]); // origins that may be asked
  }

  // A page that listens. `ready: false` does not wait for the lesson's program; `at` opens another address.
  async open({ hash = "", at = this.url, ready = true, before = async () => {}, ...options } = {}) {
    const context = await this.browser.newContext({ viewport: WIDE, serviceWorkers: "block", ...options });
    const page = await context.newPage();
    this.pages.push(page);
    this.listen(page);
    await before(page);
    await page.goto(at + hash);
    if (ready) await lessonReady(page);
    return page;
  }

  // A figure of the page that is written down after the run, not judged.
  record(name, figure) {
    this.figures[name] = figure;
  }

  listen(page) {
    page.on("pageerror", (error) => this.troubles.push(`page error: ${error.message}`));
    page.on("console", (message) => {
      if (message.type() === "error" && !this.allowed.some((pattern) => pattern.test(message.text())))
        this.troubles.push(`console: ${message.text()}`);
    });
    page.on("request", (request) => {
      const url = new URL(request.url());
      if (!["data:", "blob:"].includes(url.protocol) && !this.own.has(url.origin))
        this.troubles.push(`request to ${url.origin}`);
    });
  }

  async close() {
    for (const page of this.pages) await page.context().close();
  }
}

// Pages of Firefox have puppeteer's commands; each has storage of its own.
class FirefoxSite extends Site {
  async open({ at = this.url, viewport = WIDE } = {}) {
    const page = await (await this.browser.createBrowserContext()).newPage();
    this.pages.push(page);
    this.listen(page);
    await page.setViewport(viewport);
    await page.goto(at);
    await until(page, () => Boolean(window.lesson?.ready));
    await page.evaluate(async () => void (await window.lesson.ready));
    return page;
  }

  async close() {
    for (const page of this.pages) await page.browserContext().close();
  }
}

async function browserOfItsOwn({ whole, flags }) {
  if (whole) return launch(flags);
  return flags ? launchShell(flags) : null;
}

const SERVERS = {
  lesson: serveLesson,
  plain: () => serveFolder({}),
  folder: () => serveFolder({ under: "/some/where/" }),
};

async function withLimit(promise) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`took longer than ${TEST_LIMIT_MS / 1000} s`)), TEST_LIMIT_MS);
  });
  try {
    await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

async function runOne({ name, body, setup }, shared, servers, figures) {
  const kind = setup.server ?? "lesson";
  const begin = performance.now();
  let own = null,
    site = null,
    failure = null;
  try {
    servers[kind] ??= SERVERS[kind]();
    own = await browserOfItsOwn(setup);
    site = new (setup.firefox ? FirefoxSite : Site)(own ?? shared, await servers[kind]);
    await withLimit(body(site));
    if (site.troubles.length) throw new Error(site.troubles.join("\n"));
    Object.assign(figures, site.figures);
  } catch (error) {
    failure = error;
  }
  await site?.close();
  await own?.close();
  console.log(`${failure ? "FAILED" : "ok"}  ${name}  (${((performance.now() - begin) / 1000).toFixed(1)} s)`);
  if (!failure) return true;
  console.log(String(failure.stack ?? failure).replace(/^/gm, "        "));
  for (const trouble of site?.troubles ?? []) console.log(`        ${trouble}`);
  return false;
}

const chromiumLane = (queue, run) => async () => {
  const browser = await launchShell();
  try {
    for (let one; (one = queue.shift());) await run(one, browser);
  } finally {
    await browser.close();
  }
};

// Firefox starts slowly: tests that want the same preferences share one.
const firefoxLane = (queue, run) => async () => {
  const wish = ({ setup }) => JSON.stringify(setup.firefox);
  for (const preferences of new Set(queue.map(wish))) {
    const browser = await launchFirefox(JSON.parse(preferences));
    try {
      for (const one of queue.filter((each) => wish(each) === preferences)) await run(one, browser);
    } finally {
      await browser.close();
    }
  }
};

// Runs the tests whose names contain `filter`, or, to `measure`, only those that do, one after the other. The last line is the sum.
// Returns whether all passed, and what they recorded.
export async function runAll({ filter, measure = false }) {
  const wanted = tests.filter(({ name, setup }) => (!filter || name.includes(filter)) && (!measure || setup.measures));
  const inFirefox = wanted.filter(({ setup }) => setup.firefox);
  const inChromium = wanted.filter(({ setup }) => !setup.firefox);
  const skipped = firefoxInstalled() ? 0 : inFirefox.length;
  const servers = {};
  const figures = {};
  let passed = 0,
    failed = 0;
  const run = async (one, browser) => {
    if (await runOne(one, browser, servers, figures)) passed += 1;
    else failed += 1;
  };
  const lanes = inChromium.length ? Array(measure ? 1 : LANES).fill(chromiumLane(inChromium, run)) : [];
  if (!skipped) lanes.push(firefoxLane(inFirefox, run));
  try {
    await Promise.all(lanes.map((lane) => lane()));
  } finally {
    for (const server of Object.values(servers)) (await server).stop();
    await stopDisplay();
  }
  if (passed + failed === 0) failed = 1; // a run without tests is no success
  if (skipped) console.log("SKIPPED the tests in Firefox, which is not here: scripts/setup_packages --firefox installs it.");
  console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
  return { ok: failed === 0, figures };
}
