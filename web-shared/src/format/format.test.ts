import i18next from "i18next";
import { beforeAll, expect, test } from "vitest";
import {
  addDays,
  briefRange,
  clock,
  day,
  dayRange,
  moment,
  money,
  number,
  percent,
  price,
  priceFrom,
  setToday,
  today,
} from "./format";
import { typeset } from "./typography";

beforeAll(() => i18next.init({ lng: "fr", resources: {} }));

const plain = (text: string) => text.replace(/[\u00a0\u202f\u2009]/g, " ");

test("an exact amount has its cents, a price on display only when there are some", () => {
  expect(plain(money(120))).toBe("120,00 €");
  expect(plain(price(240))).toBe("240 €");
  expect(plain(price(7.5))).toBe("7,50 €");
});

test("the lower end of two prices leaves the sign to the upper one, where the sign follows", async () => {
  expect(priceFrom(6.5)).toBe("6,50");
  expect(priceFrom(8)).toBe("8");
  await i18next.changeLanguage("en");
  expect(priceFrom(6.5)).toBe("€6.50");
  await i18next.changeLanguage("fr");
});

test("numbers and shares follow the language", () => {
  expect(plain(number(1234.5))).toBe("1 234,5");
  expect(plain(percent(54))).toBe("54 %");
});

test("the first of a month is an ordinal in French, other days are not", () => {
  expect(day("2026-10-01")).toBe("1er octobre 2026");
  expect(day("2026-10-01", "full")).toBe("jeudi 1er octobre 2026");
  expect(day("2026-10-11")).toBe("11 octobre 2026");
  expect(day("2026-10-01", "short")).toBe("01/10/2026");
});

test("times are written as the language does, with the day as elsewhere", async () => {
  expect(plain(moment("2026-10-01T08:12:00Z"))).toBe("1er octobre 2026 à 10 h 12");
  expect(plain(clock("09:05"))).toBe("9 h 05");
  await i18next.changeLanguage("en");
  expect(moment("2026-10-01T08:12:00Z")).toBe("1 October 2026 at 10:12");
  expect(clock("09:05")).toBe("09:05");
  await i18next.changeLanguage("fr");
});

test("a range names what differs", () => {
  expect(plain(dayRange("2026-10-06", "2026-12-19"))).toContain("19 déc.");
  expect(plain(dayRange("2027-01-01", "2027-03-12", "long"))).toBe("1er janvier – 12 mars 2027");
  expect(plain(dayRange("2027-03-01", "2027-03-12", "long"))).toMatch(/^1er[ –]+12 mars 2027$/);
});

test("a short range has no years, unless it ends after the coming one", async () => {
  setToday("2026-10-20");
  expect(plain(briefRange("2026-11-09", "2027-01-25"))).toBe("9 nov. – 25 janv.");
  expect(plain(briefRange("2026-12-01", "2027-01-25"))).toBe("1er déc. – 25 janv.");
  expect(plain(briefRange("2027-11-09", "2028-01-25"))).toBe("09/11/2027 – 25/01/2028");
  await i18next.changeLanguage("zh");
  expect(briefRange("2026-11-09", "2027-01-25")).toBe("11月9日至1月25日");
  await i18next.changeLanguage("fr");
  setToday(null);
});

test("today is the day in Paris, not in London", () => {
  expect(today(new Date("2026-07-01T22:30:00Z"))).toBe("2026-07-02");
});

test("days are added over the end of summer time", () => {
  expect(addDays("2026-10-24", 2)).toBe("2026-10-26");
});

test("French texts get their no-break spaces, others stay as they are", () => {
  expect(typeset("Pour qui ? « Moi » : 120 €, 18 h 30", "fr")).toBe(
    "Pour qui\u00a0? «\u00a0Moi\u00a0»\u00a0: 120\u00a0€, 18\u00a0h\u00a030",
  );
  expect(typeset("Who for ?", "en")).toBe("Who for ?");
});
