// Rows of the school in a table; on a phone each row becomes a card. Waiting, failed and empty look different.
import { Button } from "@mantine/core";
import {
  type ColumnDef,
  type RowData,
  type TableFeatures,
  tableFeatures,
  useTable,
} from "@tanstack/react-table";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { FailedState, Waiting } from "web-shared/ui/Scene";
import styles from "./Table.module.css";

const features = tableFeatures({});

export type Column<Row extends RowData> = ColumnDef<typeof features, Row> & {
  /** Its header; on a phone it stands before the cell. */
  header: string;
};

interface TableProps<Row extends RowData> {
  /** What the table holds, for those who hear it. */
  caption: string;
  columns: Column<Row>[];
  /** Nothing while they are on their way. */
  rows: Row[] | undefined;
  keyOf: (row: Row) => number | string;
  error: unknown;
  onRetry: () => void;
  empty: ReactNode;
}

const NONE: never[] = [];

export function Table<Row extends RowData>(props: TableProps<Row>) {
  const { rows, error, onRetry, empty } = props;
  if (!rows && error) return <FailedState error={error} onRetry={onRetry} />;
  if (!rows) return <Waiting />;
  if (rows.length === 0) return <div className={styles.empty}>{empty}</div>;
  return <Filled {...props} />;
}

function Filled<Row extends RowData>({ caption, columns, rows, keyOf }: TableProps<Row>) {
  const table = useTable<TableFeatures, Row>({
    features,
    columns,
    data: rows ?? NONE,
    getRowId: (row) => String(keyOf(row)),
  });
  return (
    <table className={styles.table}>
      <caption className="hidden">{caption}</caption>
      <thead>
        {table.getHeaderGroups().map((group) => (
          <tr key={group.id}>
            {group.headers.map((header) => (
              <th key={header.id} scope="col">
                <table.FlexRender header={header} />
              </th>
            ))}
          </tr>
        ))}
      </thead>
      <tbody>
        {table.getRowModel().rows.map((row) => (
          <tr key={row.id}>
            {row.getAllCells().map((cell) => (
              <td key={cell.id} data-label={String(cell.column.columnDef.header)}>
                <div>
                  <table.FlexRender cell={cell} />
                </div>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface PagesProps {
  page: number;
  size: number;
  total: number;
  onPage: (page: number) => void;
}

const AROUND = 2; // numbered pages at either side of the current one

/** Which rows are shown, and the ways to the others. */
export function Pages({ page, size, total, onPage }: PagesProps) {
  const { t } = useTranslation();
  const last = Math.max(1, Math.ceil(total / size));
  if (last === 1) return null;
  const first = Math.max(1, Math.min(page - AROUND, last - 2 * AROUND));
  const shown = Array.from(
    { length: Math.min(last, 2 * AROUND + 1) },
    (_, at) => first + at,
  ).filter((one) => one <= last);
  return (
    <div className={styles.pages}>
      <p>
        {t("dashboard.table.rows", {
          from: (page - 1) * size + 1,
          to: Math.min(page * size, total),
          total,
        })}
      </p>
      <nav aria-label={t("dashboard.table.pages")}>
        <Button variant="subtle" size="sm" disabled={page <= 1} onClick={() => onPage(page - 1)}>
          {t("dashboard.table.back")}
        </Button>
        {shown.map((one) => (
          <button
            key={one}
            type="button"
            aria-current={one === page ? "page" : undefined}
            aria-label={t("dashboard.table.page", { page: one })}
            onClick={() => onPage(one)}
          >
            {one}
          </button>
        ))}
        <Button variant="subtle" size="sm" disabled={page >= last} onClick={() => onPage(page + 1)}>
          {t("dashboard.table.next")}
        </Button>
      </nav>
    </div>
  );
}
