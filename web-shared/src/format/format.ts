// Money, numbers and dates in the language of the interface. Amounts are euros, dates are `yyyy-mm-dd` days of Paris.
import { currentLanguage } from "../i18n/i18n";

const LOCALES = { fr: "fr-FR", en: "en-GB", it: "it-IT", zh: "zh-CN" } as const;
const ZONE = "Europe/Paris";

export type DayStyle = "full" | "near" | "long" | "medium" | "short" | "brief";

const DAY_STYLES: Record<DayStyle, Intl.DateTimeFormatOptions> = {
  full: { weekday: "long", day: "numeric", month: "long", year: "numeric" },
  near: { weekday: "long", day: "numeric", month: "long" },
  long: { day: "numeric", month: "long", year: "numeric" },
  medium: { day: "numeric", month: "short" },
  short: { day: "2-digit", month: "2-digit", year: "numeric" },
  brief: { weekday: "short", day: "numeric", month: "short" },
};

function locale(): string {
  return LOCALES[currentLanguage()];
}

/** "120,00 €": always with cents, where an exact amount is named. */
export function money(euros: number): string {
  return new Intl.NumberFormat(locale(), { style: "currency", currency: "EUR" }).format(euros);
}

/** "240 €", "7,50 €": cents only when there are some, for prices on display. */
export function price(euros: number): string {
  return display().format(euros);
}

/** The lower end of two prices, before `price`: "6,50" where the sign follows ("6,50 à 8 €"), "€6.50" where it leads. */
export function priceFrom(euros: number): string {
  const parts = display().formatToParts(euros);
  if (parts[0]?.type === "currency") return display().format(euros);
  return parts
    .filter(({ type }) => type !== "currency")
    .map(({ value }) => value)
    .join("")
    .trim();
}

function display(): Intl.NumberFormat {
  return new Intl.NumberFormat(locale(), {
    style: "currency",
    currency: "EUR",
    trailingZeroDisplay: "stripIfInteger",
  });
}

export function number(value: number, maximumFractionDigits = 2): string {
  return new Intl.NumberFormat(locale(), { maximumFractionDigits }).format(value);
}

/** "54 %" from 54. */
export function percent(value: number): string {
  return new Intl.NumberFormat(locale(), { style: "percent", maximumFractionDigits: 0 }).format(
    value / 100,
  );
}

/** A country by its ISO 3166-1 code. */
export function countryName(code: string): string | undefined {
  return new Intl.DisplayNames(locale(), { type: "region" }).of(code);
}

/** A language by its ISO 639 code; what is no such code stays as it is. Not for server-rendered pages. */
export function languageName(code: string): string {
  if (!/^[a-z]{2,3}$/i.test(code)) return code;
  return new Intl.DisplayNames(locale(), { type: "language" }).of(code) ?? code;
}

/** A calendar day: "lundi 6 octobre 2025", "lundi 6 octobre", "6 octobre 2025", "6 oct.", "06/10/2025", "lun. 6 oct.". */
export function day(date: string, style: DayStyle = "long"): string {
  return firstOfMonth(dayFormat(style).format(noon(date)));
}

/** A day of the week, by its ISO number: "lun." or "lundi" for 1. */
export function weekday(number: number, style: "short" | "long" = "short"): string {
  const format = new Intl.DateTimeFormat(locale(), { weekday: style, timeZone: "UTC" });
  return format.format(noon(`2024-01-0${number}`)); // a week that begins on Monday the 1st
}

/** A day in parts that stand below each other: "lundi", "23", "novembre". */
export function dayParts(date: string, month: "short" | "long" = "long") {
  const part = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale(), { ...options, timeZone: "UTC" }).format(noon(date));
  const number = Number(date.slice(8, 10));
  return {
    weekday: part({ weekday: "long" }),
    number: number === 1 && currentLanguage() === "fr" ? "1er" : String(number),
    month: part({ month }),
  };
}

/** "Du 6 oct. au 19 déc.": the two days, without the words around them. */
export function dayRange(from: string, to: string, style: DayStyle = "medium"): string {
  // Every Intl adds the years when they differ, except the polyfill of server-side rendering.
  const years = from.slice(0, 4) === to.slice(0, 4) ? {} : { year: "numeric" as const };
  const format = dayFormat(style, years);
  if (currentLanguage() === "zh") return `${format.format(noon(from))}至${format.format(noon(to))}`;
  const range = format.formatRange(noon(from), noon(to));
  // Versions differ in the spaces around the dash, and write "06 ott" or "6 ott".
  return firstOfMonth(range.replace(/\s–\s/g, " – ").replace(/(?<!\d)0(\d)(?=[\s–])/g, "$1"));
}

/** "9 nov. – 25 janv.": a range of the coming year without its years; what ends later says them. */
export function briefRange(from: string, to: string): string {
  const style = to > addDays(today(), 365) ? "short" : "medium";
  const dash = currentLanguage() === "zh" ? "至" : "\u00a0– ";
  return `${day(from, style)}${dash}${day(to, style)}`;
}

/** An instant (UTC) as day and time in Paris. Not for server-rendered pages: the engine has no time zones. */
export function moment(instant: string, dateStyle: "long" | "medium" = "long"): string {
  const written = new Intl.DateTimeFormat(locale(), {
    dateStyle,
    timeStyle: "short",
    timeZone: ZONE,
  }).format(new Date(instant));
  return firstOfMonth(written.replace(/\d+:\d+$/, clock));
}

/** A time of day: "9 h 05" in French, "09:05" elsewhere. */
export function clock(time: string): string {
  if (currentLanguage() !== "fr") return time;
  return time.replace(/^0?(\d+):/, "$1\u00a0h\u00a0");
}

/** The day of an instant (UTC) in Paris, `yyyy-mm-dd`. */
export function dayOf(instant: string): string {
  return today(new Date(instant));
}

let given: string | null = null;

/** Sets the current day, for server-side rendering and for hydration; null: the clock is used. */
export function setToday(day: string | null): void {
  given = day;
}

/** Today in Paris, or the day it was `then`, `yyyy-mm-dd`. */
export function today(then?: Date): string {
  if (given && !then) return given;
  return new Intl.DateTimeFormat("sv-SE", { timeZone: ZONE }).format(then ?? new Date());
}

/** `date` and some days, `yyyy-mm-dd`. */
export function addDays(date: string, days: number): string {
  const moved = noon(date);
  moved.setUTCDate(moved.getUTCDate() + days);
  return moved.toISOString().slice(0, 10);
}

function dayFormat(style: DayStyle, more: Intl.DateTimeFormatOptions = {}): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(locale(), { ...DAY_STYLES[style], ...more, timeZone: "UTC" });
}

function noon(date: string): Date {
  return new Date(`${date.slice(0, 10)}T12:00:00Z`);
}

// French writes the first of the month as an ordinal, which Intl does not know.
function firstOfMonth(text: string): string {
  return currentLanguage() === "fr" ? text.replace(/(^|\s)1(?=\s[\p{L}–]|–)/gu, "$11er") : text;
}
