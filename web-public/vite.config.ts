import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import { budget } from "../web-shared/build/budget.ts";
import { FRAMEWORK, site } from "../web-shared/build/site.ts";
import { countriesFile } from "./build/countries.ts";
import { chunkFiles, ssrBuild } from "./build/ssr.ts";

const { plugins, build, ...rest } = site("/", 5173);
const root = fileURLToPath(new URL(".", import.meta.url));
const contact = ["contact/ContactForm.tsx", "contact/MeetingBlock.tsx"];
const weights = budget({
  atRest: { chunks: [FRAMEWORK], scripts: 99_000 },
  views: {
    home: {
      modules: ["home/HomePage.tsx", "faq/FaqExcerpt.tsx", ...contact],
      scripts: 169_000,
      styles: 17_500,
    },
    listing: { modules: ["catalogue/CoursesPage.tsx"], scripts: 169_000, styles: 16_500 },
    details: {
      modules: [
        "catalogue/CoursePage.tsx",
        "booking/BookingPanel.tsx",
        "waitlist/WaitPanel.tsx",
        "waitlist/OwnEntries.tsx",
      ],
      scripts: 190_000,
      styles: 20_000,
    },
    FAQ: { modules: ["faq/FaqPage.tsx", ...contact], scripts: 165_000, styles: 15_500 },
  },
});

export default defineConfig(({ isSsrBuild }) =>
  isSsrBuild
    ? { ...rest, ...ssrBuild, plugins: [plugins, chunkFiles(root)] }
    : {
        ...rest,
        plugins: [plugins, countriesFile(), weights],
        build: { ...build, manifest: true },
      },
);
