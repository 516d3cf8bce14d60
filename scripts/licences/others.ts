// What the programs contain without Cargo or Vite knowing it: copied files, fonts and icons.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Notice, Part } from "./notices.ts";

/** npm packages whose files are copied, or from whose data files are made. */
const COPIED: [name: string, parts: Part[]][] = [
  ["@fontsource/besley", ["server", "sites"]],
  ["@fontsource-variable/radio-canada", ["server", "sites"]],
  ["libphonenumber-js", ["sites"]],
  ["swagger-ui-dist", ["sites"]],
];
/** What came as single files. */
const FILES: Omit<Notice, "texts">[] = [
  {
    name: "Noto Sans",
    version: "2.015",
    licence: "OFL-1.1",
    parts: ["server"],
  },
  {
    name: "Noto Sans CJK SC",
    version: "2.004",
    licence: "OFL-1.1",
    parts: ["server"],
  },
  {
    name: "Phosphor Icons",
    version: "2.1.1",
    licence: "MIT",
    parts: ["sites"],
  },
  {
    name: "libwebp",
    version: "1.3.1",
    licence: "BSD-3-Clause",
    parts: ["server"],
  },
];
const LICENCE = /^(licen[cs]e|notice)|swagger-ui-bundle\.js\.LICENSE/i;

export function others(root: string): Notice[] {
  const copied = COPIED.map(([name, parts]) => {
    const folder = join(root, "node_modules", name);
    const { version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    return { name, version, licence: license, parts, texts: filesOf(folder, LICENCE) };
  });
  const files = FILES.map((file) => ({ ...file, texts: [keptText(root, file.name)] }));
  return [...copied, ...files];
}

/** The licence of what came without its text, kept in `texts`. */
export function keptText(root: string, name: string): string {
  const file = `scripts/licences/texts/${name.replace("/", "-")}.txt`;
  if (!existsSync(join(root, file)))
    throw new Error(`${name} has no text of its licence: put it into ${file}`);
  return readFileSync(join(root, file), "utf8");
}

/** The texts of the files of a folder that are named so. */
export function filesOf(folder: string, named: RegExp): string[] {
  const files = readdirSync(folder, { withFileTypes: true });
  return files
    .filter((file) => file.isFile() && named.test(file.name))
    .map((file) => readFileSync(join(folder, file.name), "utf8"));
}
