// What is typed in the settings and in a legal page while a save is under way.
import { act, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, test, vi } from "vitest";
import { createQueryClient } from "web-shared/api/query";
import { Provider } from "web-shared/ui/Provider";
import type { PageVersion, Settings } from "./api";
import { usePageEditor } from "./usePageEditor";
import { useSettings } from "./useSettings";

/** The server, which answers a save when it is told to. */
function slowServer() {
  const { promise, resolve } = Promise.withResolvers<Response>();
  vi.stubGlobal("fetch", ({ method }: Request) =>
    method === "PUT" ? promise : Promise.resolve(Response.json([])),
  );
  return (body: unknown) => act(async () => resolve(Response.json(body)));
}

function wrapper() {
  const queries = createQueryClient();
  return ({ children }: { children: ReactNode }) => (
    <Provider queries={queries}>{children}</Provider>
  );
}

test("what is typed in the settings while they are saved stays, and is not saved yet", async () => {
  const answer = slowServer();
  const settings = { version: 1, name: "Préau", city: "Aix", pages: [] } as unknown as Settings;
  const { result } = renderHook(() => useSettings(settings), { wrapper: wrapper() });
  act(() => result.current.set({ city: "Arles " }));
  act(() => result.current.submit());
  act(() => result.current.set({ street: "3, place du Marché" }));
  await answer({ ...settings, version: 2, city: "Arles" });
  await waitFor(() => expect(result.current.saving).toBe(false));
  expect(result.current.draft).toMatchObject({ city: "Arles", street: "3, place du Marché" });
  expect(result.current.unsaved).toBe(true);
});

test("what is typed in a page while it is published stays, and is not published yet", async () => {
  const answer = slowServer();
  const newest = { number: 1, html: "<p>Un</p>" } as PageVersion;
  const { result } = renderHook(() => usePageEditor("cgv", newest), { wrapper: wrapper() });
  act(() => result.current.set({ html: "<p>Deux</p>" }));
  act(() => result.current.submit());
  act(() => result.current.set({ html: "<p>Deux et demi</p>" }));
  await answer({ kind: "TERMS", number: 2, html: "<p>Deux</p>" });
  await waitFor(() => expect(result.current.saving).toBe(false));
  expect([result.current.draft.html, result.current.unsaved]).toEqual([
    "<p>Deux et demi</p>",
    true,
  ]);
});

test("what somebody else has published meanwhile is not replaced unasked", async () => {
  const theirs = { kind: "TERMS", number: 2, html: "<p>La leur</p>" };
  const seen: (string | null)[] = [];
  vi.stubGlobal("fetch", async ({ method, headers }: Request) => {
    if (method !== "PUT") return Response.json([]);
    seen.push(headers.get("If-Match"));
    const stale = seen.length === 1;
    const body = stale ? { code: "stale", message: "", current: theirs } : { ...theirs, number: 3 };
    return Response.json(body, { status: stale ? 412 : 200 });
  });
  const newest = { number: 1, html: "<p>Un</p>" } as PageVersion;
  const { result } = renderHook(() => usePageEditor("cgv", newest), { wrapper: wrapper() });
  act(() => result.current.set({ html: "<p>Mien</p>" }));
  act(() => result.current.submit());
  await waitFor(() => expect(result.current.conflict?.row).toEqual(theirs));
  expect(result.current.draft.html).toBe("<p>Mien</p>");
  act(() => result.current.conflict?.onChoose(new Set(["html"])));
  expect(result.current.draft.html).toBe("<p>La leur</p>");
  act(() => result.current.submit());
  await waitFor(() => expect(result.current.base.row).toMatchObject({ number: 3 }));
  expect(seen).toEqual(['"1"', '"2"']);
});
