// Which files of the browser's build a page needs: every `import()` of the site reports its module here (the build inserts
// the calls, see build/ssr.ts), and the manifest of the browser's build lists the files of each module.
import { everywhere, files, sheets } from "virtual:chunk-files";

const always = new Set<string>();
let current: Set<string> | null = null;

export interface Chunks {
  scripts: string[];
  styles: string[];
}

/** Wraps each `import()`. */
export function imported<T>(module: string, loaded: Promise<T>): Promise<T> {
  // A module that is imported during rendering stays loaded, and later pages do not import it again: it counts for all.
  (current ?? always).add(module);
  return loaded;
}

/** Runs `work` and returns the files of the modules that it imported. */
export async function recordImports<T>(
  work: () => Promise<T>,
): Promise<{ value: T; chunks: Chunks }> {
  const modules = new Set<string>();
  current = modules;
  try {
    const value = await work();
    return { value, chunks: filesOf([...modules]) };
  } finally {
    current = null;
  }
}

function filesOf(modules: string[]): Chunks {
  const found = modules.map((module) => files[module] ?? { scripts: [], styles: [] });
  const all = (kind: keyof Chunks) => [...new Set(found.flatMap((one) => one[kind]))];
  return { scripts: all("scripts"), styles: all("styles") };
}

/** All styles of the page, to be inlined: rendering does not wait for a style sheet. */
export function styleText({ styles }: Chunks): string {
  return [...everywhere, ...styles].map((address) => sheets[address] ?? "").join("\n");
}
