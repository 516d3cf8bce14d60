// Copies the reader of the API's description into a built site: it is served from here, not from a CDN.
import { copyFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const from = dirname(createRequire(import.meta.url).resolve("swagger-ui-dist/package.json"));
for (const name of ["swagger-ui.css", "swagger-ui-bundle.js"]) {
  copyFileSync(join(from, name), join(process.argv[2] ?? "dist", "docs-ui", name));
}
