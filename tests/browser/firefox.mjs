// The system's Firefox over WebDriver BiDi, in a window on a display of its own: without one it has no WebGL.
// Its pages have puppeteer's commands.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";

import puppeteer from "puppeteer-core";

const FIREFOX = process.env.FIREFOX || "/usr/bin/firefox-esr";
const QUIET = {
  "webgl.force-enabled": true, // drawn in software
  "app.update.enabled": false,
  "network.captive-portal-service.enabled": false,
  "network.connectivity-service.enabled": false,
};

export const installed = () => existsSync(FIREFOX);

let display = null;

// Xvfb chooses a free number and writes it to the descriptor that it is given.
function startDisplay() {
  const server = spawn("Xvfb", ["-displayfd", "3", "-screen", "0", "1600x1400x24", "-nolisten", "tcp"], { stdio: ["ignore", "ignore", "ignore", "pipe"] });
  return new Promise((resolve, reject) => {
    server.stdio[3].on("data", (number) => resolve({ name: `:${String(number).trim()}`, stop: () => server.kill("SIGTERM") }));
    server.on("error", reject);
    server.on("exit", (code) => reject(new Error(`Xvfb ended with ${code}`)));
  });
}

export async function launchFirefox(preferences) {
  display ??= startDisplay();
  const { name } = await display;
  return puppeteer.launch({
    browser: "firefox",
    executablePath: FIREFOX,
    headless: false,
    defaultViewport: null,
    env: { ...process.env, DISPLAY: name, LIBGL_ALWAYS_SOFTWARE: "1" },
    extraPrefsFirefox: { ...QUIET, ...preferences },
  });
}

export async function stopDisplay() {
  if (display) (await display).stop();
}
