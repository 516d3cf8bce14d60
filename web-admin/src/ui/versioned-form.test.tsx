// A versioned row being written: what becomes of what is typed when it is saved, refused, or saved by somebody else.
import { act, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, test, vi } from "vitest";
import { ApiError, type Problem } from "web-shared/api/problem";
import { createQueryClient } from "web-shared/api/query";
import { Provider } from "web-shared/ui/Provider";
import { useVersionedForm } from "./useVersionedForm";

interface Row {
  version: number;
  title: string;
  text: string;
}
type Draft = Omit<Row, "version">;
type Save = (draft: Draft, over: Row | null) => Promise<Row>;

const ROW: Row = { version: 1, title: "Un", text: "Texte" };
const draftOf = (row: Row | null): Draft => ({ title: row?.title ?? "", text: row?.text ?? "" });

/** The server: it holds a row, and answers when it is told to. */
function server(row: Row | null = ROW) {
  const world = { row, hold: Promise.resolve() };
  const save = vi.fn<Save>(async (draft, over) => {
    await world.hold;
    if (over && over.version !== world.row?.version) refuse(412, { current: world.row });
    world.row = { ...draft, title: draft.title.trim(), version: (world.row?.version ?? 0) + 1 };
    return world.row;
  });
  return {
    save,
    /** Somebody else saves. */
    change: (changes: Partial<Draft>) => {
      world.row = { ...(world.row ?? ROW), ...changes, version: (world.row?.version ?? 0) + 1 };
    },
    /** The next answers wait for the function that is returned. */
    hold: () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      world.hold = promise;
      return () => act(() => settled(resolve));
    },
    row: () => world.row,
  };
}

/** Whatever was answered by now is in the form. */
async function settled(work: () => void) {
  work();
  await new Promise((done) => setTimeout(done));
}

function refuse(status: number, more: Partial<Problem> = {}): never {
  throw new ApiError({ status, code: "invalid", message: "", ...more });
}

type Options = Partial<Parameters<typeof useVersionedForm<Row, Draft>>[0]>;

function open(save: Save, options: Options = {}) {
  const onSaved = vi.fn();
  const queries = createQueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <Provider queries={queries}>{children}</Provider>
  );
  const of = {
    row: ROW,
    draftOf,
    keptAs: () => null,
    save,
    onSaved,
    ...options,
  };
  const { result } = renderHook(() => useVersionedForm<Row, Draft>(of), { wrapper });
  const form = () => result.current;
  const type = (changes: Partial<Draft>) => act(() => form().set(changes));
  const submit = () => act(() => settled(() => form().submit()));
  return { form, type, submit, onSaved };
}

test("it is saved over the version that was read, and the next time over what came of it", async () => {
  const { save } = server();
  const { form, type, submit, onSaved } = open(save);
  expect(form().unsaved).toBe(false);
  type({ title: "Deux " });
  expect(form().unsaved).toBe(true);
  await submit();
  expect(save).toHaveBeenLastCalledWith({ title: "Deux ", text: "Texte" }, ROW);
  expect([form().draft.title, form().unsaved]).toEqual(["Deux", false]);
  expect(onSaved).toHaveBeenCalledExactlyOnceWith(
    { ...ROW, title: "Deux", version: 2 },
    false,
    ROW,
  );
  type({ text: "Autre" });
  await submit();
  expect(save.mock.lastCall?.[1]?.version).toBe(2);
});

test.each<[string, Partial<Draft>, Partial<Draft>]>([
  ["other fields", { text: "La leur" }, { title: "Mien", text: "La leur" }],
  ["the same to the same", { title: "Mien" }, { title: "Mien", text: "Texte" }],
  ["nothing that is written here", {}, { title: "Mien", text: "Texte" }],
])("somebody else changed %s: both are saved at once", async (_, theirs, both) => {
  const { save, change, row } = server();
  const { form, type, submit, onSaved } = open(save);
  type({ title: "Mien" });
  change(theirs);
  await submit();
  expect(row()).toEqual({ ...both, version: 3 });
  expect([form().draft, form().unsaved, form().conflict, form().error]).toEqual([
    both,
    false,
    null,
    null,
  ]);
  expect(onSaved).toHaveBeenCalledOnce();
});

test.each([
  ["mine", "Mien"],
  ["theirs", "La leur"],
])("both changed a field: %s is chosen, and saved after a last look", async (whose, title) => {
  const { save, change, row } = server();
  const { form, type, submit } = open(save);
  type({ title: "Mien" });
  change({ title: "La leur", text: "Autre" });
  await submit();
  expect(row()?.title).toBe("La leur");
  expect(form().error).toBeNull();
  expect(form().conflict).toMatchObject({ paths: ["title"], taken: ["text"], row: row() });
  act(() => form().conflict?.onChoose(new Set(whose === "theirs" ? ["title"] : [])));
  expect([form().draft, form().conflict]).toEqual([{ title, text: "Autre" }, null]);
  expect(save).toHaveBeenCalledOnce();
  await submit();
  expect(row()).toEqual({ version: 3, title, text: "Autre" });
});

