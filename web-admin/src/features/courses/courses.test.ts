import { describe, expect, test, vi } from "vitest";
import type { Course } from "web-shared/api/courses";
import { typedSince } from "web-shared/merge";
import {
  bodyOf,
  type CourseDraft,
  draftOf,
  newDraft,
  newModule,
  sumOf,
  usualDecisionDay,
  withIds,
  withRemoved,
} from "./draft";
import { matching } from "./filters";
import { moved } from "./rows";
import { faultsOf, placed } from "./rules";

const LANGUAGES = [1, 2];

const good: CourseDraft = {
  ...newDraft(),
  name: "Lire le journal",
  description: "Deux heures pour lire ensemble.",
  type: "IN_PERSON",
  languageId: 1,
  levelId: 4,
  teacherId: 2,
  startDate: "2027-01-04",
  endDate: "2027-04-05",
  modules: [
    { key: "7", id: 7, title: "Lire vite", description: "", price: 52.1 },
    { key: "8", id: 8, title: "Discuter", description: "En groupe", price: 52.2 },
  ],
  objectives: [{ key: "3", id: 3, description: "Lire sans dictionnaire" }],
};

function codes(changes: Partial<CourseDraft>): string[] {
  return faultsOf({ ...good, ...changes }, LANGUAGES).map(({ name, code }) => `${name} ${code}`);
}

describe("the rules of a course", () => {
  test("a good one breaks none", () => {
    expect(codes({})).toEqual([]);
  });

  test("an empty one names each field, in the order of the form", () => {
    expect(faultsOf(newDraft(), LANGUAGES).map(({ name }) => name)).toEqual([
      "name",
      "description",
      "type",
      "languageId",
      "levelId",
      "teacherId",
    ]);
  });

  test.each<[Partial<CourseDraft>, string[]]>([
    [{ name: " " }, ["name required"]],
    [{ name: "Li " }, ["name too_short"]],
    [{ name: "Lin" }, []],
    [{ description: "Trop bref" }, ["description too_short"]],
    [{ description: "Tout juste" }, []],
    [{ type: "" }, ["type type_required"]],
    [{ languageId: 9 }, ["languageId unknown_reference"]],
    [{ totalHours: "" }, ["totalHours required"]],
    [{ totalHours: 0 }, ["totalHours hours_required"]],
    [{ totalHours: 1 }, []],
    [{ capacity: 0 }, ["capacity too_small"]],
    [{ capacity: "" }, []],
    [{ startDate: "" }, ["startDate start_date_required", "endDate end_before_start"]],
    [{ endDate: "" }, ["endDate end_date_required"]],
    [{ endDate: "2027-01-04" }, ["endDate end_before_start"]],
    [{ endDate: "2027-01-05" }, []],
    [{ endDate: "31/02/2027" }, ["endDate invalid_date"]],
    [{ objectives: [{ key: "n", description: " " }] }, ["objectives/n/description required"]],
    [{ prerequisites: [{ key: "n", description: "" }] }, ["prerequisites/n/description required"]],
    [
      { modules: [{ key: "n", title: "", description: "", price: "" }] },
      ["modules/n/title module_title_required", "modules/n/price module_price_required"],
    ],
    [
      { modules: [{ key: "n", title: "Rien", description: "", price: -1 }] },
      ["modules/n/price module_price_required"],
    ],
    [{ modules: [{ key: "n", title: "Rien", description: "", price: 0 }] }, []],
    [{ modules: [] }, []],
    [{ minimumLearners: 6, decisionDay: "2026-12-21" }, []],
    [{ minimumLearners: 6, decisionDay: "2027-01-04" }, []],
    [
      { minimumLearners: 0, decisionDay: "2027-01-05" },
      ["minimumLearners minimum_out_of_range", "decisionDay decision_day_after_start"],
    ],
    [
      { minimumLearners: 11, capacity: 10, decisionDay: " " },
      ["minimumLearners minimum_above_capacity", "decisionDay decision_day_required"],
    ],
    [{ minimumLearners: 6, decisionDay: "31/02/2027" }, ["decisionDay invalid_date"]],
    [{ minimumLearners: 1001, decisionDay: "2027-01-04", type: "ONLINE" }, []],
    [{ decisionDay: "2027-02-01" }, []],
  ])("%o", (changes, expected) => {
    expect(codes(changes)).toEqual(expected);
  });
});

test("a fault of the server stands at the row it was sent from", () => {
  const fault = (name: string) => placed({ name, code: "required", message: "" }, good).name;
  expect(fault("modules[1].title")).toBe("modules/8/title");
  expect(fault("objectives[0].description")).toBe("objectives/3/description");
  expect(fault("endDate")).toBe("endDate");
  expect(fault("modules[9].title")).toBe("modules[9].title");
});

test("a new course begins today, ends in three months, lasts an hour and costs nothing", () => {
  const { startDate, endDate, totalHours, modules } = newDraft();
  expect(new Date(endDate).getTime() - new Date(startDate).getTime()).toBeGreaterThan(88 * 864e5);
  expect(totalHours).toBe(1);
  expect(sumOf(modules)).toBe(0);
});

