// The time to answer counts days, not nights: the cases of core/src/waitlist.rs, and times between.
import { expect, test } from "vitest";
import { minutesLeft, timeOf } from "./offerTime";

test.each([
  // Now, until (UTC), minutes left.
  ["2026-11-23T11:14:00Z", "2026-11-23T12:14:00Z", 60],
  ["2026-11-23T11:00:00Z", "2026-11-24T21:00:00Z", 24 * 60],
  ["2026-11-23T11:14:00Z", "2026-11-25T07:14:00Z", 24 * 60],
  ["2026-11-23T23:30:00Z", "2026-11-24T09:00:00Z", 2 * 60],
  ["2026-11-26T16:55:00Z", "2026-11-28T09:20:00Z", 20 * 60 + 25],
  // Over the nights in which the clocks change.
  ["2027-03-27T20:00:00Z", "2027-03-28T07:00:00Z", 2 * 60],
  ["2027-10-30T19:00:00Z", "2027-10-31T08:00:00Z", 2 * 60],
  // Over.
  ["2026-11-23T12:15:00Z", "2026-11-23T12:14:00Z", 0],
  ["2026-11-25T12:15:00Z", "2026-11-23T12:14:00Z", 0],
])("from %s until %s: %i minutes", (now, until, minutes) => {
  expect(minutesLeft(until, Date.parse(now))).toBe(minutes);
});

test("a time of day is that of Paris", () => {
  expect(timeOf("2026-11-26T18:10:00Z")).toBe("19:10");
  expect(timeOf("2026-07-01T22:05:00Z")).toBe("00:05");
});
