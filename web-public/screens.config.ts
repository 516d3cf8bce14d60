import { defineConfig } from "@playwright/test";
import tests from "./playwright.config.ts";

export default defineConfig(tests, {
  testMatch: "screens.ts",
  timeout: 300_000,
  use: { ...tests.use, actionTimeout: 10_000 },
});
