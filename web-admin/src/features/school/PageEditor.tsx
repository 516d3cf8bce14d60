// The editor of a legal page with the versions published so far.
import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { errorText, fieldError } from "web-shared/i18n/errors";
import { LeaveGuard } from "web-shared/ui/LeaveGuard";
import { Note } from "web-shared/ui/Scene";
import { Conflict } from "../../ui/Conflict";
import { DraftFound } from "../../ui/DraftFound";
import { DraftKept } from "../../ui/DraftKept";
import { RichTextField } from "../../ui/RichTextField";
import type { PageVersion, Slug } from "./api";
import styles from "./School.module.css";
import { usePageEditor } from "./usePageEditor";
import { Versions } from "./Versions";

interface PageEditorProps {
  slug: Slug;
  /** The newest first. */
  versions: PageVersion[];
}

export function PageEditor({ slug, versions }: PageEditorProps) {
  const { t } = useTranslation();
  const form = usePageEditor(slug, versions[0]);
  const { draft, unsaved, error, conflict } = form;
  const label = t("dashboard.pages.text");
  return (
    <div className={styles.editor}>
      <div className={styles.writing}>
        <DraftFound draft={form.local} />
        <RichTextField
          label={label}
          description={t("dashboard.pages.hint")}
          value={draft.html}
          onChange={(html) => form.set({ html })}
          error={form.problemAt("html")}
          minHeight={360}
        />
        <div role="alert">
          {error && !fieldError(error, "html") && (
            <Note tone="danger">
              {t("dashboard.pages.failed")} {errorText(error)}
            </Note>
          )}
        </div>
        <div className={styles.actions}>
          <Button onClick={form.submit} loading={form.saving} disabled={!unsaved}>
            {t("dashboard.pages.publish")}
          </Button>
          <span>{t(unsaved ? "dashboard.pages.unsaved" : "dashboard.pages.unchanged")}</span>
        </div>
        <DraftKept draft={form.local} />
      </div>
      <Versions slug={slug} versions={versions} />
      <LeaveGuard {...form.guard} />
      {conflict && (
        <Conflict
          conflict={conflict}
          who={t("dashboard.pages.meanwhile", { number: conflict.row.number })}
          labelOf={() => label}
        />
      )}
    </div>
  );
}
