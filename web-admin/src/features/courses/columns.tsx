// What the list says of each course, and what can be done with it.
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { type Course, textsLanguage } from "web-shared/api/courses";
import { dayRange, price } from "web-shared/format/format";
import { Tag, type Tone } from "web-shared/ui/Tag";
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
      id: "name",
      header: t("dashboard.courses.name"),
      sortBy: ({ name }) => name,
      cell: ({ row: { original } }) => <Name course={original} />,
    },
    {
      id: "type",
      header: t("dashboard.courses.type"),
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
    },
    {
      id: "level",
      header: t("dashboard.courses.level"),
      sortBy: ({ level }) => level,
      cell: ({ row: { original } }) => original.level,
    },
    {
      id: "price",
      header: t("dashboard.courses.price"),
      numeric: true,
      sortBy: ({ price, free }) => (free ? 0 : price),
      cell: ({ row: { original } }) =>
        original.free ? t("catalogue.free") : price(original.price),
    },
    {
      id: "seats",
      header: t("dashboard.courses.seats"),
      sortBy: ({ seatsLeft }) => seatsLeft ?? Number.MAX_SAFE_INTEGER,
      cell: ({ row: { original } }) => <Places course={original} />,
    },
    {
      id: "status",
      header: t("dashboard.courses.status"),
      sortBy: ({ status }) => STATUSES.indexOf(status),
      cell: ({ row: { original } }) => <Status status={original.status} />,
    },
    {
      id: "actions",
      header: t("dashboard.table.actions"),
      cell: ({ row: { original } }) => <CourseActions course={original} onAsk={onAsk} />,
    },
  ];
}

function Name({ course }: { course: Course }) {
  const { id, name, startDate, endDate } = course;
  return (
    <div className={styles.name}>
      <Link to={`/course/edit/${id}`} lang={textsLanguage(course)}>
        {name}
      </Link>
      <small>{dayRange(startDate, endDate)}</small>
    </div>
  );
}

/** Seats taken of those there are. */
function Places({ course: { capacity, seatsLeft } }: { course: Course }) {
  const { t } = useTranslation();
  if (typeof capacity !== "number" || typeof seatsLeft !== "number") {
    return <span className="muted">{t("dashboard.courses.unlimited")}</span>;
  }
  if (seatsLeft === 0) return t("seats.full");
  return t("dashboard.courses.taken", { taken: capacity - seatsLeft, capacity });
}
