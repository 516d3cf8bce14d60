// A row of a section that somebody else has changed meanwhile, or deleted.
import { act, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, test, vi } from "vitest";
import { createQueryClient } from "web-shared/api/query";
import { Provider } from "web-shared/ui/Provider";
import { asCategory, type Category, categoryCalls, useWriting } from "./api";
import { useForm } from "./useForm";

const seen = { code: "COURS", label: "Les cours", position: 1, entries: 0, version: 1 };

/** The form of this category; the server answers one call after the other like this. */
function open(...answers: [number, object][]) {
  const asked: string[] = [];
  vi.stubGlobal("fetch", async ({ method, url, headers }: Request) => {
    const [status, body] = answers[asked.length] ?? [200, seen];
    asked.push(`${method} ${new URL(url).pathname} ${headers.get("If-Match") ?? ""}`.trim());
    return Response.json(body, { status });
  });
  const queries = createQueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <Provider queries={queries}>{children}</Provider>
  );
  const { result } = renderHook(
    () =>
      useForm({
        thing: "faq-category",
        nameOf: ({ label }: Category) => label,
        rowOf: (row) => asCategory(row as Category),
        blank: { label: "", position: 0 },
        draftOf: ({ label, position }) => ({ label, position }),
        inputOf: (draft) => draft,
        faultsOf: () => ({}),
        writing: useWriting(categoryCalls),
        done: { added: "Ajouté.", updated: "Modifié." },
      }),
    { wrapper },
  );
  act(() => result.current.open(asCategory(seen as Category)));
  act(() => result.current.set({ label: "Nos cours" }));
  act(() => result.current.submit());
  return { form: () => result.current, asked };
}

const PUT = "PUT /api/faq/categories/COURS";
const stale = (changes: object) => ({
  code: "stale",
  current: { ...seen, version: 2, ...changes },
});

test("what does not meet is saved with it", async () => {
  const { form, asked } = open([412, stale({ position: 4 })]);
  await waitFor(() => expect(form().base.row).toBeNull());
  expect(asked).toEqual([`${PUT} "1"`, `${PUT} "2"`]);
});

test("what meets is not replaced unasked, and what was typed stays", async () => {
  const { form, asked } = open([412, stale({ label: "Cours" })]);
  await waitFor(() => expect(form().conflict?.paths).toEqual(["label"]));
  expect([asked, form().draft.label]).toEqual([[`${PUT} "1"`], "Nos cours"]);
});

test("what was deleted may be made anew", async () => {
  const { form, asked } = open([404, { code: "not_found" }]);
  await waitFor(() => expect(form().base.row).toBeNull());
  expect([form().draft.label, form().error]).toEqual(["Nos cours", null]);
  act(() => form().submit());
  await waitFor(() => expect(asked.at(-1)).toBe("POST /api/faq/categories"));
});
