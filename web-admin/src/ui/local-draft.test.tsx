// A form that keeps what is typed in it: driven as the desktop app has it, with a store in memory.
import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { browser } from "../platform/browser";
import type { Draft } from "../platform/local";
import { runOn } from "../platform/platform";
import type { Drafts } from "../platform/types";
import { useLocalDraft } from "./useLocalDraft";

const store = new Map<string, Draft>();

const drafts: Drafts = {
  all: async () => [...store.values()],
  find: async (key) => store.get(key) ?? null,
  keep: vi.fn(async (draft) => store.set(draft.key, { ...draft, savedAt: "" })),
  forget: vi.fn(async (key) => store.delete(key)),
};

beforeEach(() => {
  vi.useFakeTimers();
  store.clear();
  runOn({ ...browser, drafts });
});
afterEach(() => {
  runOn(browser);
  vi.useRealTimers();
});

interface Typed {
  title: string;
  /** Drafts of the version before lack it. */
  listed?: boolean;
}

/** A form over a saved title, in which one types. */
function open(saved = "Un", of: string | null = "lesson/1") {
  const resumed: Typed[] = [];
  const view = renderHook(
    ({ typed, saved, of }: { typed: Typed; saved: string; of: string | null }) =>
      useLocalDraft({
        of,
        title: "",
        typed,
        base: { version: 3 },
        unsaved: typed.title !== saved,
        onResume: (typed) => resumed.push(typed),
      }),
    { initialProps: { typed: { title: saved }, saved, of } },
  );
  const type = (title: string, now = saved) => view.rerender({ typed: { title }, saved: now, of });
  return { ...view, type, resumed };
}

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
const kept = (key = "lesson/1") =>
  ((store.get(key)?.value ?? []) as { typed: Typed }[]).map(({ typed }) => typed.title);

test("what is typed is kept within half a second", async () => {
  const { type } = open();
  await pass(0);
  type("Deux");
  await pass(250);
  expect(kept()).toEqual(["Deux"]);
});

test("a form that opens again offers what was typed, with what it was typed over", async () => {
  const first = open();
  await pass(0);
  first.type("Deux");
  await pass(500);

  const second = open();
  await pass(0);
  expect(second.result.current.found).not.toBeNull();
  act(() => second.result.current.resume());
  expect(second.resumed).toEqual([{ title: "Deux" }]);
  expect(second.result.current.found).toBeNull();
});

test("whoever types before deciding loses neither", async () => {
  const first = open();
  await pass(0);
  first.type("Deux");
  await pass(500);

  const second = open();
  await pass(0);
  second.type("Trois");
  await pass(500);
  expect(kept()).toEqual(["Trois", "Deux"]);
  act(() => second.result.current.discard());
  await pass(0);
  expect(kept()).toEqual(["Trois"]);
});

test("saved, taken back or given up: nothing is kept", async () => {
  const { type, result } = open();
  await pass(0);
  type("Deux");
  await pass(500);
  type("Deux", "Deux"); // it was saved
  await pass(0);
  expect(store.size).toBe(0);

  type("Trois", "Deux");
  await pass(500);
  act(() => result.current.forget());
  await pass(1000);
  expect(store.size).toBe(0);
});

test("a form that disappears without being left keeps all that was typed", async () => {
  const { type, unmount } = open();
  await pass(0);
  type("Deux");
  unmount();
  await pass(0);
  expect(kept()).toEqual(["Deux"]);
});

test("another row in the same form has a draft of its own", async () => {
  const { type, rerender } = open();
  await pass(0);
  type("Deux");
  rerender({ typed: { title: "Autre" }, saved: "Autre", of: "lesson/2" });
  await pass(500);
  expect(kept("lesson/1")).toEqual(["Deux"]);
  expect(store.has("lesson/2")).toBe(false);
});

test("what was saved in the end is not offered, and forgotten", async () => {
  const first = open();
  await pass(0);
  first.type("Deux");
  await pass(500);
  const second = open("Deux");
  await pass(0);
  expect(second.result.current.found).toBeNull();
  expect(store.size).toBe(0);
});

test("what another form left under the same name is not put into this one", async () => {
  const value = [{ typed: { title: "Deux", content: "" }, base: null, at: "2026-03-03T13:05:00Z" }];
  store.set("lesson/1", { key: "lesson/1", place: "/", title: "", savedAt: "", value });
  const { result } = open();
  await pass(0);
  expect(result.current.found).toBeNull();
});

test("a draft of a version before has what was added since as the form has it", async () => {
  const value = [{ typed: { title: "Deux" }, base: null, at: "2026-03-03T13:05:00Z" }];
  const stored = { key: "lesson/1", place: "/", title: "", savedAt: "", value };
  const resumed: Typed[] = [];
  const openWith = (added?: string[]) => {
    store.set("lesson/1", stored);
    return renderHook(() => {
      const typed = { title: "Un", listed: true };
      const form = { of: "lesson/1", title: "", typed, added, base: null, unsaved: false };
      return useLocalDraft<Typed, null>({ ...form, onResume: (typed) => resumed.push(typed) });
    });
  };
  const { result, unmount } = openWith(["listed"]);
  await pass(0);
  act(() => result.current.resume());
  expect(resumed).toEqual([{ title: "Deux", listed: true }]);
  unmount();

  const other = openWith();
  await pass(0);
  expect(other.result.current.found).toBeNull();
});

test("it is said whether what is typed is kept, and a write that failed is tried again", async () => {
  vi.setSystemTime(new Date(2026, 2, 3, 14, 3));
  const { type, result, rerender } = open();
  await pass(0);
  expect(result.current.kept).toBeNull();
  type("Deux");
  await pass(250);
  expect(result.current.kept).toEqual({ at: new Date(2026, 2, 3, 14, 3, 0, 250) });

  const full = vi.mocked(drafts.keep).mockRejectedValueOnce(new Error("disk full"));
  type("Trois");
  await pass(250);
  expect(full).toHaveBeenCalled();
  expect(result.current.kept).toBe("failed");
  expect(kept()).toEqual(["Deux"]);
  await pass(2000);
  expect(result.current.kept).toHaveProperty("at");
  expect(kept()).toEqual(["Trois"]);

  type("Trois", "Trois"); // it was saved
  await pass(0);
  expect(result.current.kept).toBeNull();
  type("Quatre", "Trois");
  await pass(250);
  rerender({ typed: { title: "Autre" }, saved: "Autre", of: "lesson/2" });
  await pass(500);
  expect(result.current.kept).toBeNull();
});

test("a form without a name keeps nothing", async () => {
  const { type } = open("Un", null);
  await pass(0);
  type("Deux");
  await pass(1000);
  expect(store.size).toBe(0);
});

test("a browser keeps nothing", async () => {
  runOn(browser);
  const { type, result } = open();
  type("Deux");
  await pass(1000);
  expect(result.current.found).toBeNull();
  expect(store.size).toBe(0);
});
