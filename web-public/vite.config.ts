import { defineConfig } from "vite";
import { site } from "../web-shared/build/site.ts";
import { countriesFile } from "./build/countries.ts";

const { plugins, ...rest } = site("/", 5173);

export default defineConfig({ ...rest, plugins: [plugins, countriesFile()] });
