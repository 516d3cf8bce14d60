// The browser of the system, and what keeps it from calling anybody.
import { existsSync } from "node:fs";

export const executablePath =
  process.env.PREAU_CHROMIUM ??
  [
    "/usr/bin/chromium-headless-shell", // the same engine without the browser around it
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/bin/google-chrome",
  ].find((path) => existsSync(path));

export const args = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
];
