// What a file would do, row by row: what is to be corrected, or what would come and change.
import { useTranslation } from "react-i18next";
import { fieldText } from "web-shared/i18n/errors";
import { Note } from "web-shared/ui/Scene";
import { Tag, type Tone } from "web-shared/ui/Tag";
import { type Column, Table } from "../../ui/Table";
import type { Report, ReportLine } from "./api";
import styles from "./LevelTest.module.css";

const TONES: Record<ReportLine["outcome"], Tone> = {
  created: "success",
  updated: "accent",
  unchanged: "neutral",
  error: "danger",
};

export function ImportReport({ report }: { report: Report }) {
  const { t } = useTranslation();
  const { errors, created, updated, unchanged } = report;
  const summary = { created, updated, unchanged };
  return (
    <div role="status" className={styles.report}>
      <Note tone={errors > 0 ? "danger" : "success"}>
        {errors > 0
          ? t("dashboard.levelTest.toCorrect", { count: errors })
          : t("dashboard.levelTest.summary", summary)}
      </Note>
      <Table
        caption={t("dashboard.levelTest.report")}
        columns={useColumns()}
        rows={shownOf(report)}
        keyOf={({ line }) => line}
        error={null}
        onRetry={() => {}}
        empty={t("dashboard.levelTest.nothingNew")}
        size="medium"
      />
    </div>
  );
}

/** While something is wrong only that is shown; rows that change nothing never are. */
function shownOf({ lines, errors }: Report): ReportLine[] {
  return lines.filter(({ outcome }) =>
    errors > 0 ? outcome === "error" : outcome !== "unchanged",
  );
}

function useColumns(): Column<ReportLine>[] {
  const { t } = useTranslation();
  return [
    {
      id: "line",
      labelled: true,
      header: t("dashboard.levelTest.line"),
      numeric: true,
      cell: ({ row: { original } }) => original.line,
    },
    {
      id: "outcome",
      place: "tag",
      header: t("dashboard.levelTest.outcome"),
      cell: ({ row: { original } }) => (
        <Tag tone={TONES[original.outcome]}>
          {t(`dashboard.levelTest.outcomes.${original.outcome}`)}
        </Tag>
      ),
    },
    {
      id: "question",
      place: "title",
      header: t("dashboard.content.question.text"),
      cell: ({ row: { original } }) => (
        <div>
          <span className={styles.words} lang="fr">
            {original.question}
          </span>
          {original.fields.map((field) => (
            <p key={field.name} className={styles.fault}>
              {field.name && <code>{field.name}</code>} {fieldText(field)}
            </p>
          ))}
        </div>
      ),
    },
  ];
}
