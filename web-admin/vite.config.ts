import { defineConfig } from "vite";
import { site } from "../web-shared/build/site.ts";

export default defineConfig(site("/dashboard/", 5174));
