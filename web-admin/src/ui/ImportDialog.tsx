// A file that is imported: chosen or dropped, first only read and reported row by row, then written.
import { Button } from "@mantine/core";
import type { UseMutationResult } from "@tanstack/react-query";
import { type DragEvent, type ReactNode, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { errorText, fieldText } from "web-shared/i18n/errors";
import { DialogActions } from "web-shared/ui/Confirm";
import { Dialog } from "web-shared/ui/Dialog";
import { Icon } from "web-shared/ui/Icon";
import { notifySuccess } from "web-shared/ui/notify";
import { Note, Waiting } from "web-shared/ui/Scene";
import { Tag, type Tone } from "web-shared/ui/Tag";
import styles from "./ImportDialog.module.css";
import { type Column, Table } from "./Table";

type Fault = Parameters<typeof fieldText>[0] & { name: string };

export interface ImportLine {
  line: number;
  outcome: "created" | "updated" | "unchanged" | "error";
  fields: Fault[];
}

export interface ImportReport {
  dryRun: boolean;
  created: number;
  updated?: number;
  errors: number;
  lines: ImportLine[];
}

type LineOf<R extends ImportReport> = R["lines"][number];

interface ImportDialogProps<R extends ImportReport> {
  title: string;
  lead: string;
  /** How the file is filled, a rule each. */
  rules: string[];
  /** Beside the choice of a file: a template to begin with. */
  template?: ReactNode;
  useImport: () => UseMutationResult<R, Error, { file: File; dryRun: boolean }>;
  /** "Import 3 questions"; "3 questions were imported." */
  action: (count: number) => string;
  done: (count: number) => string;
  summary: (report: R) => string;
  /** The column that says what a row is. */
  what: Column<LineOf<R>>;
  onClose: () => void;
}

const changesOf = ({ created, updated = 0 }: { created: number; updated?: number }) =>
  created + updated;

export function ImportDialog<R extends ImportReport>(props: ImportDialogProps<R>) {
  const { t } = useTranslation();
  const [file, setFile] = useState<File | null>(null);
  const trial = props.useImport();
  const real = props.useImport();
  const report = trial.data;
  const error = trial.error ?? real.error;
  const changes = report ? changesOf(report) : 0;

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
        onSuccess: (written) => {
          notifySuccess(props.done(changesOf(written)));
          props.onClose();
        },
        // Somebody may have changed something since: the rows are looked at again.
        onError: () => trial.mutate({ file, dryRun: true }),
      },
    );
  }

  return (
    <Dialog onClose={props.onClose} size="xl" title={props.title}>
      <div className={styles.import}>
        <p>{props.lead}</p>
        <Drop file={file} onFile={read} />
        <details className={styles.format}>
          <summary>{t("dashboard.import.format")}</summary>
          <ul>
            {props.rules.map((rule) => (
              <li key={rule}>{rule}</li>
            ))}
          </ul>
          {props.template}
        </details>
        <div role="alert">
          {error && (
            <Note tone="danger">
              {t("dashboard.import.importFailed")} {errorText(error)}
            </Note>
          )}
        </div>
        {trial.isPending && <Waiting>{null}</Waiting>}
        {report && <Report report={report} summary={props.summary(report)} what={props.what} />}
      </div>
      <DialogActions>
        <Button variant="outline" onClick={props.onClose}>
          {t("dashboard.reference.cancel")}
        </Button>
        <Button
          loading={real.isPending}
          disabled={!report || report.errors > 0 || changes === 0}
          onClick={take}
        >
          {changes > 0 ? props.action(changes) : t("dashboard.import.import")}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

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
        {t("dashboard.import.chooseFile")}
      </Button>
      <span role="status">{file ? file.name : t("dashboard.import.dropFile")}</span>
    </div>
  );
}

const TONES: Record<ImportLine["outcome"], Tone> = {
  created: "success",
  updated: "accent",
  unchanged: "neutral",
  error: "danger",
};

interface ReportProps<R extends ImportReport> {
  report: R;
  summary: string;
  what: Column<LineOf<R>>;
}

/** What a file would do, row by row: what is to be corrected, or what would come and change. */
function Report<R extends ImportReport>({ report, summary, what }: ReportProps<R>) {
  const { t } = useTranslation();
  const { errors } = report;
  const lines: LineOf<R>[] = report.lines;
  return (
    <div role="status" className={styles.report}>
      <Note tone={errors > 0 ? "danger" : "success"}>
        {errors > 0 ? t("dashboard.import.toCorrect", { count: errors }) : summary}
      </Note>
      <Table
        caption={t("dashboard.import.report")}
        columns={[...useColumns<LineOf<R>>(), what]}
        // While something is wrong only that is shown; rows that change nothing never are.
        rows={lines.filter(({ outcome }) =>
          errors > 0 ? outcome === "error" : outcome !== "unchanged",
        )}
        keyOf={({ line }) => line}
        error={null}
        onRetry={() => {}}
        empty={t("dashboard.import.nothingNew")}
        size="medium"
      />
    </div>
  );
}

function useColumns<L extends ImportLine>(): Column<L>[] {
  const { t } = useTranslation();
  return [
    {
      id: "line",
      labelled: true,
      header: t("dashboard.import.line"),
      numeric: true,
      cell: ({ row: { original } }) => original.line,
    },
    {
      id: "outcome",
      place: "tag",
      header: t("dashboard.import.outcome"),
      cell: ({ row: { original } }) => (
        <Tag tone={TONES[original.outcome]}>
          {t(`dashboard.import.outcomes.${original.outcome}`)}
        </Tag>
      ),
    },
  ];
}

interface FaultsProps {
  fields: Fault[];
  /** What a column is called; by default as in the file. */
  nameOf?: (column: string) => string;
}

/** What is to be corrected in a row. */
export function ImportFaults({ fields, nameOf = (column) => column }: FaultsProps) {
  return fields.map((field) => (
    <p key={field.name} className={styles.fault}>
      {field.name && <code>{nameOf(field.name)}</code>} {fieldText(field)}
    </p>
  ));
}
