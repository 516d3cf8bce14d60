// Which rooms are free at some hours of a day: an arch each, lit when one can go in.
import { TextInput } from "@mantine/core";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { today } from "web-shared/format/format";
import styles from "./Calendar.module.css";
import { freeRooms, type SessionDraft } from "./session";
import { minutesOf, wholeDay } from "./time";
import type { Place, Timetable } from "./useTimetable";

interface FreeRoomsProps {
  place: Place;
  timetable: Timetable;
  onAdd: (start: Partial<SessionDraft>) => void;
}

export function FreeRooms({ place, timetable, onAdd }: FreeRoomsProps) {
  const { t } = useTranslation();
  const heading = useId();
  const [from, setFrom] = useState("18:30");
  const [to, setTo] = useState("20:00");
  const { rooms, all, range } = timetable;
  const now = today();
  // In a week or a month of today, today; else the day that is shown.
  const inSight = range.from <= now && now <= range.to && place.view !== "day";
  const date = inSight ? now : place.date;
  const minutes = minutesOf(to) - minutesOf(from);
  const span = { startTime: from, minutes };
  const ofDay = all.filter((session) => session.date === date);
  const free = new Set(minutes > 0 ? freeRooms(rooms, ofDay, span).map(({ id }) => id) : []);
  if (rooms.length === 0) return null;
  return (
    <section className={styles.free} aria-labelledby={heading}>
      <div>
        <h2 id={heading}>{t("dashboard.timetable.free.title")}</h2>
        <p>{wholeDay(date)}</p>
        <div className={styles.hours}>
          <TextInput
            type="time"
            aria-label={t("dashboard.timetable.free.from")}
            value={from}
            onChange={(event) => setFrom(event.currentTarget.value)}
          />
          <span>{t("dashboard.timetable.free.to")}</span>
          <TextInput
            type="time"
            aria-label={t("dashboard.timetable.free.until")}
            value={to}
            onChange={(event) => setTo(event.currentTarget.value)}
          />
        </div>
      </div>
      <ul>
        {rooms.map(({ id, name, seats }) => {
          const isFree = free.has(id);
          const facts = (
            <>
              <b lang="fr">{name}</b>
              {seats ? <span>{t("dashboard.timetable.seats", { count: seats })}</span> : null}
              <span>
                {t(isFree ? "dashboard.timetable.free.free" : "dashboard.timetable.free.taken")}
              </span>
            </>
          );
          return (
            <li key={id}>
              {isFree ? (
                <button
                  type="button"
                  data-free
                  onClick={() => onAdd({ date, startTime: from, minutes, roomId: id })}
                >
                  {facts}
                </button>
              ) : (
                <div>{facts}</div>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
