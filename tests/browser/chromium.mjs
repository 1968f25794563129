// The system's Chromium, without a window, drawing WebGL in software and asking nobody anything.
import { chromium } from "playwright-core";

const FLAGS = [
  "--use-angle=swiftshader",
  "--enable-unsafe-swiftshader",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
];

export const launch = (flags = []) =>
  chromium.launch({
    executablePath: process.env.CHROMIUM || "/usr/bin/chromium",
    args: [...FLAGS, ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []), ...flags],
  });
