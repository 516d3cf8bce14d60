import i18next from "i18next";
import { afterEach, beforeEach, expect, test } from "vitest";
import { dayParts, setToday, weekday } from "./format";
import { endOf, hour, hours, nearness, slotsLine } from "./sessions";

beforeEach(() => i18next.changeLanguage("fr"));
afterEach(() => setToday(null));

const plain = (text: string | null) => text?.replace(/[\u00a0\u202f]/g, " ");
const evening = { weekdays: [1, 4], startTime: "18:30", endTime: "20:00" };

test("a time says its minutes only when there are some, in French", async () => {
  expect(plain(hour("18:30"))).toBe("18 h 30");
  expect(plain(hour("09:00"))).toBe("9 h");
  await i18next.changeLanguage("en");
  expect(hour("09:00")).toBe("09:00");
});

test.each([
  ["fr", "lun. et jeu., 18 h 30 – 20 h"],
  ["en", "Mon and Thu, 18:30 – 20:00"],
  ["it", "lun e gio, 18:30 – 20:00"],
  ["zh", "周一、周四 18:30–20:00"],
])("a timetable in %s", async (language, line) => {
  await i18next.changeLanguage(language);
  expect(plain(slotsLine([evening]))).toBe(line);
});

test("three days, two slots, none", () => {
  const morning = { weekdays: [2, 3, 6], startTime: "10:00", endTime: "11:15" };
  expect(plain(slotsLine([evening, morning], "long"))).toBe(
    "lundi et jeudi, 18 h 30 – 20 h · mardi, mercredi et samedi, 10 h – 11 h 15",
  );
  expect(slotsLine([])).toBeNull();
});

test("a session ends after its minutes, over midnight too", () => {
  expect(endOf({ startTime: "18:30", minutes: 90 })).toBe("20:00");
  expect(endOf({ startTime: "23:30", minutes: 45 })).toBe("00:15");
  expect(plain(hours("12:15", "13:00"))).toBe("12 h 15 – 13 h");
});

test("a session is tonight, today, tomorrow or later", () => {
  setToday("2026-11-23");
  const at = (date: string, startTime = "18:30") => nearness({ date, startTime });
  expect(at("2026-11-23")).toBe("tonight");
  expect(at("2026-11-23", "12:15")).toBe("today");
  expect(at("2026-11-24")).toBe("tomorrow");
  expect(at("2026-11-26")).toBeNull();
});

test("a day in parts, and the days of the week from Monday", () => {
  expect(dayParts("2026-12-01")).toEqual({ weekday: "mardi", number: "1er", month: "décembre" });
  expect(weekday(7, "long")).toBe("dimanche");
});
