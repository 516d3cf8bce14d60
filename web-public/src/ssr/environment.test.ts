// The engine has no Intl: the polyfills must format everything as the browser does.
import i18next from "i18next";
import { expect, test } from "vitest";
import {
  day,
  dayParts,
  dayRange,
  money,
  number,
  percent,
  price,
  weekday,
} from "web-shared/format/format";
import { interfaceLanguages } from "web-shared/i18n/i18n";

const amounts = [0, 0.5, 7.5, 15, 120, 999.99, 1234.5, 12345, 1_234_567.891];
const days = ["2026-01-01", "2026-02-28", "2026-05-01", "2026-08-15", "2026-12-31"];
const ranges = [
  ["2026-10-06", "2026-12-19"],
  ["2026-10-06", "2026-10-19"],
  ["2026-12-20", "2027-01-08"],
  ["2026-05-01", "2026-05-01"],
] as const;
const styles = ["full", "long", "medium", "short"] as const;
const weekdays = [1, 2, 3, 4, 5, 6, 7];

function formatted(): Record<string, string> {
  return Object.fromEntries([
    ...amounts.flatMap((amount) => [
      [`money ${amount}`, money(amount)],
      [`price ${amount}`, price(amount)],
      [`number ${amount}`, number(amount)],
      [`percent ${amount}`, percent(amount)],
    ]),
    ...days.flatMap((date) => styles.map((style) => [`${style} ${date}`, day(date, style)])),
    ...days.flatMap((date) => [
      [`brief ${date}`, day(date, "brief")],
      [`parts ${date}`, Object.values(dayParts(date)).join()],
      [`short parts ${date}`, Object.values(dayParts(date, "short")).join()],
    ]),
    ...weekdays.flatMap((number) => [
      [`weekday ${number}`, weekday(number)],
      [`long weekday ${number}`, weekday(number, "long")],
    ]),
    ...ranges.flatMap(([from, to]) =>
      styles.map((style) => [`${style} ${from}–${to}`, dayRange(from, to, style)]),
    ),
    ...[0, 1, 1.5, 2, 5, 21, 1_000_000].map((count) => [
      `plural ${count}`,
      new Intl.PluralRules(i18next.language).select(count),
    ]),
  ]);
}

test("numbers, prices, days and plurals are formatted as in the browser", async () => {
  const browser = new Map<string, Record<string, string>>();
  for (const language of interfaceLanguages) {
    await i18next.changeLanguage(language);
    browser.set(language, formatted());
  }
  await import("./environment");
  for (const language of interfaceLanguages) {
    await i18next.changeLanguage(language);
    expect(formatted()).toEqual(browser.get(language));
  }
});
