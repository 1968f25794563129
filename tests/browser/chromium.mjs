// The system's Chromium, without a window, drawing WebGL in software and asking nobody anything.
// Most tests use its shell without a user interface: the same engine at half the processor time. It knows no touch gestures
// that scroll and cannot measure its memory; for these, and for measuring speed, there is the whole browser.
import { chromium } from "playwright-core";

const FLAGS = [
  "--use-angle=swiftshader",
  "--enable-unsafe-swiftshader",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
  "--site-per-process", // as on a desktop; the shell would not
];

const start = (executablePath, flags) =>
  chromium.launch({
    executablePath,
    args: [...FLAGS, ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []), ...flags],
  });

export const launchShell = (flags = []) =>
  start(process.env.CHROMIUM_SHELL || "/usr/bin/chromium-headless-shell", flags);
export const launch = (flags = []) => start(process.env.CHROMIUM || "/usr/bin/chromium", flags);

export async function versionOfShell() {
  const browser = await launchShell();
  await browser.close();
  return `Chromium ${browser.version()}`;
}
