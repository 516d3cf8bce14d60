import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

export default defineConfig({
  plugins: [react()],
  resolve: { alias: { "web-shared": fileURLToPath(new URL("./web-shared/src", import.meta.url)) } },
  test: {
    include: ["web-*/src/**/*.test.{ts,tsx}"],
    environment: "jsdom",
    pool: "vmThreads", // a context for each file instead of a process: a third of the processor's time
    setupFiles: ["./web-shared/src/testing.ts"],
    restoreMocks: true,
    testTimeout: 20_000,
  },
});
