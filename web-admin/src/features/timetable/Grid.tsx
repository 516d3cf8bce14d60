// The timetable drawn by a calendar component: rows and days in a week, rows and hours in a day, days in a month. Blocks are
// moved by dragging; by keyboard a block opens, and is moved in its form.
import {
  type Calendar,
  createCalendar,
  DayGrid,
  destroyCalendar,
  Interaction,
  ResourceTimeline,
} from "@event-calendar/core";
import "@event-calendar/core/index.css";
import { useEffect, useEffectEvent, useRef } from "react";
import { useTranslation } from "react-i18next";
import { addDays } from "web-shared/format/format";
import { currentLanguage } from "web-shared/i18n/i18n";
import type { ClassSession, ClassSessionInput } from "./api";
import { blocksOf, contentOf, type Drawn } from "./blocks";
import styles from "./Grid.module.css";
import { changeInto, NONE, placeOf, type Row, type View } from "./groups";
import { daysFrom, hour, minutesOf, mondayOf, nowTime, weekdayName, weekdayOf } from "./time";
import type { Mover } from "./useMove";
import { offDay, rangeOf, type Timetable } from "./useTimetable";

interface GridProps extends Drawn {
  date: string;
  rows: Row[];
  closed: Timetable["closed"];
  onOpen: (session: ClassSession) => void;
  /** The folded row is opened. */
  onUnfold: () => void;
  onAdd: (start: { date: string; startTime?: string; roomId?: number | null }) => void;
  onMove: Mover["move"];
}

/** The names that the component has for them. */
const NAMES: Record<View, string> = {
  week: "preauWeek",
  day: "resourceTimelineDay",
  month: "dayGridMonth",
};

