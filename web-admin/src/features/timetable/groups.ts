// The rows of the timetable: rooms, teachers or languages; and which sessions stand in which.
import type { ClassSession, ClassSessionInput } from "./api";

export const GROUPINGS = ["room", "teacher", "language"] as const;
export type Grouping = (typeof GROUPINGS)[number];

export const VIEWS = ["week", "day", "month"] as const;
export type View = (typeof VIEWS)[number];

export interface Row {
  /** `room-3`, `teacher-7`, `language-it`; of sessions without any, `none`. */
  id: string;
  name: string;
  /** What stands under it. */
  detail?: string | undefined;
}

/** The row of sessions in no room, or given by nobody yet. */
export const NONE = "none";

export function rowOf(session: ClassSession, by: Grouping): string {
  if (by === "room") return session.roomId ? `room-${session.roomId}` : NONE;
  if (by === "teacher") return session.teacherId ? `teacher-${session.teacherId}` : NONE;
  return `language-${session.languageCode}`;
}

/** What putting a session into another row changes; null: it cannot be put there. */
export function changeInto(row: string, by: Grouping): ClassSessionInput | null {
  const id = row === NONE ? null : Number(row.split("-")[1]);
  if (by === "room") return { roomId: id };
  return by === "teacher" ? { teacherId: id } : null;
}

export interface Chosen {
  room: string;
  teacher: string;
  language: string;
}

/** `online` as a room: no room. */
export const ONLINE = "online";

export function matches(session: ClassSession, { room, teacher, language }: Chosen): boolean {
  const inRoom = room === ONLINE ? !session.roomId : !room || String(session.roomId) === room;
  const byTeacher = !teacher || String(session.teacherId) === teacher;
  return inRoom && byTeacher && (!language || session.languageCode === language);
}

/** Part of the day that is shown of a room, in minutes. */
const OPENS = 8 * 60;
const CLOSES = 22 * 60;

/** Where a time stands between 8 h and 22 h, in percent. */
export function placeOf(minutes: number): number {
  const within = Math.min(Math.max(minutes, OPENS), CLOSES) - OPENS;
  return (within / (CLOSES - OPENS)) * 100;
}
