// Days, times of day and lengths of sessions: `yyyy-mm-dd`, `18:30` and minutes, all as the clocks of Paris show them.
import i18next from "i18next";
import { addDays, clock, day, today } from "web-shared/format/format";
import { currentLanguage } from "web-shared/i18n/i18n";

export const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const;

export function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return hours * 60 + minutes;
}

/** `19:05` from 1145; after midnight it begins again. */
export function timeOf(minutes: number): string {
  const within = ((minutes % 1440) + 1440) % 1440;
  const part = (value: number) => String(value).padStart(2, "0");
  return `${part(Math.floor(within / 60))}:${part(within % 60)}`;
}

export interface Span {
  startTime: string;
  minutes: number;
}

export const endOf = ({ startTime, minutes }: Span) => timeOf(minutesOf(startTime) + minutes);

/** "18 h 30 – 20 h". */
export function spanText(span: Span): string {
  return `${hour(span.startTime)} – ${hour(endOf(span))}`;
}

/** A time of day without its minutes when there are none, where the language has it so: "20 h". */
export function hour(time: string): string {
  return clock(time).replace(/\u00a0h\u00a000$/, "\u00a0h");
}

/** A length: "28 h 30", "45 min". */
export function lengthText(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), Math.round(minutes % 60)];
  const parts = { hours, minutes: String(rest).padStart(2, "0") };
  if (hours === 0) return i18next.t("dashboard.timetable.length.minutes", { minutes: rest });
  if (rest === 0) return i18next.t("dashboard.timetable.length.hours", { hours });
  return i18next.t("dashboard.timetable.length.both", parts);
}

/** Whether two sessions of one day are at one time. */
export function overlap(one: Span, other: Span): boolean {
  const [start, otherStart] = [minutesOf(one.startTime), minutesOf(other.startTime)];
  return start < otherStart + other.minutes && otherStart < start + one.minutes;
}

/** 1 is Monday. */
export function weekdayOf(date: string): number {
  return new Date(`${date}T12:00:00Z`).getUTCDay() || 7;
}

export const mondayOf = (date: string) => addDays(date, 1 - weekdayOf(date));
export const monthOf = (date: string) => date.slice(0, 7);

/** The first day of a month some months later. */
export function monthsLater(date: string, months: number): string {
  const first = new Date(`${monthOf(date)}-01T12:00:00Z`);
  first.setUTCMonth(first.getUTCMonth() + months);
  return first.toISOString().slice(0, 10);
}

export function daysFrom(first: string, count: number): string[] {
  return Array.from({ length: count }, (_, at) => addDays(first, at));
}

/** The time in Paris, `17:55`. */
export function nowTime(now = new Date()): string {
  return new Intl.DateTimeFormat("sv-SE", {
    timeZone: "Europe/Paris",
    hour: "2-digit",
    minute: "2-digit",
  }).format(now);
}

export function isPast(session: { startsAt: string }, now = new Date()): boolean {
  return new Date(session.startsAt) <= now;
}

const LOCALES = { fr: "fr-FR", en: "en-GB", it: "it-IT", zh: "zh-CN" } as const;

function dayIn(date: string, style: Intl.DateTimeFormatOptions): string {
  const locale = LOCALES[currentLanguage()];
  const noon = new Date(`${date.slice(0, 10)}T12:00:00Z`);
  return new Intl.DateTimeFormat(locale, { ...style, timeZone: "UTC" }).format(noon);
}

/** "lun. 12": a day within its month. */
export function dayInMonth(date: string): string {
  return dayIn(date, { weekday: "short", day: "numeric" });
}

/** "lun. 2 déc.": with its month, and its year when that is another. */
export function briefDay(date: string): string {
  const year = date.slice(0, 4) === today().slice(0, 4) ? {} : { year: "numeric" as const };
  return dayIn(date, { weekday: "short", day: "numeric", month: "short", ...year });
}

/** "lundi 2 décembre". */
export function wholeDay(date: string): string {
  return date.slice(0, 4) === today().slice(0, 4)
    ? dayIn(date, { weekday: "long", day: "numeric", month: "long" })
    : day(date, "full");
}

/** "Novembre", with its year when that is another. */
export function monthName(month: string): string {
  const year = month.slice(0, 4) === today().slice(0, 4) ? {} : { year: "numeric" as const };
  return capital(dayIn(`${month}-01`, { month: "long", ...year }));
}

/** "Novembre 2026". */
export function monthTitle(month: string): string {
  return capital(dayIn(`${month}-01`, { month: "long", year: "numeric" }));
}

export function weekdayName(weekday: number, style: "long" | "short" = "long"): string {
  return dayIn(addDays("2024-01-01", weekday - 1), { weekday: style }); // a Monday
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** "lundi et jeudi". */
export function weekdayNames(weekdays: readonly number[]): string {
  const names = weekdays.map((weekday) => weekdayName(weekday));
  return new Intl.ListFormat(LOCALES[currentLanguage()]).format(names);
}
