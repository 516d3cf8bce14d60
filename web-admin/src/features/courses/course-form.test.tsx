// The price of a course while its modules are written, and what somebody else has saved of it meanwhile.
import { act, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, test, vi } from "vitest";
import { createQueryClient } from "web-shared/api/query";
import { Provider } from "web-shared/ui/Provider";
import type { EditableCourse } from "./api";
import { newModule } from "./draft";
import { useCourseForm } from "./useCourseForm";

const course = {
  id: 7,
  version: 1,
  status: "PUBLISHED",
  type: "ONLINE",
  name: "Lire le journal",
  description: "Deux heures pour lire ensemble.",
  detailedDescription: "",
  languageId: 1,
  levelId: 4,
  teacherId: 2,
  startDate: "2027-01-04",
  endDate: "2027-04-05",
  totalHours: 20,
  sellingPoints: [],
  objectives: [],
  prerequisites: [],
  modules: [{ id: 1, title: "Lire vite", description: null, price: 40 }],
  price: 40,
  free: false,
  lateEntry: "FULL",
  offerHours: 24,
} as unknown as EditableCourse;

function open(theirs: Partial<EditableCourse> = {}, saved: "saved" | "new" = "saved") {
  const sent: [string | null, Record<string, unknown>][] = [];
  const current = { ...course, ...theirs, version: 2 };
  vi.stubGlobal("fetch", async (request: Request) => {
    if (request.method !== "PUT") return Response.json([]);
    const body = await request.json();
    sent.push([request.headers.get("If-Match"), body]);
    const stale = sent.length === 1;
    const answer = stale ? { code: "stale", current } : { ...current, ...body, version: 3 };
    return Response.json(answer, { status: stale ? 412 : 200 });
  });
  const queries = createQueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <Provider queries={queries}>{children}</Provider>
  );
  const outcome = { onSaved: vi.fn(), onRefused: vi.fn() };
  const { result } = renderHook(
    () => useCourseForm(saved === "new" ? undefined : course, [1], outcome),
    { wrapper },
  );
  return { form: () => result.current, sent, ...outcome };
}

test("the price follows other modules at once, and another price after a moment", () => {
  vi.useFakeTimers();
  const { form } = open();
  const modules = [...form().draft.modules, { ...newModule(), title: "Discuter", price: 10 }];
  act(() => form().edit({ modules }));
  expect(form().price).toBe(50);
  act(() => form().edit({ modules: modules.map((module) => ({ ...module, price: 1 })) }));
  expect(form().price).toBe(50);
  act(() => form().save());
  expect(form().faultsAt("price")).toHaveLength(1);
  act(() => vi.advanceTimersByTime(300));
  expect(form().price).toBe(2);
  act(() => form().edit({ modules: [] }));
  expect(form().price).toBe(0);
  act(() => form().reset());
  expect([form().price, form().unsaved, form().faults]).toEqual([40, false, []]);
  vi.useRealTimers();
});

test("a new course in person is paid by the sessions that are left, unless it was said otherwise", () => {
  const { form } = open({}, "new");
  act(() => form().chooseType("IN_PERSON"));
  expect(form().draft).toMatchObject({ lateEntry: "PRO_RATA", capacity: 10 });
  act(() => form().chooseType("ONLINE"));
  expect(form().draft.lateEntry).toBe("FULL");
  act(() => form().edit({ lateEntry: "PRO_RATA" }));
  act(() => form().chooseType("IN_PERSON"));
  act(() => form().edit({ lateEntry: "FULL" }));
  act(() => form().chooseType("ONLINE"));
  expect(form().draft.lateEntry).toBe("FULL");
  const kept = open().form;
  act(() => kept().chooseType("IN_PERSON"));
  expect(kept().draft.lateEntry).toBe("FULL");
});

test("a minimum brings the usual day of decision, and leaves the one that was typed", () => {
  const { form } = open();
  act(() => form().setMinimum(6));
  expect(form().draft).toMatchObject({ minimumLearners: 6, decisionDay: "2026-12-21" });
  act(() => form().edit({ decisionDay: "2026-12-14" }));
  act(() => form().setMinimum(""));
  act(() => form().setMinimum(8));
  expect(form().draft).toMatchObject({ minimumLearners: 8, decisionDay: "2026-12-14" });
});

test("what does not meet is saved together, at the price of all modules", async () => {
  const modules = [{ id: 1, title: "Survoler", description: null, price: 45 }];
  const { form, sent, onSaved } = open({ modules, price: 45 } as Partial<EditableCourse>);
  act(() => form().edit({ name: "Lire la presse" }));
  act(() => form().save());
  await waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
  expect(sent[1]).toMatchObject([
    '"2"',
    { name: "Lire la presse", price: 45, modules: [{ id: 1, title: "Survoler", price: 45 }] },
  ]);
  expect([form().draft.modules[0]?.title, form().price, form().unsaved]).toEqual([
    "Survoler",
    45,
    false,
  ]);
});

test("what meets is chosen, and nothing of it is saved before", async () => {
  const { form, sent, onSaved, onRefused } = open({ name: "La presse du samedi" });
  act(() => form().edit({ name: "Lire la presse" }));
  act(() => form().save());
  await waitFor(() => expect(form().conflict?.paths).toEqual(["name"]));
  act(() => form().conflict?.onChoose(new Set(["name"])));
  expect([form().draft.name, form().unsaved, sent.length]).toEqual([
    "La presse du samedi",
    false,
    1,
  ]);
  expect([onSaved, onRefused].flatMap(({ mock }) => mock.calls)).toEqual([]);
});
