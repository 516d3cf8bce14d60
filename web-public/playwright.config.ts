import { defineConfig, devices } from "@playwright/test";
import { args, executablePath } from "./e2e/support/chromium.ts";

export default defineConfig({
  testDir: "e2e",
  outputDir: "../target/e2e",
  workers: 3, // one waits while two work
  fullyParallel: true,
  forbidOnly: !!process.env.CI,
  retries: 0,
  timeout: 90_000,
  expect: { timeout: 10_000 },
  reporter: [["list"]],
  use: {
    ...devices["Desktop Chrome"],
    viewport: { width: 1440, height: 900 },
    locale: "fr-FR",
    timezoneId: "Europe/Paris",
    // Half faded in or out nothing has its colours, and axe would measure them; what moves is tried in home.spec.
    contextOptions: { reducedMotion: "reduce" },
    screenshot: "only-on-failure",
    // A trace is written of every test though only the failed keep theirs: `--trace retain-on-failure` for one that fails.
    trace: "off",
    // Pages live for seconds: compiling their scripts for speed costs more than it gives, on other threads most of all.
    launchOptions: {
      executablePath,
      args: [...args, "--js-flags=--no-opt,--no-maglev,--single-threaded"],
    },
  },
});
