// Above a form: what was typed in it before the program ended, to go on with or to throw away.
import { Button } from "@mantine/core";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { moment } from "web-shared/format/format";
import { Note } from "web-shared/ui/Scene";
import styles from "./DraftFound.module.css";
import type { LocalDraft } from "./useLocalDraft";

const FIELDS = "input:not([type=hidden]), textarea, [contenteditable=true]";

export function DraftFound({ draft: { found, resume, discard } }: { draft: LocalDraft }) {
  const { t } = useTranslation();
  const place = useRef<HTMLDivElement>(null);
  if (!found) return null;

  // The buttons go with the choice: one writes on in the form.
  function decide(choose: () => void) {
    const form = place.current?.parentElement;
    choose();
    requestAnimationFrame(() => form?.querySelector<HTMLElement>(FIELDS)?.focus());
  }

  return (
    <div className={styles.found} role="status" ref={place}>
      <Note>
        <p>{t("dashboard.desktop.draft.found", { moment: moment(found) })}</p>
        <div className={styles.choice}>
          <Button variant="light" size="sm" onClick={() => decide(resume)}>
            {t("dashboard.desktop.draft.resume")}
          </Button>
          <Button variant="subtle" size="sm" onClick={() => decide(discard)}>
            {t("dashboard.desktop.draft.discard")}
          </Button>
        </div>
      </Note>
    </div>
  );
}
