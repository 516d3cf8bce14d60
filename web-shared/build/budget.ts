// What the first view of a page may weigh, as the browser fetches it. A heavier build fails and says what it is made of.
import { brotliCompressSync } from "node:zlib";
import type { Plugin, Rollup } from "vite";

interface Budget {
  /** The name of the view. */
  view: string;
  /** The modules that its route loads, as their paths end. */
  modules: string[];
  /** Bytes after brotli. */
  scripts: number;
  styles: number;
}

export function budget({ view, modules, ...limits }: Budget): Plugin {
  return {
    name: "budget",
    apply: (config, { command }) => command === "build" && !config.build?.ssr,
    generateBundle: {
      order: "post",
      handler(_options, bundle) {
        const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
        const roots = chunks.filter(
          (chunk) =>
            chunk.isEntry || modules.some((module) => chunk.facadeModuleId?.endsWith(module)),
        );
        const first = withImports(roots, bundle);
        const sheets = new Set(
          [...first].flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])]),
        );
        const scripts = weigh([...first].map(({ fileName, code }) => [fileName, code]));
        // A server-rendered page contains its style sheets as one text.
        const styles = weigh([
          ["styles", [...sheets].map((name) => sourceOf(bundle[name])).join("\n")],
        ]);
        this.info(`${view}: scripts ${scripts.sum} bytes, styles ${styles.sum} bytes`);
        if (roots.length <= modules.length)
          this.error(`${view}: ${modules} are not all of this site`);
        for (const [name, { sum, parts }] of Object.entries({ scripts, styles })) {
          const limit = limits[name as keyof typeof limits];
          if (sum > limit) this.error(`${name} of ${view}: ${sum} > ${limit} bytes\n${parts}`);
        }
      },
    },
  };
}

/** The chunks and everything they need before they run. */
function withImports(roots: Rollup.OutputChunk[], bundle: Rollup.OutputBundle) {
  const found = new Set<Rollup.OutputChunk>();
  const visit = (chunk: Rollup.OutputChunk) => {
    if (found.has(chunk)) return;
    found.add(chunk);
    for (const name of chunk.imports) {
      const next = bundle[name];
      if (next?.type === "chunk") visit(next);
    }
  };
  roots.forEach(visit);
  return found;
}

function sourceOf(file: Rollup.OutputAsset | Rollup.OutputChunk | undefined): string | Uint8Array {
  return file?.type === "asset" ? file.source : "";
}

function weigh(files: [name: string, content: string | Uint8Array][]) {
  const parts = files.map(([name, content]) => [name, brotliCompressSync(content).length] as const);
  parts.sort(([, a], [, b]) => b - a);
  return {
    sum: parts.reduce((sum, [, bytes]) => sum + bytes, 0),
    parts: parts.map(([name, bytes]) => `${bytes}\t${name}`).join("\n"),
  };
}
