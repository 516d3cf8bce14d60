import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { OwnSession } from "../../api/classSessions";
import { cancelledToday, isOpen, nextOf, opensAt, placeOf, whenOf } from "./next";

/** Paris is an hour ahead of UTC then. */
const at = (time: string) => Date.parse(`2026-11-23T${time}:00+01:00`);

const session = (id: number, date: string, more: Partial<OwnSession> = {}) =>
  ({
    id,
    date,
    startTime: "18:30",
    minutes: 90,
    startsAt: new Date(`${date}T18:30:00+01:00`).toISOString(),
    endsAt: new Date(`${date}T20:00:00+01:00`).toISOString(),
    status: "PLANNED",
    meetingUrl: "https://visio.example/a",
    ...more,
  }) as OwnSession;

const tonight = session(2, "2026-11-23");
const all = [session(1, "2026-11-19"), tonight, session(3, "2026-11-26")];
const off = [
  session(1, "2026-11-19"),
  { ...tonight, status: "CANCELLED" as const },
  session(3, "2026-11-26"),
];

beforeEach(() => vi.useFakeTimers({ now: at("12:00") }));
afterEach(() => vi.useRealTimers());

test("the next session is the one that goes on or comes, not one that is cancelled", () => {
  expect(nextOf(all, at("12:00"))?.id).toBe(2);
  expect(nextOf(all, at("19:59"))?.id).toBe(2);
  expect(nextOf(all, at("20:00"))?.id).toBe(3);
  expect(nextOf(off, at("12:00"))?.id).toBe(3);
  expect(nextOf([], at("12:00"))).toBeNull();
});

test("what was cancelled tonight is told until it would be over", () => {
  expect(cancelledToday(off, at("12:00")).map(({ id }) => id)).toEqual([2]);
  expect(cancelledToday(off, at("20:00"))).toEqual([]);
  expect(cancelledToday(all, at("12:00"))).toEqual([]);
});

test.each([
  ["12:00", { when: "tonight", minutes: 0 }],
  ["17:30", { when: "tonight", minutes: 0 }],
  ["17:31", { when: "soon", minutes: 59 }],
  ["18:29", { when: "soon", minutes: 1 }],
  ["18:30", { when: "now", minutes: 0 }],
  ["19:59", { when: "now", minutes: 0 }],
])("at %s it is as near as that", (time, near) => {
  expect(whenOf(tonight, at(time))).toEqual(near);
});

test("an online class opens a quarter of an hour before and closes at its end", () => {
  const open = (time: string) => isOpen(tonight, at(time));
  expect(["18:14", "18:15", "19:59", "20:00"].map(open)).toEqual([false, true, true, false]);
  expect(isOpen({ ...tonight, meetingUrl: null }, at("18:30"))).toBe(false);
  expect(isOpen({ ...tonight, status: "CANCELLED" }, at("18:30"))).toBe(false);
  expect(opensAt(tonight)).toBe("18:15");
  expect(opensAt({ startTime: "00:05" })).toBe("23:50");
});

test("sessions are counted without those that are cancelled", () => {
  expect(placeOf(all, tonight)).toEqual({ place: 2, count: 3 });
  const third = off[2];
  expect(third && placeOf(off, third)).toEqual({ place: 2, count: 2 });
});
