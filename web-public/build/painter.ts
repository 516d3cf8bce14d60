// The second build of the site: everything in one file for the server's painter, which is no browser and no Node.
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import type { Manifest, Plugin, UserConfig } from "vite";
import { BUNDLED_PACKAGES } from "../../web-shared/build/site.ts";

const FILES = "virtual:chunk-files";
const MANIFEST = "dist/.vite/manifest.json";
const SOURCE = /\/web-(public|shared)\/src\/.*\.tsx?$/;
const IMPORT = /\bimport\(\s*("[^"]+")\s*\)/g;

export const painterBuild: UserConfig = {
  build: {
    outDir: "dist/.painter",
    target: "es2023",
    minify: true,
    copyPublicDir: false,
    license: { fileName: BUNDLED_PACKAGES },
    rolldownOptions: {
      output: { codeSplitting: false, format: "iife", entryFileNames: "painter.js" },
    },
  },
  ssr: { noExternal: true, target: "webworker" },
  define: { "process.env.NODE_ENV": '"production"' },
};

/** Lets each `import()` tell the painter which module it brings in, and the painter know which files that means. */
export function chunkFiles(root: string): Plugin {
  return {
    name: "chunk-files",
    enforce: "pre",
    resolveId: (id) => (id === FILES ? `\0${FILES}` : null),
    load: (id) => (id === `\0${FILES}` ? exported({ ...files(root), sheets: sheets(root) }) : null),
    async transform(code, id) {
      if (!SOURCE.test(id) || !code.includes("import(")) return null;
      const targets = await Promise.all(
        [...code.matchAll(IMPORT)].map(([, name = ""]) => this.resolve(JSON.parse(name), id)),
      );
      let at = 0;
      const marked = code.replace(IMPORT, (call) => {
        const module = relative(root, targets[at++]?.id ?? "");
        return `__brought(${JSON.stringify(module)}, ${call})`;
      });
      const chunks = JSON.stringify(join(root, "src/painter/chunks.ts"));
      return { code: `import { brought as __brought } from ${chunks};${marked}`, map: null };
    },
  };
}

function exported(values: Record<string, unknown>): string {
  return Object.entries(values)
    .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
    .join("\n");
}

/** The text of each style sheet. */
function sheets(root: string): Record<string, string> {
  const names = readdirSync(join(root, "dist/static")).filter((name) => name.endsWith(".css"));
  const text = (name: string) => readFileSync(join(root, "dist/static", name), "utf8");
  return Object.fromEntries(names.map((name) => [`/static/${name}`, text(name)]));
}

/** Of each module that the browser loads by itself: its scripts and styles, without those every page has. */
function files(root: string) {
  const manifest: Manifest = JSON.parse(readFileSync(join(root, MANIFEST), "utf8"));
  const entry = reached(manifest, "index.html");
  const stylesOf = (chunks: string[]) =>
    chunks.flatMap((chunk) => manifest[chunk]?.css ?? []).map((file) => `/${file}`);
  const found = Object.keys(manifest).map((name) => {
    const chunks = [...reached(manifest, name)].filter((chunk) => !entry.has(chunk));
    const scripts = chunks.map((chunk) => `/${manifest[chunk]?.file}`);
    return [name, { scripts, styles: stylesOf(chunks) }];
  });
  return {
    entry: `/${manifest["index.html"]?.file}`,
    files: Object.fromEntries(found),
    everywhere: stylesOf([...entry]),
  };
}

function reached(manifest: Manifest, name: string, seen = new Set<string>()): Set<string> {
  if (seen.has(name)) return seen;
  seen.add(name);
  for (const next of manifest[name]?.imports ?? []) reached(manifest, next, seen);
  return seen;
}
