import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import { budget } from "../web-shared/build/budget.ts";
import { site } from "../web-shared/build/site.ts";
import { countriesFile } from "./build/countries.ts";
import { chunkFiles, ssrBuild } from "./build/ssr.ts";

const { plugins, build, ...rest } = site("/", 5173);
const root = fileURLToPath(new URL(".", import.meta.url));
const first = budget({
  view: "home",
  modules: [
    "home/HomePage.tsx",
    "faq/FaqExcerpt.tsx",
    "contact/ContactForm.tsx",
    "contact/MeetingBlock.tsx",
  ],
  scripts: 165_000,
  styles: 17_500, // with the variables of the theme, 1.9 kB that each page contained before
});

export default defineConfig(({ isSsrBuild }) =>
  isSsrBuild
    ? { ...rest, ...ssrBuild, plugins: [plugins, chunkFiles(root)] }
    : {
        ...rest,
        plugins: [plugins, countriesFile(), first],
        build: { ...build, manifest: true },
      },
);
