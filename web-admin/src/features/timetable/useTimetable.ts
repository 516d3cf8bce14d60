// Which days and which sessions the timetable shows, as the address says.
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { isDay } from "web-shared/format/days";
import { addDays, today } from "web-shared/format/format";
import { labelOf, useLanguages } from "web-shared/taughtLanguages";
import { useQueryOfAddress } from "../../ui/usePage";
import { closuresQuery, coursesQuery, roomsQuery, sessionsQuery, teachersQuery } from "./api";
import {
  type Chosen,
  GROUPINGS,
  type Grouping,
  matches,
  NONE,
  type Row,
  VIEWS,
  type View,
} from "./groups";
import { mondayOf, monthsLater } from "./time";

/** The first and the last day that a view shows. */
export function rangeOf(view: View, date: string): { from: string; to: string } {
  if (view !== "month") return { from: mondayOf(date), to: addDays(mondayOf(date), 6) };
  const first = `${date.slice(0, 7)}-01`;
  const last = addDays(monthsLater(date, 1), -1);
  return { from: mondayOf(first), to: addDays(mondayOf(last), 6) };
}

export function stepped(view: View, date: string, steps: number): string {
  if (view === "day") return addDays(date, steps);
  return view === "week" ? addDays(date, steps * 7) : monthsLater(date, steps);
}

const CHOSEN = ["room", "teacher", "language"] as const;

/** `narrow`: on a phone a day is shown first. */
export function usePlace(narrow: boolean) {
  const [query, change] = useQueryOfAddress();
  const named = query.get("date") ?? "";
  const usual: View = narrow ? "day" : "week";
  const chosen = Object.fromEntries(CHOSEN.map((name) => [name, query.get(name) ?? ""]));
  const set = (name: string, value: string) =>
    change((query) => {
      if (value) query.set(name, value);
      else query.delete(name);
    });
  return {
    date: isDay(named) ? named : today(),
    view: VIEWS.find((one) => one === query.get("view")) ?? usual,
    by: GROUPINGS.find((one) => one === query.get("by")) ?? ("room" as Grouping),
    chosen: chosen as unknown as Chosen,
    set,
    show: (date: string, view: View) =>
      change((query) => {
        query.set("date", date);
        query.set("view", view);
      }),
    reset: () =>
      change((query) => {
        for (const name of CHOSEN) query.delete(name);
      }),
  };
}

export type Place = ReturnType<typeof usePlace>;

export function useTimetable({ view, date, chosen }: Place) {
  const range = rangeOf(view, date);
  const sessions = useQuery(sessionsQuery(range));
  const rooms = useQuery(roomsQuery);
  const teachers = useQuery(teachersQuery).data ?? [];
  const closed = useQuery(closuresQuery).data;
  const courses = useQuery(coursesQuery).data;
  const asked = [sessions, rooms];
  const { room, teacher, language } = chosen;
  const shown = useMemo(
    () =>
      sessions.data
        ?.filter((session) => matches(session, { room, teacher, language }))
        // Future sessions of archived courses do not take place.
        .filter(({ courseStatus, startsAt }) => courseStatus !== "ARCHIVED" || past(startsAt)),
    [sessions.data, room, teacher, language],
  );
  const teacherOf = useMemo(
    () => new Map(courses?.map(({ id, teacherId }) => [id, teacherId])),
    [courses],
  );
  return {
    range,
    /** All of these days: also what a filter leaves out takes a room. */
    all: sessions.data ?? [],
    shown,
    rooms: rooms.data ?? [],
    teachers,
    closed,
    /** Who gives a course: somebody else is a substitute. */
    teacherOf,
    failed: asked.find(({ error, data }) => error && !data)?.error,
    retry: () => {
      for (const { error, refetch } of asked) if (error) void refetch();
    },
  };
}

const past = (instant: string) => new Date(instant) <= new Date();

export type Timetable = ReturnType<typeof useTimetable>;

/** The rows that are shown, each with what stands under its name. */
export function useRows({ by, chosen }: Place, { rooms, teachers }: Timetable): Row[] {
  const { t } = useTranslation();
  const languages = useLanguages().all;
  if (by === "language") {
    return languages
      .filter(({ code }) => !chosen.language || code === chosen.language)
      .map((language) => ({ id: `language-${language.code}`, name: labelOf(language) }));
  }
  const rows: Row[] =
    by === "room"
      ? rooms
          .filter(({ id }) => !chosen.room || String(id) === chosen.room)
          .map(({ id, name, seats }) => ({
            id: `room-${id}`,
            name,
            detail: seats ? t("dashboard.timetable.seats", { count: seats }) : undefined,
          }))
      : teachers
          .filter(({ id }) => !chosen.teacher || String(id) === chosen.teacher)
          .map(({ id, fullName }) => ({ id: `teacher-${id}`, name: fullName }));
  const none = t(by === "room" ? "dashboard.timetable.online" : "dashboard.timetable.nobody");
  return [...rows, { id: NONE, name: none }];
}

/** Why a day has no lessons: a closure or a public holiday. */
export function offDay(closed: Timetable["closed"], date: string): string | undefined {
  const closure = closed?.closures.find(
    ({ firstDay, lastDay }) => firstDay <= date && date <= lastDay,
  );
  return closure?.label ?? closed?.holidays.find(({ day }) => day === date)?.label;
}
