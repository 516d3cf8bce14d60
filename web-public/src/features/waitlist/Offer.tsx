// A seat that is kept for whoever waited: until when it can be answered, what it is and costs, accepting it or not.
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { courseSessionsQuery } from "web-shared/api/classSessions";
import { type Course, textsLanguage, timetableOf } from "web-shared/api/courses";
import { day, number, price } from "web-shared/format/format";
import { labelOf, useLanguages } from "web-shared/taughtLanguages";
import { Icon } from "web-shared/ui/Icon";
import { coveredOf } from "web-shared/ui/sessions/next";
import { PlanLink, SessionCard, SessionPlace } from "web-shared/ui/sessions/SessionCard";
import { WhyPrice } from "web-shared/ui/WhyPrice";
import { CourseScene } from "../../ui/CourseScene";
import scene from "../../ui/CourseScene.module.css";
import { Kicker, Outcome, Refused, useArrival } from "../../ui/Outcome";
import styles from "../../ui/Outcome.module.css";
import type { Entry, SeatOffer } from "./api";
import { announced, dayAndTime, useTimeLeft, weekdayOf } from "./deadline";
import { Pass } from "./dialogs";
import type { StateProps } from "./EntryView";
import { useAccepting } from "./useAccepting";

interface OfferProps extends StateProps {
  /** The time to answer is over. */
  onOver: () => void;
}

export function Offer(props: OfferProps) {
  const { entry, course, offset, onOver, arrived } = props;
  const { t } = useTranslation();
  const heading = useArrival(arrived);
  const languages = useLanguages();
  const { offer } = entry;
  if (!offer) return null;
  const title =
    entry.forAnother && entry.learnerName
      ? t("waitlist.offer.freedFor", { name: entry.learnerName })
      : t("waitlist.offer.freed", { name: entry.firstName });
  if (!course) {
    return (
      <Outcome
        kicker={t("waitlist.panel")}
        title={title}
        text={t("waitlist.line.closed")}
        arrived={arrived}
        actions={<Answers {...props} />}
      />
    );
  }
  const language = languages.of(course.languageCode);
  const taught = `${language ? labelOf(language) : course.language} ${course.level}`;
  const wished = offer.startDate ?? "";
  const starts = wished > course.startDate ? wished : course.startDate;
  return (
    <>
      <CourseScene
        course={course}
        caption={t("waitlist.offer.from", { course: taught, day: day(starts) })}
      >
        <Kicker>{t("waitlist.panel")}</Kicker>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        <p className={scene.lead}>{t("waitlist.offer.lead")}</p>
        <Deadline offer={offer} offset={offset} onOver={onOver} />
        <Answers {...props} />
      </CourseScene>
      <div className={`wrap ${styles.columns}`}>
        <TheCourse entry={entry} course={course} starts={starts} />
        <ThePrice entry={entry} course={course} offer={offer} />
      </div>
    </>
  );
}

interface DeadlineProps {
  offer: SeatOffer;
  offset: number;
  onOver: () => void;
}

/** The deadline large, the rest small: renewed each minute, said aloud at an hour and at ten minutes. */
function Deadline({ offer, offset, onOver }: DeadlineProps) {
  const { t } = useTranslation();
  const { until, hours } = offer;
  const { minutes: left, over } = useTimeLeft(until, offset);
  const said = announced(left);
  const { time } = dayAndTime(until);
  const weekday = weekdayOf(until);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the time is over
  useEffect(() => {
    if (over) onOver();
  }, [over]);

  return (
    <div className={styles.deadline}>
      <Icon name="hourglass-medium" size={30} />
      <div>
        <p className={`num ${styles.until}`}>
          {weekday
            ? t("waitlist.offer.until", { weekday, time })
            : t("waitlist.offer.untilToday", { time })}
        </p>
        <p className={styles.rest}>
          <span role="timer">
            {left >= 60
              ? t("waitlist.offer.rest", {
                  hours: number(Math.floor(left / 60)),
                  minutes: String(left % 60).padStart(2, "0"),
                })
              : t("waitlist.offer.restMinutes", { count: left })}
          </span>{" "}
          {t("waitlist.offer.night", { count: hours })}
        </p>
      </div>
      <span className="hidden" role="status">
        {said !== null && t("waitlist.offer.said", { count: said })}
      </span>
    </div>
  );
}