export function Grid(props: GridProps) {
  const { view, date, rows, closed } = props;
  const { t } = useTranslation();
  const place = useRef<HTMLDivElement>(null);
  const calendar = useRef<Calendar | null>(null);

  const options: Calendar.Options = {
    view: NAMES[view],
    date: view === "week" ? mondayOf(date) : date,
    events: [...hatchedOf(props), ...blocksOf(props)],
    resources: rows.map(({ id, name, detail }) => ({ id, title: name, extendedProps: { detail } })),
    dayHeaderFormat: (day: Date) =>
      view === "month"
        ? weekdayName(weekdayOf(dayText(day)), "short")
        : headOf(dayText(day), closed),
  };
  const drop = useEffectEvent((info: Calendar.EventDropInfo) => {
    const { session } = info.oldEvent.extendedProps as { session: ClassSession };
    const change = changeOf(info, session, props);
    if (change) void props.onMove(session, change, info.revert);
    else info.revert();
  });
  const open = useEffectEvent(({ event }: Calendar.EventClickInfo) => {
    const { session } = event.extendedProps as { session?: ClassSession };
    if (session) props.onOpen(session);
    else if (event.classNames.includes("preau-folded")) props.onUnfold();
  });
  const add = useEffectEvent(({ date, resource, allDay }: Calendar.DateClickInfo) => {
    const into = resource ? changeInto(resource.id, props.by) : null;
    props.onAdd({
      date: dayText(date),
      ...(!allDay && { startTime: timeText(date) }),
      ...(into?.roomId !== undefined && { roomId: into.roomId }),
    });
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: made once; what changes is told below
  useEffect(() => {
    if (!place.current) return;
    const made = createCalendar(place.current, [ResourceTimeline, DayGrid, Interaction], {
      ...FIXED,
      ...options,
      locale: currentLanguage(),
      eventDrop: (info) => drop(info),
      eventClick: (info) => open(info),
      dateClick: (info) => add(info),
    });
    calendar.current = made;
    const watched = withoutRoles(place.current);
    return () => {
      watched.disconnect();
      calendar.current = null;
      void destroyCalendar(made);
    };
  }, []);

  // Whatever is drawn otherwise than before; the component tells no change from another.
  useEffect(() => {
    for (const [name, value] of Object.entries(options)) {
      calendar.current?.setOption(name as "view", value);
    }
  });

  return (
    <section
      className={styles.grid}
      data-view={view}
      aria-label={t("dashboard.timetable.calendar.grid")}
      style={{ "--now": `${placeOf(minutesOf(nowTime()))}%` } as React.CSSProperties}
      ref={place}
    />
  );
}

const ROLES =
  "[role=table], [role=row], [role=rowgroup], [role=rowheader], [role=columnheader], [role=cell]";

/** The component calls rows and cells what lies beside each other in no table: every block says its day and its row itself.
 *  What was refused is no button. */
function withoutRoles(place: HTMLElement): MutationObserver {
  const strip = () => {
    for (const element of place.querySelectorAll(ROLES)) {
      for (const name of ["role", "aria-colindex", "aria-colspan"]) element.removeAttribute(name);
    }
    for (const name of ["role", "tabindex"]) {
      place.querySelector(`.preau-refused[${name}]`)?.removeAttribute(name);
    }
  };
  strip();
  const observer = new MutationObserver(strip);
  observer.observe(place, { childList: true, subtree: true });
  return observer;
}

const FIXED: Calendar.Options = {
  headerToolbar: { start: "", center: "", end: "" },
  firstDay: 1,
  height: "auto",
  editable: true,
  eventDurationEditable: false,
  eventLongPressDelay: 300,
  eventGap: 6,
  dragScroll: true,
  nowIndicator: true,
  eventContent: contentOf,
  resourceLabelContent: ({ resource }) => ({ domNodes: labelOf(resource) }),
  views: {
    preauWeek: {
      type: "resourceTimelineMonth",
      duration: { days: 7 },
      slotDuration: { days: 1 },
      columnWidth: "minmax(4.6rem, 1fr)",
    },
    resourceTimelineDay: {
      slotMinTime: "08:00",
      slotMaxTime: "22:00",
      flexibleSlotTimeLimits: true,
      slotDuration: "00:30",
      snapDuration: "00:15",
      slotLabelInterval: "01:00",
      slotWidth: 38,
      slotLabelFormat: (time) => hour(timeText(time)),
    },
  },
};

const two = (value: number) => String(value).padStart(2, "0");

/** The component gives days and times as the local ones of its dates. */
function dayText(date: Date): string {
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
const timeText = (date: Date) => `${two(date.getHours())}:${two(date.getMinutes())}`;

/** What dragging a block means; null: nothing, or nothing that can be. */
function changeOf(
  { event, newResource }: Calendar.EventDropInfo,
  session: ClassSession,
  { view, by }: Pick<GridProps, "view" | "by">,
): ClassSessionInput | null {
  const into = newResource ? changeInto(newResource.id, by) : {};
  if (!into) return null;
  const date = dayText(event.start);
  const startTime = view === "day" ? timeText(event.start) : session.startTime;
  const change = {
    ...(date !== session.date && { date }),
    ...(startTime !== session.startTime && { startTime }),
    ...into,
  };
  return Object.keys(change).length > 0 ? change : null;
}

/** The days without lessons, across all rows. */
function hatchedOf({ view, date, rows, closed }: GridProps): Calendar.EventInput[] {
  const { from, to } = rangeOf(view, date);
  const count = Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1;
  const days = view === "day" ? [date] : daysFrom(from, count);
  return days
    .filter((day) => offDay(closed, day))
    .map((day) => ({
      id: `off-${day}`,
      start: day,
      end: addDays(day, 1),
      allDay: true,
      resourceIds: rows.map(({ id }) => id),
      display: "background",
      classNames: ["preau-off"],
      extendedProps: { lines: [] },
    }));
}

function headOf(date: string, closed: Timetable["closed"]): Calendar.Content {
  const weekday = document.createElement("span");
  weekday.textContent = `${weekdayName(weekdayOf(date), "short")} `;
  const number = document.createElement("b");
  number.textContent = String(Number(date.slice(8)));
  const off = offDay(closed, date);
  if (!off) return { domNodes: [weekday, number] };
  const label = document.createElement("small");
  label.textContent = off;
  label.lang = "fr";
  return { domNodes: [weekday, number, label] };
}

function labelOf({ id, title, extendedProps }: Calendar.Resource): Node[] {
  const name = document.createElement("b");
  name.textContent = String(title);
  if (id !== NONE) name.lang = "fr";
  const detail = document.createElement("small");
  detail.textContent = String(extendedProps.detail ?? "");
  return [name, detail];
}
