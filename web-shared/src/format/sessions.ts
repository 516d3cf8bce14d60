// When classes meet, in words: "lun. et jeu., 18 h 30 – 20 h". Times are local, `hh:mm`.
import { currentLanguage, type InterfaceLanguage } from "../i18n/i18n";
import { addDays, today, weekday } from "./format";

export interface Slot {
  /** ISO numbers: 1 is Monday. */
  weekdays: number[];
  startTime: string;
  endTime: string;
}

/** The engine of server-side rendering has no `Intl.ListFormat`. */
const LISTS: Record<InterfaceLanguage, { comma: string; and: string }> = {
  fr: { comma: ", ", and: " et " },
  en: { comma: ", ", and: " and " },
  it: { comma: ", ", and: " e " },
  zh: { comma: "、", and: "、" },
};

/** A time of day: "18 h 30", "20 h" in French, "18:30", "20:00" elsewhere. */
export function hour(time: string): string {
  if (currentLanguage() !== "fr") return time;
  const [hours, minutes] = time.split(":");
  const full = `${Number(hours)}\u00a0h`;
  return Number(minutes) === 0 ? full : `${full}\u00a0${minutes}`;
}

/** "18 h 30 – 20 h" */
export function hours(from: string, to: string): string {
  return `${hour(from)}${currentLanguage() === "zh" ? "–" : "\u00a0– "}${hour(to)}`;
}

const DAY = 24 * 60; // minutes

/** When something that begins at `time` and lasts some minutes ends. */
export function endOf({ startTime, minutes }: { startTime: string; minutes: number }): string {
  const [hour = 0, minute = 0] = startTime.split(":").map(Number);
  const end = (hour * 60 + minute + minutes + DAY) % DAY;
  const part = (value: number) => String(value).padStart(2, "0");
  return `${part(Math.floor(end / 60))}:${part(end % 60)}`;
}

/** The hours of one session. */
export function hoursOf(session: { startTime: string; minutes: number }): string {
  return hours(session.startTime, endOf(session));
}

/** "lun. et jeu., 18 h 30 – 20 h"; several slots are divided by a point. Nothing without one. */
export function slotsLine(slots: Slot[], style: "short" | "long" = "short"): string | null {
  const { comma } = LISTS[currentLanguage()];
  const lines = slots.map(({ weekdays, startTime, endTime }) => {
    const days = list(weekdays.map((number) => weekday(number, style)));
    return `${days}${comma === "、" ? " " : comma}${hours(startTime, endTime)}`;
  });
  return lines.length > 0 ? lines.join(" · ") : null;
}

function list(words: string[]): string {
  const { comma, and } = LISTS[currentLanguage()];
  return [words.slice(0, -1).join(comma), ...words.slice(-1)].filter(Boolean).join(and);
}

/** From when on a session of today is one of this evening. */
const EVENING = "17:30";

export type Nearness = "tonight" | "today" | "tomorrow";

/** How near the day of a session is; null: neither today nor tomorrow. */
export function nearness(session: { date: string; startTime: string }): Nearness | null {
  if (session.date === today()) return session.startTime >= EVENING ? "tonight" : "today";
  return session.date === addDays(today(), 1) ? "tomorrow" : null;
}
