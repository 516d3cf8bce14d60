// The second build of the site, for server-side rendering: one file for an engine that is neither a browser nor Node.
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import type { Manifest, Plugin, UserConfig } from "vite";
import { BUNDLED_PACKAGES, FRAMEWORK } from "../../web-shared/build/site.ts";

const FILES = "virtual:chunk-files";
const MANIFEST = "dist/.vite/manifest.json";
const ENTRY = "index.html";
const SOURCE = /\/web-(public|shared)\/src\/.*\.tsx?$/;
const IMPORT = /\bimport\(\s*("[^"]+")\s*\)/g;

export const ssrBuild: UserConfig = {
  build: {
    outDir: "dist/.ssr",
    target: "es2023",
    minify: true,
    copyPublicDir: false,
    license: { fileName: BUNDLED_PACKAGES },
    rolldownOptions: {
      output: { codeSplitting: false, format: "iife", entryFileNames: "ssr.js" },
    },
  },
  ssr: { noExternal: true, target: "webworker" },
  define: { "process.env.NODE_ENV": '"production"' },
};

/** Makes each `import()` report its module to `chunks.ts`, and gives that the files of each module. */
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
        return `__imported(${JSON.stringify(module)}, ${call})`;
      });
      const chunks = JSON.stringify(join(root, "src/ssr/chunks.ts"));
      return { code: `import { imported as __imported } from ${chunks};${marked}`, map: null };
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

/** The scripts and styles of each module that the browser imports, without those of every page. */
function files(root: string) {
  const manifest: Manifest = JSON.parse(readFileSync(join(root, MANIFEST), "utf8"));
  const entry = withImports(manifest, ENTRY);
  const scriptsOf = (chunks: string[]) => chunks.map((chunk) => `/${manifest[chunk]?.file}`);
  const stylesOf = (chunks: string[]) =>
    chunks.flatMap((chunk) => manifest[chunk]?.css ?? []).map((file) => `/${file}`);
  const found = Object.keys(manifest).map((name) => {
    const chunks = [...withImports(manifest, name)].filter((chunk) => !entry.has(chunk));
    return [name, { scripts: scriptsOf(chunks), styles: stylesOf(chunks) }];
  });
  const shared = [...entry].filter((name) => name !== ENTRY);
  const isFramework = (name: string) => manifest[name]?.name === FRAMEWORK;
  return {
    entry: `/${manifest[ENTRY]?.file}`,
    framework: scriptsOf(shared.filter(isFramework)),
    everyPage: scriptsOf(shared.filter((name) => !isFramework(name))),
    files: Object.fromEntries(found),
    everywhere: stylesOf([...entry]),
  };
}

function withImports(manifest: Manifest, name: string, seen = new Set<string>()): Set<string> {
  if (seen.has(name)) return seen;
  seen.add(name);
  for (const next of manifest[name]?.imports ?? []) withImports(manifest, next, seen);
  return seen;
}
