import { defineConfig } from "vite";
import { budget } from "../web-shared/build/budget.ts";
import { site } from "../web-shared/build/site.ts";
import { countriesFile } from "./build/countries.ts";

const { plugins, ...rest } = site("/", 5173);

export default defineConfig({
  ...rest,
  plugins: [
    plugins,
    countriesFile(),
    budget({ page: "src/features/home/HomePage.tsx", scripts: 165_000, styles: 15_000 }),
  ],
});