test("prices are added in cents; a module without one adds nothing", () => {
  expect(sumOf(good.modules)).toBe(104.3);
  expect(sumOf([...good.modules, newModule()])).toBe(104.3);
});

test("a module that was removed though it is sold comes back to where it was, and no other does", () => {
  const module = (key: string) => ({ ...newModule(), key });
  const back = (written: string[], sold: string) =>
    withRemoved(written.map(module), ["1", "2", "3"].map(module), sold).map(({ key }) => key);
  expect(back(["2", "3", "new"], "1")).toEqual(["1", "2", "3", "new"]);
  expect(back(["3", "1"], "2")).toEqual(["3", "2", "1"]);
  expect(back(["3", "new"], "2")).toEqual(["2", "3", "new"]);
  expect(back([], "3")).toEqual(["3"]);
  expect(back(["3", "2", "1"], "2")).toEqual(["3", "2", "1"]);
});

test("what is sent names the rows that stood and leaves the new ones without an id", () => {
  const draft = {
    ...good,
    modules: [...good.modules, { ...newModule(), title: " Neuf ", price: 1 }],
  };
  const body = bodyOf(draft as CourseDraft, 105.3);
  expect(body.modules?.map(({ id }) => id)).toEqual([7, 8, undefined]);
  expect(body.modules?.at(-1)).toMatchObject({ title: "Neuf", price: 1 });
  expect(body).toMatchObject({ price: 105.3, capacity: null, location: null, teacherId: 2 });
});

test("a minimum and its day are sent together, and only of a course in person", () => {
  const day = "2026-12-21";
  const sent = (changes: Partial<CourseDraft>) => {
    const { minimumLearners, decisionDay } = bodyOf({ ...good, ...changes }, 0);
    return [minimumLearners, decisionDay];
  };
  expect(sent({ minimumLearners: 6, decisionDay: day })).toEqual([6, day]);
  expect(sent({ minimumLearners: "", decisionDay: day })).toEqual([null, null]);
  expect(sent({ minimumLearners: 6, decisionDay: day, type: "ONLINE" })).toEqual([null, null]);
});

test("the usual day of decision is two weeks before the start, but not before tomorrow", () => {
  vi.useFakeTimers({ now: new Date("2026-11-26T16:55:00Z") });
  expect(usualDecisionDay("2027-01-04")).toBe("2026-12-21");
  expect(usualDecisionDay("2026-12-02")).toBe("2026-11-27");
  expect(usualDecisionDay("31/02")).toBe("");
  vi.useRealTimers();
});

test("selling points are known by what they say, the same twice as two", () => {
  const course = {
    sellingPoints: ["Petit/groupe", "Petit/groupe"],
    objectives: [],
    prerequisites: [],
    modules: [],
  };
  const points = draftOf(course as never).sellingPoints;
  expect(new Set(points.map(({ key }) => key)).size).toBe(2);
  expect(points.some(({ key }) => key.includes("/"))).toBe(false);
});

test("a row moves to where it is wanted", () => {
  expect(moved(["a", "b", "c"], 0, 2)).toEqual(["b", "c", "a"]);
  expect(moved(["a", "b", "c"], 2, 0)).toEqual(["c", "a", "b"]);
  expect(moved(["a"], 3, 0)).toEqual(["a"]);
});

test("courses are found by a part of their name, whatever its case and accents, and by every filter", () => {
  const course = (name: string, more: Partial<Course> = {}) =>
    ({ name, type: "ONLINE", status: "DRAFT", languageCode: "fr", ...more }) as Course;
  const courses = [
    course("Écrire en chinois", { languageCode: "zh" }),
    course("Lire", { status: "PUBLISHED" }),
    course("Récrire", { type: "IN_PERSON" }),
  ];
  const all = { search: "", type: "all", status: "all", language: "all" } as const;
  const found = (filters: Partial<Parameters<typeof matching>[1]>) =>
    matching(courses, { ...all, ...filters }).map(({ name }) => name);
  expect(found({})).toHaveLength(3);
  expect(found({ search: " ECRIRE " })).toEqual(["Écrire en chinois", "Récrire"]);
  expect(found({ search: "ecrire", type: "ONLINE" })).toEqual(["Écrire en chinois"]);
  expect(found({ status: "PUBLISHED" })).toEqual(["Lire"]);
  expect(found({ language: "zh" })).toEqual(["Écrire en chinois"]);
});

test("a new module that is written on while it is saved stays one module, under the id it got", () => {
  const fresh = { ...newModule(), title: "Écr", price: 10 };
  const sent = { ...good, modules: [...good.modules, fresh] };
  const saved = {
    ...good,
    name: "Lire",
    modules: [...good.modules, { ...fresh, key: "9", id: 9 }],
  };
  const typed = { ...sent, modules: [...good.modules, { ...fresh, title: "Écrire" }] };
  const [before, now] = [withIds(sent, sent, saved), withIds(typed, sent, saved)];
  expect(typedSince(before, now, saved)).toEqual({
    ...saved,
    modules: [...good.modules, { ...fresh, key: "9", id: 9, title: "Écrire" }],
  });
});
