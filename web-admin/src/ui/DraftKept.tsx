// Below the buttons of a form of the desktop app, which do not move when it appears: whether what is typed is kept on this
// computer. Said aloud only when that changes for the worse, and when it is well again: not at every pause.
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { clock } from "web-shared/format/format";
import { Icon } from "web-shared/ui/Icon";
import styles from "./DraftFound.module.css";
import type { LocalDraft } from "./useLocalDraft";

export function DraftKept({ draft: { kept } }: { draft: LocalDraft }) {
  const { t } = useTranslation();
  const failed = kept === "failed";
  const [hasFailed, setHasFailed] = useState(false);
  if (failed && !hasFailed) setHasFailed(true);
  return (
    <>
      {kept && !failed && (
        <p className={styles.kept}>
          <Icon name="check-bold" size={16} />
          {t("dashboard.desktop.draft.kept", { time: clock(localTime(kept.at)) })}
        </p>
      )}
      <p
        className={failed ? styles.kept : "hidden"}
        data-failed={failed || undefined}
        role="status"
      >
        {failed && <Icon name="warning-circle-fill" size={18} />}
        {failed && t("dashboard.desktop.draft.notKept")}
        {hasFailed && kept && !failed && t("dashboard.desktop.draft.keptAgain")}
      </p>
    </>
  );
}

/** As the clock of this computer shows it. */
function localTime(at: Date): string {
  return [at.getHours(), at.getMinutes()].map((part) => String(part).padStart(2, "0")).join(":");
}
