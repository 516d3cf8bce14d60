// Makes the pictures of a built site small: drawings without what a browser does not draw, the sprite with the signs in use.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { optimize } from "svgo";

const root = fileURLToPath(new URL("../..", import.meta.url));
const SPRITE = "icons.svg";
const SYMBOL = /<symbol id="([^"]+)".*?<\/symbol>/gs;

// A page draws the shade by its name.
const plugins = [
  {
    name: "preset-default" as const,
    params: { overrides: { cleanupIds: { preserve: ["ombre"] } } },
  },
];

const folder = process.argv[2] ?? "dist";
const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
for (const name of names.filter((name) => name.endsWith(".svg"))) {
  const path = join(folder, name);
  const svg = readFileSync(path, "utf8");
  writeFileSync(
    path,
    name === SPRITE ? inUse(svg) : optimize(svg, { multipass: true, plugins }).data,
  );
}

/** The sprite without the signs that neither site names. Both take it from the public one. */
function inUse(sprite: string): string {
  const sources = ["web-shared", "web-public", "web-admin"].flatMap((site) => sourcesOf(site));
  const named = new Set(
    sources.flatMap((text) => [...text.matchAll(/"([a-z-]+)"/g)].map(([, word]) => word)),
  );
  return sprite.replace(SYMBOL, (symbol, id) => (named.has(id) ? symbol : ""));
}

function sourcesOf(site: string): string[] {
  const src = join(root, site, "src");
  return readdirSync(src, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\./.test(name))
    .map((name) => readFileSync(join(src, name), "utf8"));
}
