// What the calendar component is given: sessions as blocks, the folded row of those online, the hours a room is taken.
import type { Calendar } from "@event-calendar/core";
import i18next from "i18next";
import { addDays } from "web-shared/format/format";
import type { ClassSession } from "./api";
import { type Grouping, NONE, placeOf, rowOf, type View } from "./groups";
import { isSubstitute, takesPlace } from "./session";
import { endOf, hour, isPast, minutesOf, spanText, timeOf, wholeDay } from "./time";
import type { Refusal } from "./useMove";

export interface Drawn {
  sessions: readonly ClassSession[];
  view: View;
  by: Grouping;
  /** The row of sessions without a room is one line. */
  folded: boolean;
  refusal: Refusal | null;
  teacherOf: ReadonlyMap<number, number | null | undefined>;
}

const at = (date: string, minutes: number) =>
  `${addDays(date, Math.floor(minutes / 1440))}T${timeOf(minutes)}:00`;

const timesOf = ({
  date,
  startTime,
  minutes,
}: Pick<ClassSession, "date" | "startTime" | "minutes">) => ({
  start: at(date, minutesOf(startTime)),
  end: at(date, minutesOf(startTime) + minutes),
});

export function blocksOf(drawn: Drawn): Calendar.EventInput[] {
  const { sessions, by, view, folded, refusal } = drawn;
  const fold = folded && by === "room" && view === "week";
  const single = fold ? sessions.filter((session) => rowOf(session, by) !== NONE) : sessions;
  return [
    ...(by === "room" && view === "week" ? barsOf(sessions) : []),
    ...single.map((session) => blockOf(session, drawn)),
    ...(fold ? foldedOf(sessions.filter((session) => rowOf(session, by) === NONE)) : []),
    ...(refusal ? [ghostOf(refusal, by)] : []),
  ];
}

function blockOf(session: ClassSession, { by, refusal, teacherOf }: Drawn): Calendar.EventInput {
  const cancelled = session.status === "CANCELLED";
  return {
    id: String(session.id),
    ...timesOf(session),
    resourceIds: [rowOf(session, by)],
    editable: !cancelled && !isPast(session),
    classNames: [
      `preau-${session.languageCode}`,
      ...(cancelled ? ["preau-cancelled"] : []),
      ...(session.courseStatus === "DRAFT" ? ["preau-draft"] : []),
      ...(refusal?.session.id === session.id ? ["preau-source"] : []),
    ],
    extendedProps: { session, lines: linesOf(session, by, teacherOf.get(session.courseId)) },
  };
}

interface Line {
  text: string;
  look: "hours" | "name" | "detail" | "mark" | "heard";
  icon?: string;
}

function linesOf(session: ClassSession, by: Grouping, ofCourse: number | null | undefined): Line[] {
  const { t } = i18next;
  const substitute = isSubstitute(session, ofCourse);
  const room = session.roomName ?? t("dashboard.timetable.online");
  const detail = by === "teacher" ? room : (session.teacherName ?? "");
  const lines: Line[] = [
    { text: `${wholeDay(session.date)}, ${room}, `, look: "heard" },
    { text: spanText(session), look: "hours" },
    { text: session.courseName, look: "name" },
  ];
  if (session.status === "CANCELLED") {
    return [...lines, { text: t("dashboard.timetable.kinds.cancelled"), look: "mark" }];
  }
  if (substitute) lines.push({ text: session.teacherName ?? "", look: "mark", icon: "swap" });
  else if (detail) lines.push({ text: detail, look: "detail" });
  if (session.courseStatus === "DRAFT") {
    lines.push({ text: t("dashboard.courses.is.DRAFT"), look: "mark" });
  }
  return lines;
}

/** Those online, a block for each day: how many, from when to when. */
function foldedOf(sessions: readonly ClassSession[]): Calendar.EventInput[] {
  const days = Map.groupBy(
    sessions.filter(({ status }) => status === "PLANNED"),
    ({ date }) => date,
  );
  return [...days].map(([date, ofDay]) => {
    const starts = ofDay.map(({ startTime }) => startTime).toSorted();
    const ends = ofDay.map(endOf).toSorted();
    const lines: Line[] = [
      { text: `${wholeDay(date)}, ${i18next.t("dashboard.timetable.online")}, `, look: "heard" },
      {
        text: i18next.t("dashboard.timetable.dates.sessions", { count: ofDay.length }),
        look: "hours",
      },
      { text: `${hour(starts[0] ?? "")} – ${hour(ends.at(-1) ?? "")}`, look: "detail" },
    ];
    return {
      id: `folded-${date}`,
      start: at(date, 0),
      end: at(date, 1),
      resourceIds: [NONE],
      editable: false,
      classNames: ["preau-folded"],
      extendedProps: { lines },
    };
  });
}

/** When each room is taken between 8 h and 22 h: a bar in its cell of each day. */
function barsOf(sessions: readonly ClassSession[]): Calendar.EventInput[] {
  const cells = Map.groupBy(
    sessions.filter((session) => session.roomId && takesPlace(session)),
    ({ roomId, date }) => `${roomId} ${date}`,
  );
  return [...cells].map(([cell, inCell]) => {
    const [room, date = ""] = cell.split(" ");
    const taken = inCell.map(({ startTime, minutes }) => {
      const start = minutesOf(startTime);
      return [placeOf(start), placeOf(start + minutes)];
    });
    return {
      id: `bar-${cell}`,
      start: date,
      end: addDays(date, 1),
      allDay: true,
      resourceIds: [`room-${room}`],
      display: "background",
      classNames: ["preau-bar"],
      extendedProps: { taken },
    };
  });
}

/** What was refused, where it was wanted. */
function ghostOf({ session, change, clash }: Refusal, by: Grouping): Calendar.EventInput {
  const wanted = { ...session, ...change } as ClassSession;
  const why = clash ? clash.code : ("outside_course_dates" as const);
  const lines: Line[] = [
    { text: spanText(wanted), look: "hours" },
    { text: session.courseName, look: "name" },
    { text: i18next.t(`dashboard.timetable.refusal.${why}`), look: "mark" },
  ];
  return {
    id: "refused",
    ...timesOf(wanted),
    resourceIds: [rowOf(wanted, by)],
    editable: false,
    classNames: ["preau-refused"],
    extendedProps: { lines },
  };
}

/** The inside of a block; the component is not React's. */
export function contentOf({ event }: { event: Calendar.Event }): Calendar.Content {
  const { lines, taken } = event.extendedProps as { lines?: Line[]; taken?: number[][] };
  if (taken) return { domNodes: [barOf(taken)] };
  return { domNodes: (lines ?? []).map(lineOf) };
}

function lineOf({ text, look, icon }: Line): Node {
  const line = document.createElement("span");
  line.className = look === "heard" ? "hidden" : `preau-${look}`;
  line.textContent = text;
  if (look === "name") line.lang = "fr";
  if (icon) line.prepend(signOf(icon));
  return line;
}

const SVG = "http://www.w3.org/2000/svg";

function signOf(name: string): Node {
  const sign = document.createElementNS(SVG, "svg");
  sign.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `/icons.svg#${name}`);
  sign.append(use);
  return sign;
}

function barOf(taken: number[][]): Node {
  const bar = document.createElement("span");
  bar.ariaHidden = "true";
  for (const [from = 0, to = 0] of taken) {
    const part = document.createElement("i");
    part.style.insetInlineStart = `${from}%`;
    part.style.inlineSize = `${to - from}%`;
    bar.append(part);
  }
  return bar;
}
