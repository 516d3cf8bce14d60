import { expect, test } from "vitest";
import type { PublicSession } from "../../api/classSessions";
import { addDays } from "../../format/format";
import { slotsOf } from "./slots";

type Session = Parameters<typeof slotsOf>[0][number];

const NOW = Date.parse("2026-11-01T12:00:00+01:00");

const session = (
  date: string,
  startTime = "18:30",
  more: Partial<PublicSession> = {},
): Session => ({
  date,
  startTime,
  minutes: 90,
  endsAt: `${date}T22:00:00Z`,
  status: "PLANNED",
  ...more,
});

/** Mondays and Thursdays for five weeks. */
const weeks = (): Session[] =>
  [0, 7, 14, 21, 28].flatMap((days) => [
    session(addDays("2026-11-02", days)),
    session(addDays("2026-11-05", days)),
  ]);

const evenings = { weekdays: [1, 4], startTime: "18:30", endTime: "20:00" };

test("one session that was moved to another day, or is longer, is not usual", () => {
  const sessions = weeks();
  sessions[3] = session("2026-11-13");
  const longer = session("2026-12-12", "10:00", { minutes: 180 });
  expect(slotsOf([...sessions, longer], NOW)).toEqual([evenings]);
});

test("what happens a quarter as often as the most usual time is", () => {
  const saturdays = [session("2026-11-07", "10:00"), session("2026-11-14", "10:00")];
  expect(slotsOf([...saturdays, ...weeks()], NOW)).toEqual([
    evenings,
    { weekdays: [6], startTime: "10:00", endTime: "11:30" },
  ]);
});

test("only what is to come and not cancelled counts", () => {
  const off = weeks().map((one) =>
    one.date > "2026-11-05" ? one : { ...one, status: "CANCELLED" },
  );
  expect(slotsOf(off as Session[], NOW)).toEqual([evenings]);
  const last = slotsOf(weeks(), Date.parse("2026-12-01T12:00:00+01:00"));
  expect(last).toEqual([{ ...evenings, weekdays: [4] }]);
  expect(slotsOf([], NOW)).toEqual([]);
});

test("of more than three the most usual are told, the earliest weekday first", () => {
  const at = (time: string, ...dates: string[]) => dates.map((date) => session(date, time));
  const told = slotsOf(
    [
      ...at("08:00", "2026-11-06"),
      ...at("17:00", "2026-11-05", "2026-11-12"),
      ...at("12:00", "2026-11-04", "2026-11-11"),
      ...at("09:00", "2026-11-03", "2026-11-10"),
    ],
    NOW,
  );
  expect(told.map(({ startTime }) => startTime)).toEqual(["09:00", "12:00", "17:00"]);
});
