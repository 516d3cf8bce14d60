// Questions out of a file: chosen or dropped, first only read and reported row by row, then imported.
import { Button } from "@mantine/core";
import { type DragEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { errorText } from "web-shared/i18n/errors";
import { DialogActions } from "web-shared/ui/Confirm";
import { Dialog } from "web-shared/ui/Dialog";
import { Icon } from "web-shared/ui/Icon";
import { notifySuccess } from "web-shared/ui/notify";
import { Note, Waiting } from "web-shared/ui/Scene";
import { type Report, useImport } from "./api";
import { ImportReport } from "./ImportReport";
import styles from "./LevelTest.module.css";

export function ImportDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const [file, setFile] = useState<File | null>(null);
  const trial = useImport();
  const real = useImport();
  const report = trial.data;
  const error = trial.error ?? real.error;
  const changes = report ? report.created + report.updated : 0;

  function read(chosen: File) {
    setFile(chosen);
    real.reset();
    trial.mutate({ file: chosen, dryRun: true });
  }

  function take() {
    if (!file || real.isPending) return;
    real.mutate(
      { file, dryRun: false },
      {
        onSuccess: ({ created, updated }) => {
          notifySuccess(t("dashboard.levelTest.imported", { count: created + updated }));
          onClose();
        },
        // Somebody may have changed a question since: the rows are looked at again.
        onError: () => trial.mutate({ file, dryRun: true }),
      },
    );
  }

  return (
    <Dialog onClose={onClose} size="xl" title={t("dashboard.levelTest.importTitle")}>
      <div className={styles.import}>
        <p>{t("dashboard.levelTest.importLead")}</p>
        <Drop file={file} onFile={read} />
        <Format />
        <div role="alert">
          {error && (
            <Note tone="danger">
              {t("dashboard.levelTest.importFailed")} {errorText(error)}
            </Note>
          )}
        </div>
        {trial.isPending && <Waiting>{null}</Waiting>}
        {report && <ImportReport report={report} />}
      </div>
      <DialogActions>
        <Button variant="outline" onClick={onClose}>
          {t("dashboard.reference.cancel")}
        </Button>
        <Button loading={real.isPending} disabled={!isReady(report, changes)} onClick={take}>
          {changes > 0
            ? t("dashboard.levelTest.importAction", { count: changes })
            : t("dashboard.levelTest.import")}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

const isReady = (report: Report | undefined, changes: number) =>
  report !== undefined && report.errors === 0 && changes > 0;

interface DropProps {
  file: File | null;
  onFile: (file: File) => void;
}

function Drop({ file, onFile }: DropProps) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);

  function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    const [dropped] = event.dataTransfer.files;
    if (dropped) onFile(dropped);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut; the button does the same
    <div
      className={styles.drop}
      data-over={over || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <input
        ref={input}
        type="file"
        accept=".csv,text/csv"
        hidden
        onChange={(event) => {
          const [chosen] = event.currentTarget.files ?? [];
          if (chosen) onFile(chosen);
          event.currentTarget.value = ""; // the same file, corrected, may be chosen again
        }}
      />
      <Button
        variant="light"
        leftSection={<Icon name="arrow-up-bold" size={16} />}
        onClick={() => input.current?.click()}
      >
        {t("dashboard.levelTest.chooseFile")}
      </Button>
      <span role="status">{file ? file.name : t("dashboard.levelTest.dropFile")}</span>
    </div>
  );
}

function Format() {
  const { t } = useTranslation();
  return (
    <details className={styles.format}>
      <summary>{t("dashboard.levelTest.format")}</summary>
      <ul>
        {(["columns", "id", "options", "answers", "gaps"] as const).map((rule) => (
          <li key={rule}>{t(`dashboard.levelTest.formatRules.${rule}`)}</li>
        ))}
      </ul>
    </details>
  );
}
