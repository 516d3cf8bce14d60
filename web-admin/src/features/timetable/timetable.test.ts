// What is computed for the pages of sessions: dates by month, free rooms, rows, what moving means.
import { expect, test } from "vitest";
import type { ClassSession, PreviewDate, Room, SessionSeries } from "./api";
import { blocksOf } from "./blocks";
import { changeInto, matches, NONE, placeOf, rowOf } from "./groups";
import { monthsOf, outcomeOf } from "./preview";
import { faultsOfRule, ruleOf, sentRule } from "./rule";
import { freeRooms, isSubstitute } from "./session";
import {
  endOf,
  hour,
  lengthText,
  mondayOf,
  monthsLater,
  overlap,
  spanText,
  weekdayNames,
} from "./time";
import { backTo } from "./useMove";
import { offDay, rangeOf, stepped } from "./useTimetable";

const session = (changes: Partial<ClassSession> = {}) =>
  ({
    id: 1,
    version: 1,
    courseId: 3,
    courseName: "Primi passi",
    courseStatus: "PUBLISHED",
    languageCode: "it",
    date: "2026-11-26",
    startTime: "18:30",
    minutes: 90,
    startsAt: "2031-11-26T17:30:00Z",
    status: "PLANNED",
    roomId: 2,
    roomName: "Figuier",
    teacherId: 5,
    teacherName: "Chiara Bellini",
    ...changes,
  }) as ClassSession;

const rooms = [
  { id: 2, name: "Figuier", seats: 12 },
  { id: 3, name: "Mistral", seats: 8 },
  { id: 4, name: "Garance", seats: 10 },
] as Room[];

test("times and lengths are said as the language says them", () => {
  expect(spanText({ startTime: "18:30", minutes: 90 })).toBe("18\u00a0h\u00a030 – 20\u00a0h");
  expect(endOf({ startTime: "23:30", minutes: 60 })).toBe("00:30");
  expect([hour("09:05"), hour("09:00")]).toEqual(["9\u00a0h\u00a005", "9\u00a0h"]);
  expect([30, 60, 1710].map(lengthText)).toEqual(["30 min", "1 h", "28 h 30"]);
  expect(weekdayNames([1, 4])).toBe("lundi et jeudi");
});

test("a week begins on Monday, a month is drawn with its whole weeks", () => {
  expect(mondayOf("2026-11-29")).toBe("2026-11-23");
  expect(rangeOf("week", "2026-11-26")).toEqual({ from: "2026-11-23", to: "2026-11-29" });
  expect(rangeOf("month", "2026-11-26")).toEqual({ from: "2026-10-26", to: "2026-12-06" });
  expect([stepped("day", "2026-11-30", 1), stepped("week", "2026-11-30", -1)]).toEqual([
    "2026-12-01",
    "2026-11-23",
  ]);
  expect([stepped("month", "2026-01-31", 1), monthsLater("2026-12-15", 1)]).toEqual([
    "2026-02-01",
    "2027-01-01",
  ]);
});

test("sessions that touch are not at one time", () => {
  const evening = { startTime: "18:30", minutes: 90 };
  expect(overlap(evening, { startTime: "20:00", minutes: 60 })).toBe(false);
  expect(overlap(evening, { startTime: "19:59", minutes: 60 })).toBe(true);
});

test("free rooms: those with enough seats first, the smallest of these", () => {
  const wanted = { startTime: "19:00", minutes: 60 };
  const names = (found: Room[]) => found.map(({ name }) => name);
  expect(names(freeRooms(rooms, [session()], wanted, { wanted: 9 }))).toEqual([
    "Garance",
    "Mistral",
  ]);
  expect(names(freeRooms(rooms, [session()], wanted, { but: 1 }))).toContain("Figuier");
  const off = [session({ status: "CANCELLED" }), session({ courseStatus: "ARCHIVED" })];
  expect(names(freeRooms(rooms, off, wanted))).toContain("Figuier");
});

const date = (day: string, changes: Partial<PreviewDate> = {}): PreviewDate => ({
  date: day,
  startTime: "18:30",
  minutes: 90,
  change: "ADD",
  ...changes,
});

test("a preview by months, the reason for skipped days once", () => {
  const skipped = { change: null, skipped: { reason: "CLOSURE", label: "Noël" } } as const;
  const dates = [
    date("2026-12-14"),
    date("2026-12-21", skipped),
    date("2026-12-28", skipped),
    date("2027-01-04", { change: "MOVE" }),
    date("2027-01-11", { change: "UNTOUCHED", why: "BY_HAND" }),
  ];
  const [december, january] = monthsOf(dates);
  expect([december?.month, december?.dates.length, january?.dates.length]).toEqual([
    "2026-12",
    3,
    2,
  ]);
  expect(december?.skipped).toEqual([
    { reason: "CLOSURE", label: "Noël", dates: ["2026-12-21", "2026-12-28"] },
  ]);
  expect(outcomeOf(dates)).toMatchObject({ added: 1, moved: 1, byHand: 1, skipped: 2, clashes: 0 });
});

