import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { keysOf } from "./changed";

test("every kind of content is shown somewhere", () => {
  const source = readFileSync(join(process.cwd(), "core/src/content.rs"), "utf8");
  const kinds = [...source.matchAll(/^ {8}\w+ = "([\w-]+)"/gm)].map(([, kind = ""]) => kind);
  expect(kinds.length).toBeGreaterThan(10);
  for (const kind of kinds) expect(keysOf([kind]), kind).not.toEqual([]);
});

test("what several kinds share is asked for once", () => {
  expect(keysOf(["lesson", "chapter"])).toEqual([["content"]]);
  expect(keysOf(["unheard-of"])).toEqual([]);
});
