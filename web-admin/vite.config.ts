import { defineConfig } from "vite";
import { budget } from "../web-shared/build/budget.ts";
import { site } from "../web-shared/build/site.ts";

const { plugins, ...rest } = site("/dashboard/", 5174);
const weights = budget({
  views: { home: { modules: ["home/HomePage.tsx"], scripts: 210_000, styles: 18_000 } },
});

export default defineConfig({ ...rest, plugins: [plugins, weights] });
