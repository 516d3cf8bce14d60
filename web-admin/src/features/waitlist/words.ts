// What is said of somebody on the list: their name, what they want, since when, until when they may answer.
import i18next from "i18next";
import type { Course } from "web-shared/api/courses";
import { day, dayOf, dayParts, today } from "web-shared/format/format";
import { timeOf } from "web-shared/format/offerTime";
import { hour, nearness } from "web-shared/format/sessions";
import { currentLanguage } from "web-shared/i18n/i18n";
import type { Entry } from "./api";

const t = i18next.t;

/** The learner's; of an address that nobody confirmed, the address where it may be seen. */
export function nameOf({ status, learnerName, payerName, firstName, email }: Entry): string {
  const unknown = status === "UNCONFIRMED" ? (email ?? firstName) : firstName;
  return learnerName ?? payerName ?? unknown;
}

/** "Cours complet", "Modules 2 à 5", "Modules 1 et 3"; one that was deleted since by its title. */
export function scopeOf({ reservedModuleIds, moduleTitles }: Entry, course: Course): string {
  if (reservedModuleIds.length === 0) return t("dashboard.waitlist.whole");
  const places = reservedModuleIds.map(
    (id) => course.modules.findIndex((one) => one.id === id) + 1,
  );
  if (places.includes(0)) return listed(moduleTitles);
  places.sort((one, other) => one - other);
  const [from = 0, to = 0] = [places[0], places.at(-1)];
  if (places.length === 1) return t("dashboard.waitlist.module", { number: from });
  return places.length > 2 && to - from === places.length - 1
    ? t("dashboard.waitlist.range", { from, to })
    : t("dashboard.waitlist.modules", { numbers: listed(places.map(String)) });
}

const listed = (names: string[]) => new Intl.ListFormat(currentLanguage()).format(names);

/** What somebody waits for: "Cours complet · dès que possible · payé par Mireille Dumas". */
export function wishOf(entry: Entry, course: Course): string {
  const { requestedStartDate: start, forAnother, payerName, firstName } = entry;
  const parts = [
    scopeOf(entry, course),
    start
      ? t("dashboard.waitlist.start", { day: day(start, "medium") })
      : t("dashboard.waitlist.soon"),
    forAnother && t("dashboard.waitlist.paidBy", { name: payerName ?? firstName }),
  ];
  return parts.filter(Boolean).join("\u00a0· ");
}

/** "mer. 18 nov., 9 h 12", "Aujourd’hui, 16 h 20". */
export function sinceOf({ createdAt }: Entry): string {
  const date = dayOf(createdAt);
  const time = hour(timeOf(createdAt));
  return date === today()
    ? t("dashboard.waitlist.today", { time })
    : t("dashboard.waitlist.at", { day: day(date, "brief"), time });
}

/** "Jusqu’à ce soir, 19 h 10", "Jusqu’au samedi 28 novembre, 10 h 20". */
export function deadlineOf(until: string): string {
  const [date, startTime] = [dayOf(until), timeOf(until)];
  const near = nearness({ date, startTime }) ?? "day";
  return t(`dashboard.waitlist.until.${near}`, {
    time: hour(startTime),
    day: t("dashboard.waitlist.day", dayParts(date)),
  });
}

/** "reste 20 h 25". */
export function restOf(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (minutes === 0) return t("dashboard.waitlist.left.over");
  if (hours === 0) return t("dashboard.waitlist.left.minutes", { minutes });
  if (rest === 0) return t("dashboard.waitlist.left.hours", { hours });
  const parts = { hours, minutes: String(rest).padStart(2, "0") };
  return t("dashboard.waitlist.left.both", parts);
}
