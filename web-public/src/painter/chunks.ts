// Which files of the browser's build a page needs: every `import()` of the site tells here what it brings in (the build
// writes the calls, see build/painter.ts), and the manifest of the browser's build knows its files.
import { everywhere, files, sheets } from "virtual:chunk-files";

const always = new Set<string>();
let current: Set<string> | null = null;

export interface Chunks {
  scripts: string[];
  styles: string[];
}

/** Called around each `import()`. */
export function brought<T>(module: string, loaded: Promise<T>): Promise<T> {
  // A part that is loaded while rendering is loaded once and for all: later pages do not ask for it again.
  (current ?? always).add(module);
  return loaded;
}

/** Does the work and tells what it brought in. */
export async function recorded<T>(work: () => Promise<T>): Promise<{ value: T; chunks: Chunks }> {
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

/** What the page looks like, in one piece that comes with it: nothing waits for a style sheet. */
export function styleText({ styles }: Chunks): string {
  return [...everywhere, ...styles].map((address) => sheets[address] ?? "").join("\n");
}