test("whoever does not choose yet loses nothing, and is asked again", async () => {
  const { save, change, row } = server();
  const { form, type, submit } = open(save);
  type({ title: "Mien" });
  change({ title: "La leur" });
  await submit();
  act(() => form().conflict?.onClose());
  expect([form().draft.title, form().conflict, form().unsaved]).toEqual(["Mien", null, true]);
  await submit();
  expect(form().conflict?.paths).toEqual(["title"]);
  expect(row()?.title).toBe("La leur");
});

test("what is typed while a save is under way stays, and is not saved yet", async () => {
  const { save, hold } = server();
  const { form, type, submit, onSaved } = open(save);
  type({ title: "Deux " });
  const answer = hold();
  await submit();
  type({ text: "Encore" });
  await answer();
  expect([form().draft, form().unsaved]).toEqual([{ title: "Deux", text: "Encore" }, true]);
  expect(onSaved).toHaveBeenCalledExactlyOnceWith(expect.anything(), true, ROW);
});

test("what is typed while changes are merged stays, unless it meets theirs", async () => {
  const { save, change, hold, row } = server();
  const { form, type, submit } = open(save);
  type({ title: "Mien" });
  change({ text: "La leur" });
  let answer = hold();
  await submit();
  type({ title: "Mien encore" });
  await answer();
  expect(row()).toMatchObject({ title: "Mien", text: "La leur" });
  expect([form().draft, form().unsaved]).toEqual([{ title: "Mien encore", text: "La leur" }, true]);

  change({ text: "Autre" });
  answer = hold();
  await submit();
  type({ text: "Aussi" });
  await answer();
  expect(form().conflict).toMatchObject({ paths: ["text"] });
  expect([row()?.text, form().draft.text]).toEqual(["Autre", "Aussi"]);
});

test("a new row is saved over itself afterwards, or leaves room for the next one", async () => {
  const { save } = server(null);
  const start = { title: "Proposé", text: "" };
  const { form, submit, type } = open(save, { row: null, start });
  expect(form().unsaved).toBe(false);
  await submit();
  expect(form().base.row).toEqual({ ...start, version: 1 });
  type({ text: "Texte" });
  await submit();
  expect(save.mock.lastCall?.[1]?.version).toBe(1);

  const next = open(server(null).save, { row: null, start, staysNew: true });
  await next.submit();
  expect([next.form().base.row, next.form().draft]).toEqual([null, { title: "", text: "" }]);
});

test("a field is wrong until it is written in", async () => {
  const fields = ["title", "text"].map(
    (name) => ({ name, code: "required", message: "" }) as const,
  );
  const { form, type, submit } = open(async () => refuse(422, { fields }));
  await submit();
  const problems = () => ["title", "text"].map((name) => Boolean(form().problemAt(name)));
  expect(problems()).toEqual([true, true]);
  type({ title: "Deux" });
  expect(problems()).toEqual([false, true]);
  await submit();
  expect(problems()).toEqual([true, true]);
  await act(() => settled(() => form().clearProblems()));
  expect([problems(), form().error]).toEqual([[false, false], null]);
});

test("what is missing is said once saving was asked for, and nothing is sent", async () => {
  const { save } = server();
  const faultsOf = ({ title }: Draft) => ({ title: !title && "Il manque un titre." });
  const { form, type, submit } = open(save, { faultsOf });
  type({ title: "" });
  expect(form().problemAt("title")).toBeFalsy();
  await submit();
  expect(form().problemAt("title")).toBe("Il manque un titre.");
  expect(save).not.toHaveBeenCalled();
});

test("what was typed in a row that is gone may become a new one; another row begins anew", async () => {
  const { form, type, submit } = open(async () => refuse(404), {
    onRefused: () => form().detach(),
  });
  type({ title: "Deux" });
  await submit();
  expect([form().base.row, form().draft.title, form().unsaved, form().error]).toEqual([
    null,
    "Deux",
    true,
    null,
  ]);
  act(() => form().open({ ...ROW, title: "Autre" }));
  expect([form().draft.title, form().unsaved]).toEqual(["Autre", false]);
});

test("new rows of a list keep what is typed in them under the keys that they get", async () => {
  const { save, hold } = server();
  const rekey = (draft: Draft) => ({ ...draft, text: draft.text.replace("neuf", "12") });
  const { form, type, submit } = open(save, { rekey });
  type({ text: "neuf" });
  const answer = hold();
  await submit();
  type({ text: "neuf, encore" });
  await answer();
  expect(form().draft.text).toBe("12, encore");
});
