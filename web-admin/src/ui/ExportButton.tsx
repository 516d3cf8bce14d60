// A list as a file: fetches all its pages, says how far it has come, and stops when the reader leaves.
import { Button } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { errorText } from "web-shared/i18n/errors";
import { Icon } from "web-shared/ui/Icon";
import { notifyFailure } from "web-shared/ui/notify";
import { type CsvValue, csv, saveCsv } from "./csv";

const SIZE = 100; // the most rows the server gives at once

export interface PageOf<Row> {
  items: Row[];
  total: number;
}

interface ExportButtonProps<Row> {
  /** Of the file, without its ending. */
  name: string;
  columns: { header: string; value: (row: Row) => CsvValue }[];
  load: (page: number, size: number, signal: AbortSignal) => Promise<PageOf<Row>>;
}

export function ExportButton<Row>({ name, columns, load }: ExportButtonProps<Row>) {
  const { t } = useTranslation();
  const [progress, setProgress] = useState<number | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function run() {
    const control = new AbortController();
    running.current = control;
    setProgress(0);
    try {
      const rows = await all(load, control.signal, setProgress);
      const lines = rows.map((row) => columns.map(({ value }) => value(row)));
      saveCsv(
        name,
        csv(
          columns.map(({ header }) => header),
          lines,
        ),
      );
    } catch (error) {
      if (!control.signal.aborted) notifyFailure(errorText(error));
    }
    if (!control.signal.aborted) setProgress(null);
  }

  const said = progress !== null && t("dashboard.table.exporting", { percent: progress });
  return (
    <>
      <Button
        variant="outline"
        leftSection={<Icon name="download-simple" />}
        disabled={progress !== null}
        onClick={() => void run()}
      >
        {said || t("dashboard.table.export")}
      </Button>
      <span className="hidden" role="status">
        {said}
      </span>
    </>
  );
}

/** Every row of the list, page after page; `onProgress` hears percents. */
async function all<Row>(
  load: ExportButtonProps<Row>["load"],
  signal: AbortSignal,
  onProgress: (percent: number) => void,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let page = 1; ; page += 1) {
    const { items, total } = await load(page, SIZE, signal);
    signal.throwIfAborted();
    rows.push(...items);
    if (items.length < SIZE || rows.length >= total) return rows;
    onProgress(Math.floor((100 * rows.length) / total));
  }
}
