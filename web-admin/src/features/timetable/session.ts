// A session as its form has it and as it is sent.
import i18next from "i18next";
import type { Faults } from "../../ui/useVersionedForm";
import type { ClassSession, ClassSessionInput, Room } from "./api";
import { faultOfDay, faultOfLength } from "./rule";
import { overlap, type Span } from "./time";

export interface SessionDraft {
  courseId: number | null;
  date: string;
  startTime: string;
  minutes: number | "";
  /** Null: online. */
  roomId: number | null;
  teacherId: number | null;
  moduleId: number | null;
  meetingUrl: string;
  note: string;
}

export const BLANK: SessionDraft = {
  courseId: null,
  date: "",
  startTime: "",
  minutes: 90,
  roomId: null,
  teacherId: null,
  moduleId: null,
  meetingUrl: "",
  note: "",
};

export function draftOf(session: ClassSession): SessionDraft {
  return {
    courseId: session.courseId,
    date: session.date,
    startTime: session.startTime,
    minutes: session.minutes,
    roomId: session.roomId ?? null,
    teacherId: session.teacherId ?? null,
    moduleId: session.moduleId ?? null,
    meetingUrl: session.meetingUrl ?? "",
    note: session.note ?? "",
  };
}

export function sentSession(draft: SessionDraft, extendCourse: boolean): ClassSessionInput {
  const { courseId, minutes, meetingUrl, note, ...rest } = draft;
  return {
    ...rest,
    ...(courseId !== null && { courseId }),
    minutes: Number(minutes),
    meetingUrl: meetingUrl.trim() || null,
    note: note.trim() || null,
    ...(extendCourse && { extendCourse }),
  };
}

export function faultsOfSession(draft: SessionDraft): Faults {
  return {
    courseId: draft.courseId === null && i18next.t("errors.required"),
    date: faultOfDay(draft.date),
    startTime: !draft.startTime && i18next.t("errors.required"),
    minutes: faultOfLength(draft.minutes),
  };
}

/** Whether it takes a room and a teacher: it is neither cancelled nor of an archived course. */
export function takesPlace({
  status,
  courseStatus,
}: Pick<ClassSession, "status" | "courseStatus">) {
  return status === "PLANNED" && courseStatus !== "ARCHIVED";
}

/** The rooms in which nothing is at that time, those with enough seats first, the smallest of these. */
export function freeRooms(
  rooms: readonly Room[],
  ofDay: readonly ClassSession[],
  span: Span,
  { but, wanted = 0 }: { but?: number | undefined; wanted?: number | null | undefined } = {},
): Room[] {
  const taken = new Set(
    ofDay
      .filter((session) => session.id !== but && takesPlace(session) && overlap(session, span))
      .map(({ roomId }) => roomId),
  );
  const seatsOf = (room: Room) => room.seats ?? Number.MAX_SAFE_INTEGER;
  const tooSmall = (room: Room) => Number(seatsOf(room) < (wanted ?? 0));
  return rooms
    .filter(({ id }) => !taken.has(id))
    .toSorted((one, other) => tooSmall(one) - tooSmall(other) || seatsOf(one) - seatsOf(other));
}

/** Somebody else than who gives the course. */
export function isSubstitute(session: ClassSession, ofCourse: number | undefined | null): boolean {
  return Boolean(session.teacherId && ofCourse && session.teacherId !== ofCourse);
}
