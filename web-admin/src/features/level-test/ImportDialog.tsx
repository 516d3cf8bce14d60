// Questions out of a file.
import { useTranslation } from "react-i18next";
import { ImportDialog as Dialog, ImportFaults } from "../../ui/ImportDialog";
import { useImport } from "./api";
import styles from "./LevelTest.module.css";

const RULES = ["columns", "id", "options", "answers", "gaps", "fixed"] as const;

export function ImportDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Dialog
      title={t("dashboard.levelTest.importTitle")}
      lead={t("dashboard.levelTest.importLead")}
      rules={RULES.map((rule) => t(`dashboard.levelTest.formatRules.${rule}`))}
      useImport={useImport}
      action={(count) => t("dashboard.levelTest.importAction", { count })}
      done={(count) => t("dashboard.levelTest.imported", { count })}
      summary={({ created, updated, unchanged }) =>
        t("dashboard.levelTest.summary", { created, updated, unchanged })
      }
      what={{
        id: "question",
        place: "title",
        header: t("dashboard.content.question.text"),
        cell: ({ row: { original } }) => (
          <div>
            <span className={styles.words} lang="fr">
              {original.question}
            </span>
            <ImportFaults fields={original.fields} />
          </div>
        ),
      }}
      onClose={onClose}
    />
  );
}
