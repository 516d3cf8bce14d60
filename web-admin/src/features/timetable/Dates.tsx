// Every date of a rule, by month: what stays, comes, moves and goes, what is skipped and why, what is in the way.
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { currentLanguage } from "web-shared/i18n/i18n";
import { Icon } from "web-shared/ui/Icon";
import { Note } from "web-shared/ui/Scene";
import { Tag } from "web-shared/ui/Tag";
import type { PreviewDate, SeriesPreview } from "./api";
import { type Look, lookOf, type Month, monthsOf, outcomeOf, type Skipped } from "./preview";
import styles from "./Sessions.module.css";
import { briefDay, dayInMonth, hour, monthName, spanText, wholeDay } from "./time";

const ICONS: Partial<Record<Look, string>> = {
  past: "check-bold",
  byHand: "pencil-simple",
  cancelled: "x-bold",
  removed: "x-bold",
  added: "plus-bold",
  moved: "arrow-right",
  clash: "warning-circle-fill",
};

export function Dates({ preview }: { preview: SeriesPreview }) {
  const { t } = useTranslation();
  const { skipped, clashes } = outcomeOf(preview.dates);
  const count = preview.dates.length - skipped;
  return (
    <section aria-label={t("dashboard.timetable.dates.title")}>
      <div className={styles.datesHead}>
        <h3>
          {t("dashboard.timetable.dates.sessions", { count })}
          {skipped > 0 && `, ${t("dashboard.timetable.dates.left", { count: skipped })}`}
        </h3>
        {clashes === 0 && count > 0 && (
          <Tag tone="success">{t("dashboard.timetable.dates.free")}</Tag>
        )}
      </div>
      {preview.warnings.includes("room_too_small") && (
        <Note tone="warning">{t("dashboard.timetable.roomTooSmall")}</Note>
      )}
      {count === 0 && <p className="muted">{t("dashboard.timetable.dates.none")}</p>}
      <Clashes dates={preview.dates} />
      {monthsOf(preview.dates).map((month) => (
        <MonthOf key={month.month} month={month} />
      ))}
      <Legend dates={preview.dates} />
    </section>
  );
}

function MonthOf({ month: { month, dates, skipped } }: { month: Month }) {
  const heading = useId();
  return (
    <div className={styles.month}>
      <h4 id={heading}>{monthName(month)}</h4>
      <div>
        <ul aria-labelledby={heading}>
          {dates.map((date, at) => (
            <Chip key={`${date.sessionId ?? "new"} ${date.date} ${at}`} date={date} />
          ))}
        </ul>
        {skipped.map((reason) => (
          <Reason key={reason.label} skipped={reason} />
        ))}
      </div>
    </div>
  );
}

function Chip({ date }: { date: PreviewDate }) {
  const { t } = useTranslation();
  const look = lookOf(date);
  const icon = ICONS[look];
  const gone = look === "cancelled" || look === "removed";
  const text = dayInMonth(date.date);
  return (
    <li className={styles.date} data-look={look} title={spanText(date)}>
      {icon && <Icon name={icon} size={16} />}
      {gone ? <s>{text}</s> : text}
      {look === "moved" && date.from && date.from.date !== date.date && (
        <small>{t("dashboard.timetable.dates.before", { day: briefDay(date.from.date) })}</small>
      )}
      <span className="hidden">
        {" "}
        {t(`dashboard.timetable.looks.${look}`)}
        {look === "moved" &&
          date.from &&
          `, ${briefDay(date.from.date)} ${hour(date.from.startTime)}`}
      </span>
    </li>
  );
}

function Reason({ skipped: { reason, label, dates } }: { skipped: Skipped }) {
  const { t } = useTranslation();
  const days = new Intl.ListFormat(currentLanguage()).format(dates.map(dayInMonth));
  return (
    <p>
      <Icon name="info" size={20} />
      <span>{t(`dashboard.timetable.dates.${reason}`, { count: dates.length, label, days })}</span>
    </p>
  );
}

/** Sessions in the way, each with the way to it. */
function Clashes({ dates }: { dates: PreviewDate[] }) {
  const { t } = useTranslation();
  const clashing = dates.filter(({ clash }) => clash);
  if (clashing.length === 0) return null;
  return (
    <div role="alert" className={styles.clashes}>
      <Note tone="danger">
        <p>
          <b>{t("dashboard.timetable.dates.clashes", { count: clashing.length })}</b>
        </p>
        <ul>
          {clashing.map(({ date, clash }) =>
            clash ? (
              <li key={`${date} ${clash.session.id}`}>
                {t(
                  `dashboard.timetable.clash.${clash.code === "teacher_taken" ? clash.code : "room_taken"}`,
                  {
                    room: clash.session.roomName ?? "",
                    teacher: clash.session.teacherName ?? "",
                    day: wholeDay(clash.session.date),
                    span: spanText(clash.session),
                  },
                )}{" "}
                <Link to={`/timetable/calendar?date=${clash.session.date}`}>
                  {clash.session.courseName}
                </Link>
              </li>
            ) : null,
          )}
        </ul>
      </Note>
    </div>
  );
}

const ORDER: Look[] = [
  "past",
  "planned",
  "added",
  "moved",
  "byHand",
  "cancelled",
  "removed",
  "skipped",
  "clash",
];

/** Only of what is shown. */
function Legend({ dates }: { dates: PreviewDate[] }) {
  const { t } = useTranslation();
  const shown = new Set(dates.map(lookOf));
  return (
    <ul className={styles.legend} aria-hidden="true">
      {ORDER.filter((look) => shown.has(look)).map((look) => (
        <li key={look} className={styles.date} data-look={look}>
          {ICONS[look] && <Icon name={ICONS[look]} size={14} />}
          {t(`dashboard.timetable.looks.${look}`)}
        </li>
      ))}
    </ul>
  );
}
