// What the views of a site may weigh, as the browser fetches them. A heavier build fails and says what it is made of.
import { brotliCompressSync } from "node:zlib";
import type { Plugin, Rollup } from "vite";

interface Limits {
  /** Bytes after brotli. */
  scripts: number;
  styles: number;
}

interface View extends Limits {
  /** The modules that its route loads, as their paths end. */
  modules: string[];
}

interface Budget {
  /** The scripts that a page loads before its visitor does anything, by the names of their chunks. */
  atRest?: { chunks: string[]; scripts: number };
  /** By name: the scripts with which a view answers to everything, and its styles. */
  views: Record<string, View>;
}

export function budget({ atRest, views }: Budget): Plugin {
  return {
    name: "budget",
    apply: (config, { command }) => command === "build" && !config.build?.ssr,
    generateBundle: {
      order: "post",
      handler(_options, bundle) {
        const weigh = scales();
        const check = (what: string, files: File[], limit: number) => {
          const { sum, parts } = weigh(files);
          this.info(`${what}: ${sum} of ${limit} bytes`);
          if (sum > limit) this.error(`${what}: ${sum} > ${limit} bytes\n${parts}`);
        };
        const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
        if (atRest) {
          const found = chunks.filter(({ name }) => atRest.chunks.includes(name));
          if (found.length < atRest.chunks.length) this.error(`no chunks ${atRest.chunks}`);
          check("scripts of a page at rest", found.map(scriptOf), atRest.scripts);
        }
        for (const [name, { modules, scripts, styles }] of Object.entries(views)) {
          const roots = chunks.filter(
            (chunk) => chunk.isEntry || modules.some((end) => chunk.facadeModuleId?.endsWith(end)),
          );
          if (roots.length <= modules.length)
            this.error(`${name}: ${modules} are not all of this site`);
          const needed = [...withImports(roots, bundle)];
          check(`scripts of ${name}`, needed.map(scriptOf), scripts);
          check(`styles of ${name}`, [["styles", stylesOf(needed, bundle)]], styles);
        }
      },
    },
  };
}

type File = [name: string, content: string];

const scriptOf = ({ fileName, code }: Rollup.OutputChunk): File => [fileName, code];

/** A server-rendered page contains its style sheets as one text. */
function stylesOf(chunks: Rollup.OutputChunk[], bundle: Rollup.OutputBundle): string {
  const sheets = new Set(chunks.flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])]));
  return [...sheets].map((name) => sourceOf(bundle[name])).join("\n");
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

/** Weighs files; what several views share is compressed once. */
function scales() {
  const known = new Map<string, number>();
  const weightOf = (content: string) => {
    const weight = known.get(content) ?? brotliCompressSync(content).length;
    known.set(content, weight);
    return weight;
  };
  return (files: File[]) => {
    const parts = files.map(([name, content]) => [name, weightOf(content)] as const);
    parts.sort(([, a], [, b]) => b - a);
    return {
      sum: parts.reduce((sum, [, bytes]) => sum + bytes, 0),
      parts: parts.map(([name, bytes]) => `${bytes}\t${name}`).join("\n"),
    };
  };
}