function Answers({ entry, token, booking }: StateProps) {
  const { t } = useTranslation();
  const [passing, setPassing] = useState(false);
  const { accept, isPending, error } = useAccepting({ entry, token, booking });
  return (
    <>
      <div className={scene.ways}>
        <Button loading={isPending} onClick={accept}>
          {t("waitlist.offer.accept")}
        </Button>
        <Button variant="outline" disabled={isPending} onClick={() => setPassing(true)}>
          {t("waitlist.offer.pass")}
        </Button>
      </div>
      <Refused error={error} />
      <Pass opened={passing} entry={entry} token={token} onClose={() => setPassing(false)} />
    </>
  );
}

interface TheCourseProps {
  entry: Entry;
  course: Course;
  /** The day on which the learner would start. */
  starts: string;
}

/** The first session of what is offered; without dates, when and with whom. */
function TheCourse({ entry, course, starts }: TheCourseProps) {
  const { t } = useTranslation();
  const { data } = useQuery({
    ...courseSessionsQuery(course.id),
    enabled: Boolean(course.sessionsSummary),
  });
  const modules = entry.reservedModuleIds;
  const covered = coveredOf(data ?? [], { from: starts, modules }, Date.now());
  const [first] = covered;
  const lang = textsLanguage(course);
  const what = (
    <>
      <p>
        <b lang={lang}>{course.name}</b>
      </p>
      {entry.moduleTitles.length > 0 && (
        <ul className={styles.modules}>
          {entry.moduleTitles.map((title) => (
            <li key={title} lang={lang}>
              {title}
            </li>
          ))}
        </ul>
      )}
    </>
  );
  return (
    <section>
      <h2>{t("waitlist.offer.course")}</h2>
      {first ? (
        <SessionCard
          session={first}
          label={t("booking.success.firstSession")}
          actions={<PlanLink session={first} />}
        >
          {what}
          {covered.length > 1 && (
            <p className="muted">
              {t("booking.success.moreSessions", {
                count: covered.length - 1,
                day: day(covered.at(-1)?.date ?? first.date),
              })}
            </p>
          )}
          <SessionPlace session={first} />
        </SessionCard>
      ) : (
        <div className={styles.card}>
          {what}
          <p>{t("waitlist.offer.startsOn", { day: day(starts, "full") })}</p>
          <p className={styles.schedule}>{timetableOf(course) ?? course.schedule}</p>
          {course.location && <p lang={lang}>{course.location}</p>}
          {course.teacherName && <p>{course.teacherName}</p>}
        </div>
      )}
    </section>
  );
}

function ThePrice({ entry, course, offer }: { entry: Entry; course: Course; offer: SeatOffer }) {
  const { t } = useTranslation();
  const free = offer.amount === 0;
  const whole =
    entry.reservedModuleIds.length === 0 && !offer.lines.some(({ facts }) => facts) && !free;
  return (
    <aside className={styles.card} aria-labelledby="offer-price">
      <h2 id="offer-price">{t("waitlist.offer.price")}</h2>
      <p className={styles.amount}>{free ? t("catalogue.free") : price(offer.amount)}</p>
      <p className="small muted">
        {whole &&
          typeof course.pricePerHour === "number" &&
          `${t("booking.hoursAndPrice", {
            count: course.totalHours,
            hours: number(course.totalHours),
            price: price(course.pricePerHour),
          })}. `}
        {!free && t("waitlist.offer.fixed")}
      </p>
      <WhyPrice lines={offer.lines} />
      <p className={`small ${styles.onward}`}>
        {t(free ? "waitlist.offer.onwardFree" : "waitlist.offer.onward")}{" "}
        {t("waitlist.offer.ifPassed")}
      </p>
    </aside>
  );
}
