// A timetable out of a file: every line is a session.
import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { day } from "web-shared/format/format";
import { hour } from "web-shared/format/sessions";
import { Icon } from "web-shared/ui/Icon";
import { saveCsv } from "../../ui/csv";
import { ImportDialog as Dialog, ImportFaults } from "../../ui/ImportDialog";
import { type ImportedSession, useImport } from "./api";
import styles from "./Calendar.module.css";

const RULES = ["columns", "course", "date", "place"] as const;
const COLUMNS = "cours;date;heure;durée;salle;professeur;module;lien;remarque";
type Name =
  | ("course" | "date" | "startTime" | "minutes" | "room" | "teacher" | "module" | "meetingUrl")
  | ("note" | "cells");

export function ImportDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Dialog
      title={t("dashboard.timetable.import.title")}
      lead={t("dashboard.timetable.import.lead")}
      rules={RULES.map((rule) => t(`dashboard.timetable.import.rules.${rule}`))}
      template={
        <Button
          variant="subtle"
          size="sm"
          leftSection={<Icon name="download-simple" />}
          onClick={() => saveCsv("emploi-du-temps", new Blob([`\ufeff${COLUMNS}\r\n`]))}
        >
          {t("dashboard.timetable.import.template")}
        </Button>
      }
      useImport={useImport}
      action={(count) => t("dashboard.timetable.import.action", { count })}
      done={(count) => t("dashboard.timetable.import.done", { count })}
      summary={({ created, unchanged }) =>
        t("dashboard.timetable.import.summary", { created, unchanged })
      }
      what={{
        id: "session",
        place: "title",
        header: t("dashboard.timetable.import.session"),
        cell: ({ row: { original } }) => <Session line={original} />,
      }}
      onClose={onClose}
    />
  );
}

function Session({ line }: { line: ImportedSession }) {
  const { t } = useTranslation();
  const { course, date, startTime, room, teacher, warnings, skipped, fields } = line;
  const when = [date && day(date, "full"), startTime && hour(startTime), room, teacher];
  return (
    <div className={styles.imported}>
      <b lang="fr">{course}</b>
      <p>{when.filter(Boolean).join(", ")}</p>
      <ImportFaults
        fields={fields}
        nameOf={(column) => t(`dashboard.timetable.import.columns.${column as Name}`)}
      />
      {fields.length === 0 && warnings.length > 0 && <p>{t("dashboard.timetable.import.small")}</p>}
      {fields.length === 0 && skipped && (
        <p>{t("dashboard.timetable.import.off", { label: skipped.label })}</p>
      )}
    </div>
  );
}
