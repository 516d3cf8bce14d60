// Beside a course: what it costs, what may be chosen, from when. It opens the selection with its choice filled in.
// While its button is out of view, a bar at the foot of the screen does the same.
import { Button } from "@mantine/core";
import { type ReactNode, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Course } from "web-shared/api/courses";
import { day, number, price, today } from "web-shared/format/format";
import { DayInput } from "web-shared/ui/DayInput";
import { lazyDialog } from "web-shared/ui/lazyDialog";
import { Note } from "web-shared/ui/Scene";
import { Seats } from "web-shared/ui/Seats";
import { WhyPrice } from "web-shared/ui/WhyPrice";
import { FootBar, SidePanel } from "../../ui/SidePanel";
import panel from "../../ui/SidePanel.module.css";
import { usePlace } from "../../ui/usePlace";
import styles from "./BookingPanel.module.css";
import { readCheckout } from "./checkout";
import { readDraft } from "./draft";
import { Formula } from "./Formula";
import { lastStart, type Problem } from "./selection";
import { type LatePrices, useLatePrices } from "./useLatePrices";
import { useSelection } from "./useSelection";

const SelectionDialog = lazyDialog(() =>
  import("./SelectionDialog").then((module) => module.SelectionDialog),
);

interface BookingPanelProps {
  course: Course;
  /** What else the reader should know before booking. */
  notice?: ReactNode;
}

export function BookingPanel({ course, notice }: BookingPanelProps) {
  const { t } = useTranslation();
  const [button, place] = usePlace();
  const { selection, change, opened, setOpened } = useSelection(course);
  const late = useLatePrices(course, selection.date);
  const bookable = course.bookable && !late.over;

  return (
    <>
      <SidePanel label={t("booking.panel")}>
        <Price course={course} late={late} />
        <Pending course={course} />
        {notice}
        {bookable ? (
          <div className={panel.body}>
            {course.modules.length > 0 && (
              <Formula
                course={late.course}
                ended={late.ended}
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
            <p className={panel.caption}>
              {t(course.free ? "booking.freeHint" : "booking.heldHint")}
            </p>
          </div>
        ) : (
          <div className={panel.body}>
            <Closed course={course} over={late.over} />
          </div>
        )}
      </SidePanel>
      {bookable && (
        <FootBar
          place={place}
          title={course.free ? t("catalogue.free") : price(late.course.price)}
          note={
            typeof course.seatsLeft === "number" && t("seats.left", { count: course.seatsLeft })
          }
        >
          <Button onClick={() => setOpened(true)}>{t("booking.enrolShort")}</Button>
        </FootBar>
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
export function Pending({ course }: { course: Course }) {
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

function Price({ course, late }: { course: Course; late: LatePrices }) {
  const { t } = useTranslation();
  return (
    <div className={panel.head}>
      <p className={panel.price}>{course.free ? t("catalogue.free") : price(late.course.price)}</p>
      {late.line && (
        <>
          <p className={panel.caption}>{t("price.late")}</p>
          <WhyPrice lines={[late.line]} />
        </>
      )}
      <p className={panel.caption}>
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

function Closed({ course, over }: { course: Course; over: boolean }) {
  const { t, i18n } = useTranslation();
  const key = `errors.${over ? "sessions_over" : course.refusal?.code}`;
  const reason = i18n.exists(key) ? t(key as "errors.full") : course.refusal?.message;
  return <Note tone="warning">{reason ?? t("errors.not_published")}</Note>;
}
