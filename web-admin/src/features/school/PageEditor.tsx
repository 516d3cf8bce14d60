// The editor of a legal page with the versions published so far.
import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { errorText } from "web-shared/i18n/errors";
import { LeaveGuard } from "web-shared/ui/LeaveGuard";
import { Note } from "web-shared/ui/Scene";
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
  const editing = usePageEditor(slug, versions[0]);
  return (
    <div className={styles.editor}>
      <div className={styles.writing}>
        <DraftFound draft={editing.local} />
        <RichTextField
          label={t("dashboard.pages.text")}
          description={t("dashboard.pages.hint")}
          value={editing.html}
          onChange={editing.edit}
          error={editing.error}
          minHeight={360}
        />
        <div role="alert">
          {editing.failure && (
            <Note tone="danger">
              {t("dashboard.pages.failed")} {errorText(editing.failure)}
            </Note>
          )}
          {editing.theirs && (
            <Note tone="warning">
              <p>{t("dashboard.pages.meanwhile", { number: editing.theirs.number })}</p>
              <div className={styles.actions}>
                <Button variant="outline" onClick={() => editing.goOn("theirs")}>
                  {t("dashboard.pages.takeTheirs")}
                </Button>
                <Button variant="subtle" onClick={() => editing.goOn("mine")}>
                  {t("dashboard.pages.keepMine")}
                </Button>
              </div>
            </Note>
          )}
        </div>
        <DraftKept draft={editing.local} />
        <div className={styles.actions}>
          <Button
            onClick={editing.publish}
            loading={editing.publishing}
            disabled={!editing.unsaved || editing.theirs !== null}
          >
            {t("dashboard.pages.publish")}
          </Button>
          <span>
            {t(editing.unsaved ? "dashboard.pages.unsaved" : "dashboard.pages.unchanged")}
          </span>
        </div>
      </div>
      <Versions slug={slug} versions={versions} />
      <LeaveGuard unsaved={editing.unsaved} onLeave={editing.local.forget} />
    </div>
  );
}
