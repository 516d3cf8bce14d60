// The published courses that begin next, with their seats.
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { type Course, textsLanguage } from "web-shared/api/courses";
import { day } from "web-shared/format/format";
import { Seats } from "web-shared/ui/Seats";
import { type Column, Table } from "../../ui/Table";
import { SHOWN, startsQuery } from "./api";
import styles from "./Home.module.css";

export function Starts() {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(startsQuery);
  const columns = useColumns();
  if (error && !data) return null; // told once, above
  return (
    <section className={styles.list}>
      <div className={styles.head}>
        <h2>{t("dashboard.home.starts")}</h2>
        <Link to="/course/list">{t("dashboard.home.allCourses")}</Link>
      </div>
      <Table
        caption={t("dashboard.home.starts")}
        columns={columns}
        rows={data?.slice(0, SHOWN)}
        keyOf={({ id }) => id}
        error={error}
        onRetry={() => void refetch()}
        empty={t("dashboard.home.noStarts")}
        size="medium"
      />
    </section>
  );
}

function useColumns(): Column<Course>[] {
  const { t } = useTranslation();
  return [
    {
      id: "name",
      place: "title",
      header: t("dashboard.home.course"),
      cell: ({ row: { original } }) => (
        <Link to={`/course/edit/${original.id}`} lang={textsLanguage(original)}>
          {original.name}
        </Link>
      ),
    },
    {
      id: "language",
      header: t("dashboard.home.language"),
      cell: ({ row: { original } }) => (
        <span className={styles.language} data-language={original.languageCode}>
          {original.language} {original.level}
        </span>
      ),
    },
    {
      id: "start",
      header: t("dashboard.home.start"),
      cell: ({ row: { original } }) => (
        <span className={styles.short}>{day(original.startDate, "medium")}</span>
      ),
    },
    {
      id: "seats",
      place: "aside",
      header: t("dashboard.home.seats"),
      cell: ({ row: { original } }) =>
        original.capacity ? (
          <span data-language={original.languageCode}>
            <Seats left={original.seatsLeft} capacity={original.capacity} />
          </span>
        ) : (
          t("dashboard.home.unlimited")
        ),
    },
  ];
}