test("a rule is sent with one end, and not before it is complete", () => {
  const series = {
    weekdays: [4, 1],
    startTime: "18:30",
    minutes: 90,
    firstDay: "2026-11-09",
    count: 12,
  } as SessionSeries;
  const draft = ruleOf(series);
  expect(sentRule(draft, 3)).toMatchObject({
    courseId: 3,
    weekdays: [1, 4],
    lastDay: null,
    count: 12,
  });
  expect(Object.values(faultsOfRule(draft)).some(Boolean)).toBe(false);
  const wrong = faultsOfRule({
    ...draft,
    weekdays: [],
    ends: "lastDay",
    lastDay: "2026-11-08",
    minutes: 4,
  });
  expect(Object.keys(wrong).filter((name) => wrong[name])).toEqual([
    "weekdays",
    "minutes",
    "lastDay",
  ]);
});

test("a session stands in the row of its room, its teacher or its language", () => {
  expect([rowOf(session(), "room"), rowOf(session({ roomId: null }), "room")]).toEqual([
    "room-2",
    NONE,
  ]);
  expect([rowOf(session(), "teacher"), rowOf(session(), "language")]).toEqual([
    "teacher-5",
    "language-it",
  ]);
  expect([changeInto("room-3", "room"), changeInto(NONE, "room")]).toEqual([
    { roomId: 3 },
    { roomId: null },
  ]);
  expect([changeInto("teacher-7", "teacher"), changeInto("language-en", "language")]).toEqual([
    { teacherId: 7 },
    null,
  ]);
  const all = { room: "", teacher: "", language: "" };
  expect(matches(session({ roomId: null }), { ...all, room: "online" })).toBe(true);
  expect(matches(session(), { ...all, teacher: "5", language: "en" })).toBe(false);
});

test("taking back a move sends what was changed, and nothing else", () => {
  expect(backTo(session(), { date: "2026-11-27" })).toEqual({ date: "2026-11-26" });
  expect(backTo(session({ roomId: null }), { roomId: 3, startTime: "10:00" })).toEqual({
    roomId: null,
    startTime: "18:30",
  });
});

test("a closure or a public holiday makes a day off; somebody else is a substitute", () => {
  const closed = {
    closures: [{ id: 1, version: 1, firstDay: "2026-12-19", lastDay: "2027-01-03", label: "Noël" }],
    holidays: [{ day: "2026-11-11", label: "Armistice", holiday: "ARMISTICE" as const }],
  };
  expect(["2026-12-31", "2026-11-11", "2026-11-12"].map((one) => offDay(closed, one))).toEqual([
    "Noël",
    "Armistice",
    undefined,
  ]);
  expect([
    isSubstitute(session(), 6),
    isSubstitute(session(), 5),
    isSubstitute(session(), null),
  ]).toEqual([true, false, false]);
});

test("in a week by rooms the online sessions of a day are one block, and a bar says when a room is taken", () => {
  const sessions = [
    session(),
    session({ id: 2, roomId: null, startTime: "12:30" }),
    session({ id: 3, roomId: null, startTime: "19:00" }),
    session({ id: 4, roomId: 3, status: "CANCELLED" }),
  ];
  const drawn = {
    sessions,
    view: "week",
    by: "room",
    folded: true,
    refusal: null,
    teacherOf: new Map(),
  } as const;
  const ids = (blocks: ReturnType<typeof blocksOf>) => blocks.map(({ id }) => id);
  expect(ids(blocksOf(drawn))).toEqual(["bar-2 2026-11-26", "1", "4", "folded-2026-11-26"]);
  expect(ids(blocksOf({ ...drawn, folded: false }))).toEqual([
    "bar-2 2026-11-26",
    "1",
    "2",
    "3",
    "4",
  ]);
  const [bar] = blocksOf(drawn);
  expect(bar?.extendedProps?.taken).toEqual([[75, placeOf(20 * 60)]]);
  const clash = { code: "room_taken", session: {} } as never;
  const refusal = { session: session(), change: { date: "2026-11-27", roomId: 3 }, clash };
  const ghost = blocksOf({ ...drawn, refusal }).at(-1);
  expect([ghost?.id, ghost?.start, ghost?.resourceIds]).toEqual([
    "refused",
    "2026-11-27T18:30:00",
    ["room-3"],
  ]);
});
