// Beside a course: what it costs, what may be chosen, from when. It opens the selection with its choice filled in.
// While its button is out of view, a bar at the foot of the screen does the same.
import { Button } from "@mantine/core";
import { useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Course } from "web-shared/api/courses";
import { day, number, price, today } from "web-shared/format/format";
import { DayInput } from "web-shared/ui/DayInput";
import { lazyDialog } from "web-shared/ui/lazyDialog";
import { Note } from "web-shared/ui/Scene";
import { Seats } from "web-shared/ui/Seats";
import styles from "./BookingPanel.module.css";
import { readCheckout } from "./checkout";
import { readDraft } from "./draft";
import { Formula } from "./Formula";
import { lastStart, type Problem } from "./selection";
import { usePlace } from "./usePlace";
import { useSelection } from "./useSelection";

const SelectionDialog = lazyDialog(() =>
  import("./SelectionDialog").then((module) => module.SelectionDialog),
);

export function BookingPanel({ course }: { course: Course }) {
  const { t } = useTranslation();
  const [button, place] = usePlace();
  const { selection, change, opened, setOpened } = useSelection(course);

  return (
    <>
      <aside className={styles.panel} aria-label={t("booking.panel")}>
        <Price course={course} />
        <Pending course={course} />
        {course.bookable ? (
          <div className={styles.body}>
            {course.modules.length > 0 && (
              <Formula
                course={course}
                whole={selection.whole}
                onChange={(whole) => change({ whole })}
              />
            )}
            <StartDay
              course={course}
              value={selection.date}
              onChange={(date) => change({ date })}
            />
            <Button ref={button} fullWidth onClick={() => setOpened(true)}>
              {t("booking.enrol")}
            </Button>
            <p className={styles.caption}>
              {t(course.free ? "booking.freeHint" : "booking.heldHint")}
            </p>
          </div>
        ) : (
          <div className={styles.body}>
            <Closed course={course} />
          </div>
        )}
      </aside>
      {course.bookable && (
        <div className={styles.foot} data-button={place}>
          <p>
            <span className={styles.footPrice}>
              {course.free ? t("catalogue.free") : price(course.price)}
            </span>
            {typeof course.seatsLeft === "number" && (
              <span className="caption">{t("seats.left", { count: course.seatsLeft })}</span>
            )}
          </p>
          <Button onClick={() => setOpened(true)}>{t("booking.enrolShort")}</Button>
        </div>
      )}
      <SelectionDialog
        course={course}
        opened={opened}
        onClose={() => setOpened(false)}
        selection={selection}
        onChange={change}
      />
    </>
  );
}

/** A place of this course that this tab still has to pay for. */
function Pending({ course }: { course: Course }) {
  const { t } = useTranslation();
  const pending = useSyncExternalStore(
    nothingChanges,
    () => readCheckout() !== null && readDraft()?.courseId === course.id,
    () => false, // the server knows no tab
  );
  if (!pending) return null;
  return (
    <div className={styles.pending}>
      <Note>
        <Link to="/reservation/confirmation">{t("booking.resume")}</Link>
      </Note>
    </div>
  );
}

const nothingChanges = () => () => {};

function Price({ course }: { course: Course }) {
  const { t } = useTranslation();
  return (
    <div className={styles.head}>
      <p className={styles.price}>{course.free ? t("catalogue.free") : price(course.price)}</p>
      <p className={styles.caption}>
        {typeof course.pricePerHour === "number" && !course.free
          ? t("booking.hoursAndPrice", {
              count: course.totalHours,
              hours: number(course.totalHours),
              price: price(course.pricePerHour),
            })
          : t("catalogue.hoursLong", {
              count: course.totalHours,
              hours: number(course.totalHours),
            })}
      </p>
      <Seats left={course.seatsLeft} capacity={course.capacity} />
    </div>
  );
}

/** The wished start, with its last day as a hint. */
export function StartDay(props: {
  course: Course;
  value: string;
  onChange: (date: string) => void;
  problem?: Problem | null;
}) {
  const { t } = useTranslation();
  const last = lastStart(props.course.endDate);
  return (
    <DayInput
      label={t("booking.startDate")}
      hint={last ? t("booking.atTheLatest", { day: day(last) }) : undefined}
      value={props.value}
      onChange={props.onChange}
      error={props.problem && t(props.problem)}
      calendar={{ min: today(), max: last }}
    />
  );
}

function Closed({ course }: { course: Course }) {
  const { t, i18n } = useTranslation();
  const key = `errors.${course.refusal?.code}`;
  const reason = i18n.exists(key) ? t(key as "errors.full") : course.refusal?.message;
  return <Note tone="warning">{reason ?? t("errors.not_published")}</Note>;
}
