import { expect, test } from "vitest";
import type { Conflict, ConflictPart } from "../../platform/local";
import { choicesOf, chosenValue, mayKeepBoth, partsOf, writingOf } from "./merging";

const part = (path: string, mine: unknown, theirs: unknown, base: unknown = ""): ConflictPart => ({
  path,
  shape: "value",
  base,
  mine,
  theirs,
});

const title = part("title", "Bonjour", "Salut", "Hello");
const text = part("content~0", "<p>Moi.</p>", "<p>Eux.</p>", "<p>Avant.</p>");
const points = part("sellingPoints~0", ["Petit groupe"], ["À l’oral"], []);

test("nothing is sent while a part is open", () => {
  expect(choicesOf([title, text], { title: { whose: "mine" } })).toBeNull();
});

test("a side is sent by its name, what was written as it was written", () => {
  const decisions = {
    title: { whose: "theirs" as const },
    "content~0": { whose: "mine" as const, written: "<p>Nous.</p>" },
  };
  expect(choicesOf([title, text], decisions)).toEqual({
    title: "theirs",
    "content~0": { edited: "<p>Nous.</p>" },
  });
});

test("both may stay, theirs first, where texts and lists meet", () => {
  expect([title, text, points].map(mayKeepBoth)).toEqual([false, true, true]);
  expect(chosenValue(text, "both")).toBe("<p>Eux.</p><p>Moi.</p>");
  expect(chosenValue(points, "both")).toEqual(["À l’oral", "Petit groupe"]);
  expect(choicesOf([points], { "sellingPoints~0": { whose: "both" } })).toEqual({
    "sellingPoints~0": "both",
  });
  expect(mayKeepBoth(part("content~0", "<p>Moi.</p>", null))).toBe(false);
});

test("texts are written, what is one of several is only chosen", () => {
  expect([title, text, points].map(writingOf)).toEqual(["text", "rich", "lines"]);
  expect(writingOf(part("type", "ONLINE", "IN_PERSON"))).toBeNull();
  expect(writingOf(part("startDate", "2026-01-02", "2026-01-03"))).toBeNull();
  expect(writingOf(part("languageId", 1, 2))).toBeNull();
  expect(writingOf(part("modules/12", { title: "Un" }, null))).toBeNull();
});

test("where one side deleted everything, that is the choice", () => {
  const conflict: Conflict = {
    id: "1.1",
    kind: "lesson",
    title: "Bonjour",
    by: null,
    deleted: "theirs",
    parts: [],
    merged: { title: "Bonjour" },
  };
  expect(partsOf(conflict)).toEqual([
    { path: "", shape: "removed", base: null, mine: { title: "Bonjour" }, theirs: null },
  ]);
  expect(partsOf({ ...conflict, deleted: null })).toEqual([]);
});
