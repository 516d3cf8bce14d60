// Sessions of classes and who is in them, as teachers and staff read them; what several pages say of a session.
import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "web-shared/api/client";
import type { components } from "web-shared/api/schema";
import type { SessionUser } from "web-shared/api/session";
import { addDays, today } from "web-shared/format/format";
import { hour } from "web-shared/format/sessions";

type Schemas = components["schemas"];
export type ClassSession = Schemas["ClassSession"];
export type Roster = Schemas["Roster"];
export type RosterRow = Schemas["RosterRow"];

export interface Span {
  from: string;
  to: string;
}

/** Whose sessions are one's own: of a teacher the school answers no others, of staff those of their teacher. */
export function ownFilter({ role, teacherId }: SessionUser): { teacherId?: number } {
  return role === "TEACHER" || typeof teacherId !== "number" ? {} : { teacherId };
}

/** Sessions between two days, the earliest first. */
export function sessionsQuery(span: Span, filter: { teacherId?: number; courseId?: number }) {
  const query = { ...span, ...filter };
  return queryOptions({
    queryKey: ["class-sessions", query],
    queryFn: () => unwrap(api.GET("/class-sessions", { params: { query } })),
  });
}

const BEFORE = 14; // days for which whoever gave a session in somebody else's course still sees its class
const AFTER = 60; // days ahead
const LONGEST = 92; // days that one call answers at most

/** What a teacher works with: the last weeks, and what comes. */
export function ownSpan(): Span {
  const now = today();
  return { from: addDays(now, -BEFORE), to: addDays(now, AFTER) };
}

/** Until today, as far back as one call goes. */
export function pastSpan(): Span {
  const now = today();
  return { from: addDays(now, 1 - LONGEST), to: now };
}

/** Whether its class is open to this reader: staff and the teacher of the course always, a substitute for two weeks. */
export function isReachable(session: ClassSession, { role, teacherId }: SessionUser): boolean {
  if (role !== "TEACHER" || session.courseTeacherId === teacherId) return true;
  return session.date >= addDays(today(), -BEFORE);
}

export function rosterQuery(id: number) {
  return queryOptions({
    queryKey: ["class-sessions", "roster", id],
    queryFn: () => unwrap(api.GET("/class-sessions/{id}/roster", { params: { path: { id } } })),
  });
}

/** Not cancelled, and over. */
export function isHeld({ status, endsAt }: Pick<ClassSession, "status" | "endsAt">, now: number) {
  return status === "PLANNED" && Date.parse(endsAt) <= now;
}

/** Somebody said by scanning that they are there, and nobody of the school has confirmed it. */
export function isUnconfirmed({ mark, scan }: Pick<RosterRow, "mark" | "scan">): boolean {
  return Boolean(scan) && (!mark || mark.manner === "SCAN");
}

const timeOfDay = new Intl.DateTimeFormat("en-GB", {
  hour: "2-digit",
  minute: "2-digit",
  timeZone: "Europe/Paris",
});

/** The time of day of an instant. */
export const hourOf = (instant: string) => hour(timeOfDay.format(new Date(instant)));
