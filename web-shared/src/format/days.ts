// Days as people type them: 06/10/2025, 6.10.2025, 2025-10-06. Kept as `yyyy-mm-dd`.
import type { InterfaceLanguage } from "../i18n/i18n";

const ISO = /^(\d{4})-(\d{2})-(\d{2})$/;
const DAY_FIRST = /^(\d{1,2})[/.\- ](\d{1,2})[/.\- ](\d{4})$/;
const YEAR_FIRST = /^(\d{4})[/.\- ](\d{1,2})[/.\- ](\d{1,2})$/;

/** Whether it is a `yyyy-mm-dd` that exists. */
export function isDay(text: string): boolean {
  if (!ISO.test(text)) return false;
  const date = new Date(`${text}T12:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** The day that was typed as `yyyy-mm-dd`; null while it is none. */
export function readDay(typed: string): string | null {
  const text = typed.trim();
  const dayFirst = DAY_FIRST.exec(text);
  const yearFirst = YEAR_FIRST.exec(text);
  const [year, month, day] = dayFirst
    ? [dayFirst[3], dayFirst[2], dayFirst[1]]
    : yearFirst
      ? yearFirst.slice(1)
      : [];
  if (!year || !month || !day) return null;
  const iso = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  return isDay(iso) ? iso : null;
}

/** A day as it is typed in the interface's language; what is no day stays as it is. */
export function writeDay(value: string, language: InterfaceLanguage): string {
  if (!isDay(value)) return value;
  const [year, month, day] = value.split("-");
  return language === "zh" ? `${year}/${month}/${day}` : `${day}/${month}/${year}`;
}
