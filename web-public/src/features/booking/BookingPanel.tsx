// Beside a course: what it costs, what may be chosen, from when. It opens the selection with its choice filled in.
// While its button is out of view, a bar at the foot of the screen does the same.
import { Button } from "@mantine/core";
import { lazy, type ReactNode, Suspense, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Course } from "web-shared/api/courses";
import { day, number, price, today } from "web-shared/format/format";
import { DayInput } from "web-shared/ui/DayInput";
import { FormerPrice } from "web-shared/ui/FormerPrice";
import { lazyDialog } from "web-shared/ui/lazyDialog";
import { Note } from "web-shared/ui/Scene";
import { Seats } from "web-shared/ui/Seats";
import type { ModulePrice } from "web-shared/ui/WhyPrice";
import { FootBar, SidePanel } from "../../ui/SidePanel";
import panel from "../../ui/SidePanel.module.css";
import { StartLine } from "../../ui/StartLine";
import { usePlace } from "../../ui/usePlace";
import styles from "./BookingPanel.module.css";
import { readCheckout } from "./checkout";
import { readDraft } from "./draft";
import { Formula } from "./Formula";
import { lastStart, type Problem } from "./selection";
import { type LatePrices, useHydrated, useLatePrices } from "./useLatePrices";
import { useSelection } from "./useSelection";

const SelectionDialog = lazyDialog(() =>
  import("./SelectionDialog").then((module) => module.SelectionDialog),
);

const WhyPrice = lazy(async () => {
  const { WhyPrice } = await import("web-shared/ui/WhyPrice");
  return { default: WhyPrice };
});

interface BookingPanelProps {
  course: Course;
  /** Told what the modules cost whoever starts on the chosen day; null: their whole prices. */
  onPrices?: (modules: ModulePrice[] | null) => void;
  /** What else the reader should know before booking. */
  notice?: ReactNode;
}

export function BookingPanel({ course, onPrices, notice }: BookingPanelProps) {
  const { t } = useTranslation();
  const [button, place] = usePlace();
  const { selection, change, opened, setOpened } = useSelection(course);
  const late = useLatePrices(course, selection.date);
  // Another day may be refused: an earlier one can still be chosen.
  const over = late.over && selection.date <= today();
  const bookable = course.bookable && !over;
  const modules = late.line?.facts.modules ?? null;
  useEffect(() => onPrices?.(modules), [modules, onPrices]);

  return (
    <>
      <SidePanel label={t("booking.panel")}>
        <Price course={course} late={late} />
        <Pending course={course} />
        {notice}
        {bookable ? (
          <div className={`${panel.body} ${styles.body}`}>
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
              problem={late.over ? "errors.sessions_over" : null}
            />
            {late.line && (
              <Suspense>
                <WhyPrice lines={[late.line]} />
              </Suspense>
            )}
            <Button ref={button} fullWidth onClick={() => setOpened(true)}>
              {t("booking.enrol")}
            </Button>
            <p className={panel.caption}>
              {t(course.free ? "booking.freeHint" : "booking.heldHint")}
            </p>
          </div>
        ) : (
          <div className={panel.body}>
            <Closed course={course} over={over} />
          </div>
        )}
      </SidePanel>
      {bookable && (
        <FootBar
          place={place}
          title={
            <>
              {course.free ? t("catalogue.free") : price(late.course.price)}
              {late.line && <FormerPrice full={course.price} />}
            </>
          }
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
  // The server knows no tab.
  const hydrated = useHydrated();
  const draft = hydrated ? readDraft() : null;
  const pending = hydrated && readCheckout() !== null && draft?.courseId === course.id;
  if (!pending) return null;
  return (
    <div className={styles.pending}>
      <Note>
        <Link to={`/reservation/${draft?.offered ? "details" : "confirmation"}`}>
          {t("booking.resume")}
        </Link>
      </Note>
    </div>
  );
}

function Price({ course, late }: { course: Course; late: LatePrices }) {
  const { t } = useTranslation();
  return (
    <div className={panel.head}>
      <p className={panel.price}>
        {course.free ? t("catalogue.free") : price(late.course.price)}
        {late.line && <FormerPrice full={course.price} />}
      </p>
      <p className={panel.caption}>
        <Amount course={course} late={late} />
      </p>
      {late.unknown && <p className={panel.caption}>{t("price.late")}</p>}
      <Seats left={course.seatsLeft} capacity={course.capacity} />
      <StartLine course={course} />
    </div>
  );
}

/** How much one gets: the sessions that are left, or the hours of the whole course. */
function Amount({ course, late: { line } }: { course: Course; late: LatePrices }) {
  const { t } = useTranslation();
  if (line) {
    const { sessions, sessionsLeft } = line.facts;
    return t("price.coming", { count: sessionsLeft, sessions });
  }
  const hours = { count: course.totalHours, hours: number(course.totalHours) };
  return typeof course.pricePerHour === "number" && !course.free
    ? t("booking.hoursAndPrice", { ...hours, price: price(course.pricePerHour) })
    : t("catalogue.hoursLong", hours);
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
