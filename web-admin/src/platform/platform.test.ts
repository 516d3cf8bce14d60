// The dashboard in a browser knows nothing of the desktop app's window: one file does.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const WINDOW = "web-admin/src/platform/desktop.ts";
const SITES = ["web-admin", "web-shared", "web-public"];

function sources(folder: string): string[] {
  return readdirSync(join(process.cwd(), folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return /^(node_modules|dist)$/.test(entry.name) ? [] : sources(path);
    return /\.(ts|tsx|js|html|css)$/.test(entry.name) ? [path] : [];
  });
}

/** As the text of an import would have it; this file names it too. */
const knows = (path: string, word: RegExp) =>
  !path.endsWith("platform.test.ts") && word.test(readFileSync(join(process.cwd(), path), "utf8"));

test("only the platform of the app knows Tauri", () => {
  const all = SITES.flatMap(sources);
  expect(all.length).toBeGreaterThan(400);
  expect(all.filter((path) => knows(path, /@tauri-apps\b|__TAURI/))).toEqual([WINDOW]);
});

test("the platform of the app comes only by its choice at the start", () => {
  const all = SITES.flatMap(sources).filter((path) => !path.startsWith("web-admin/src/platform/"));
  expect(all.filter((path) => knows(path, /platform\/(desktop|ask)["']/))).toEqual([]);
  const choice = readFileSync(join(process.cwd(), "web-admin/src/platform/platform.ts"), "utf8");
  expect(choice).toContain('await import("./desktop")');
  expect(choice).not.toMatch(/from "\.\/desktop"/);
});
