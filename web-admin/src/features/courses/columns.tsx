// What the list says of each course, and what can be done with it.
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { type Course, textsLanguage } from "web-shared/api/courses";
import { briefRange, dayRange, price } from "web-shared/format/format";
import { labelOf, useLanguages } from "web-shared/taughtLanguages";
import { SeatArches } from "web-shared/ui/Seats";
import { Plaque, Tag, type Tone } from "web-shared/ui/Tag";
import type { Column } from "../../ui/Table";
import { Taught } from "../../ui/Taught";
import { CourseActions } from "./CourseActions";
import styles from "./Courses.module.css";
import type { Asked } from "./CoursesPage";
import { STATUSES } from "./filters";

const TONES: Record<Course["status"], Tone> = {
  DRAFT: "warning",
  PUBLISHED: "success",
  ARCHIVED: "neutral",
};

export function Status({ status }: Pick<Course, "status">) {
  const { t } = useTranslation();
  return <Tag tone={TONES[status]}>{t(`dashboard.courses.is.${status}`)}</Tag>;
}

export function useColumns(onAsk: (asked: Asked) => void): Column<Course>[] {
  const { t } = useTranslation();
  return [
    {
      id: "niche",
      header: t("dashboard.courses.level"),
      place: "lead",
      only: "card",
      cell: ({ row: { original } }) => (
        <span {...colourOf(original)}>
          <Plaque niche level={original.level} />
        </span>
      ),
    },
    {
      id: "name",
      header: t("dashboard.courses.name"),
      place: "title",
      sortBy: ({ name }) => name,
      cell: ({ row: { original } }) => <Name course={original} />,
      card: (course) => <NameLink course={course} />,
    },
    {
      id: "type",
      header: t("dashboard.courses.type"),
      only: "wide",
      sortBy: ({ type }) => type,
      cell: ({ row: { original } }) => <Tag>{t(`dashboard.courses.types.${original.type}`)}</Tag>,
    },
    {
      id: "language",
      header: t("dashboard.courses.language"),
      sortBy: ({ language }) => language,
      cell: ({ row: { original } }) => (
        <Taught code={original.languageCode} name={original.language} />
      ),
      card: (course) => <Facts course={course} />,
    },
    {
      id: "level",
      header: t("dashboard.courses.level"),
      only: "table",
      sortBy: ({ level }) => level,
      cell: ({ row: { original } }) => original.level,
    },
    {
      id: "price",
      header: t("dashboard.courses.price"),
      only: "table",
      numeric: true,
      sortBy: ({ price, free }) => (free ? 0 : price),
      cell: ({ row: { original } }) =>
        original.free ? t("catalogue.free") : price(original.price),
    },
    {
      id: "seats",
      header: t("dashboard.courses.seats"),
      place: "aside",
      sortBy: ({ seatsLeft }) => seatsLeft ?? Number.MAX_SAFE_INTEGER,
      cell: ({ row: { original } }) => <Places course={original} />,
      card: (course) => <Places course={course} drawn />,
    },
    {
      id: "status",
      header: t("dashboard.courses.status"),
      place: "tag",
      sortBy: ({ status }) => STATUSES.indexOf(status),
      cell: ({ row: { original } }) => <Status status={original.status} />,
    },
    {
      id: "actions",
      header: t("dashboard.table.actions"),
      place: "actions",
      cell: ({ row: { original } }) => <CourseActions course={original} onAsk={onAsk} />,
    },
  ];
}

/** Of its language; an archived one has lost it. */
function colourOf({ status, languageCode }: Course) {
  return status === "ARCHIVED"
    ? { className: styles.colourless }
    : { "data-language": languageCode };
}

function NameLink({ course }: { course: Course }) {
  return (
    <Link
      to={`/course/edit/${course.id}`}
      lang={textsLanguage(course)}
      className={course.status === "ARCHIVED" ? styles.archived : undefined}
    >
      {course.name}
    </Link>
  );
}

function Name({ course }: { course: Course }) {
  return (
    <div className={styles.name}>
      <NameLink course={course} />
      <small>{dayRange(course.startDate, course.endDate)}</small>
    </div>
  );
}

/** On a card: what is taught, where, when. */
function Facts({ course }: { course: Course }) {
  const { t } = useTranslation();
  const { languageCode, language, type, startDate, endDate } = course;
  const taught = useLanguages().of(languageCode);
  return (
    <span className={styles.cardFacts}>
      <b {...colourOf(course)}>{taught ? labelOf(taught) : language}</b>
      <span className={styles.type}>{t(`dashboard.courses.types.${type}`)}</span>
      <span>{briefRange(startDate, endDate)}</span>
    </span>
  );
}

interface PlacesProps {
  course: Course;
  /** With an arch for each seat. */
  drawn?: boolean;
}

/** Seats taken of those there are. */
function Places({ course, drawn = false }: PlacesProps) {
  const { t } = useTranslation();
  const { capacity, seatsLeft } = course;
  if (typeof capacity !== "number" || typeof seatsLeft !== "number") {
    return <span className="muted">{t("dashboard.courses.unlimited")}</span>;
  }
  const taken = capacity - seatsLeft;
  const words = (
    <>
      {seatsLeft === 0 ? t("seats.full") : t("dashboard.courses.taken", { taken, capacity })}
      <InLine course={course} />
    </>
  );
  if (!drawn) return words;
  return (
    <span {...colourOf(course)}>
      <SeatArches taken={taken} capacity={capacity}>
        {words}
      </SeatArches>
    </span>
  );
}

/** How many wait for a seat, with the way to them. */
function InLine({ course: { id, name, waiting } }: { course: Course }) {
  const { t } = useTranslation();
  if (!waiting) return null;
  const words = t("dashboard.courses.waiting", { count: waiting });
  return (
    <Link
      to={`/course/${id}/places`}
      className={styles.waiting}
      aria-label={t("dashboard.courses.waitingOf", { words, name })}
    >
      {words}
    </Link>
  );
}
