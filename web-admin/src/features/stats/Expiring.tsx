// Whose access ends within sixty days, the first to end first.
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { day, today } from "web-shared/format/format";
import { Tag } from "web-shared/ui/Tag";
import { type Column, Table } from "../../ui/Table";
import type { ExpiringAccess } from "./api";
import { daysBetween } from "./figures";
import { Section } from "./Section";
import styles from "./Stats.module.css";

const SOON = 30; // days

export function Expiring({ all }: { all: ExpiringAccess[] }) {
  const { t } = useTranslation();
  const left = ({ accessExpiresAt }: ExpiringAccess) => daysBetween(today(), accessExpiresAt);
  const soon = all.filter((one) => left(one) <= SOON).length;
  const columns: Column<ExpiringAccess>[] = [
    {
      id: "learner",
      place: "title",
      header: t("dashboard.stats.expiring.learner"),
      cell: ({ row: { original } }) => (
        <Link
          to={`/sales/subscriptions?${new URLSearchParams({ q: original.learner, courseId: String(original.courseId) })}`}
        >
          {original.learner}
        </Link>
      ),
    },
    {
      id: "course",
      long: true,
      header: t("dashboard.stats.expiring.course"),
      cell: ({ row: { original } }) => <span lang="fr">{original.courseName}</span>,
    },
    {
      id: "end",
      header: t("dashboard.stats.expiring.end"),
      cell: ({ row: { original } }) => day(original.accessExpiresAt),
    },
    {
      id: "left",
      place: "tag",
      header: t("dashboard.stats.expiring.left"),
      cell: ({ row: { original } }) => (
        <Tag tone={left(original) <= SOON ? "warning" : "neutral"}>
          {t("dashboard.stats.expiring.days", { count: left(original) })}
        </Tag>
      ),
    },
    {
      id: "state",
      header: t("dashboard.stats.expiring.state"),
      cell: ({ row: { original } }) =>
        t(`dashboard.stats.expiring.${original.completed ? "completed" : "underWay"}`),
    },
  ];
  return (
    <Section
      title={t("dashboard.stats.expiring.title")}
      hint={
        all.length > 0 && t("dashboard.stats.expiring.hint", { soon, later: all.length - soon })
      }
      file={{
        name: "acces-qui-se-terminent",
        header: columns.map(({ header }) => header),
        lines: all.map((one) => [
          one.learner,
          one.courseName,
          one.accessExpiresAt,
          left(one),
          t(`dashboard.stats.expiring.${one.completed ? "completed" : "underWay"}`),
        ]),
      }}
    >
      <div className={styles.expiring}>
        <Table
          caption={t("dashboard.stats.expiring.title")}
          columns={columns}
          rows={all}
          keyOf={({ subscriptionId }) => subscriptionId}
          error={null}
          onRetry={() => {}}
          empty={t("dashboard.stats.expiring.none")}
          size="medium"
        />
      </div>
    </Section>
  );
}
