// What of the journal is wanted, as the address names it. A day that is none yet asks for nothing.
import type { Role } from "web-shared/api/session";
import { isDay } from "web-shared/format/days";
import { useQueryOfAddress } from "../../ui/usePage";
import type { Filters } from "./api";

const FOR_ALL = [
  "course",
  "module",
  "chapter",
  "lesson",
  "resource",
  "quiz",
  "quiz-question",
  "test-question",
  "faq",
  "comment",
  "contact",
  "teacher",
  "language",
  "level",
  "room",
  "closure",
  "session-series",
  "class-session",
  "class-message",
] as const;
const FOR_ADMIN = [
  "user",
  "reservation",
  "waitlist",
  "proposal",
  "refund",
  "subscription",
  "certificate",
  "mail",
] as const;

/** The kinds of things whose history this role may read. */
export function kindsFor(role: Role | undefined) {
  return role === "ADMIN" ? [...FOR_ALL, ...FOR_ADMIN] : FOR_ALL;
}

/** What a choice says when it leaves nothing out. */
export const ALL = "all";

export interface JournalFilters {
  typed: Filters;
  /** The same, without days that are none. */
  asked: Filters;
  faults: { from: boolean; to: boolean; order: boolean };
  any: boolean;
  set: (name: keyof Filters, value: string) => void;
  reset: () => void;
}

export function useFilters(): JournalFilters {
  const [query, change] = useQueryOfAddress();
  const read = (name: keyof Filters) => query.get(name) ?? "";
  const typed = { kind: read("kind"), person: read("person"), from: read("from"), to: read("to") };
  const wrong = (day: string) => day !== "" && !isDay(day);
  const faults = {
    from: wrong(typed.from),
    to: wrong(typed.to),
    order: isDay(typed.from) && isDay(typed.to) && typed.to < typed.from,
  };
  const asked = {
    ...typed,
    person: /^\d{1,15}$/.test(typed.person) ? typed.person : "",
    from: faults.from ? "" : typed.from,
    to: faults.to || faults.order ? "" : typed.to,
  };
  return {
    typed,
    asked,
    faults,
    any: Object.values(typed).some((value) => value !== ""),
    set: (name, value) =>
      change(
        (query) => {
          query.delete("page");
          if (value) query.set(name, value);
          else query.delete(name);
        },
        { replace: name === "from" || name === "to" },
      ),
    reset: () =>
      change((query) => {
        for (const name of ["page", ...Object.keys(typed)]) query.delete(name);
      }),
  };
}
