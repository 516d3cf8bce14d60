// Above a form: what was typed in it before the program ended, to go on with or to throw away.
import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { moment } from "web-shared/format/format";
import { Note } from "web-shared/ui/Scene";
import styles from "./DraftFound.module.css";
import type { LocalDraft } from "./useLocalDraft";

export function DraftFound({ draft: { found, resume, discard } }: { draft: LocalDraft }) {
  const { t } = useTranslation();
  if (!found) return null;
  return (
    <div className={styles.found} role="status">
      <Note>
        <p>{t("dashboard.desktop.draft.found", { moment: moment(found) })}</p>
        <div className={styles.choice}>
          <Button variant="light" size="sm" onClick={resume}>
            {t("dashboard.desktop.draft.resume")}
          </Button>
          <Button variant="subtle" size="sm" onClick={discard}>
            {t("dashboard.desktop.draft.discard")}
          </Button>
        </div>
      </Note>
    </div>
  );
}
