// Rows of the school in a table; on a phone each row becomes a card. Waiting, failed and empty look different.
import {
  type Cell,
  type ColumnDef,
  type RowData,
  type TableFeatures,
  tableFeatures,
  useTable,
} from "@tanstack/react-table";
import type { ReactNode } from "react";
import { Icon } from "web-shared/ui/Icon";
import { FailedState, Waiting } from "web-shared/ui/Scene";
import styles from "./Table.module.css";

const features = tableFeatures({});

export type Column<Row extends RowData> = ColumnDef<typeof features, Row> & {
  /** Its header; on a phone it stands before the cell. */
  header: string;
  /** Figures stand at the right, under each other. */
  numeric?: boolean;
  /** What rows are put in order by; without it this column orders nothing. */
  sortBy?: (row: Row) => number | string;
};

/** By which column, and which way. */
export interface Sort {
  by: string;
  descending: boolean;
}

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
  /** The rows come in this order; pressing a header asks for another. */
  sort?: Sort | null;
  onSort?: (sort: Sort) => void;
}

const NONE: never[] = [];

export function Table<Row extends RowData>(props: TableProps<Row>) {
  const { rows, error, onRetry, empty } = props;
  if (!rows && error) return <FailedState error={error} onRetry={onRetry} />;
  if (!rows) return <Waiting />;
  if (rows.length === 0) return <div className={styles.empty}>{empty}</div>;
  return <Filled {...props} />;
}

function Filled<Row extends RowData>(props: TableProps<Row>) {
  const { caption, columns, rows, keyOf, sort = null, onSort } = props;
  const columnOf = (id: string) => columns.find((column) => column.id === id);
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
              <th
                key={header.id}
                scope="col"
                data-column={header.id}
                data-numeric={columnOf(header.id)?.numeric || undefined}
                aria-sort={sort?.by === header.id ? direction(sort) : undefined}
              >
                {onSort && columnOf(header.id)?.sortBy ? (
                  <Sorting id={header.id} sort={sort} onSort={onSort}>
                    <table.FlexRender header={header} />
                  </Sorting>
                ) : (
                  <table.FlexRender header={header} />
                )}
              </th>
            ))}
          </tr>
        ))}
      </thead>
      <tbody>
        {table.getRowModel().rows.map((row) => (
          <tr key={row.id}>
            {row.getAllCells().map((cell) => (
              <td
                key={cell.id}
                data-column={cell.column.id}
                data-label={String(cell.column.columnDef.header)}
                data-numeric={columnOf(cell.column.id)?.numeric || undefined}
              >
                <div>{contentOf(cell)}</div>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Called, not mounted: what stands in a cell stays, with the focus, when its column is described anew. */
function contentOf<Row extends RowData>(cell: Cell<TableFeatures, Row>): ReactNode {
  const { cell: content } = cell.column.columnDef;
  return typeof content === "function" ? content(cell.getContext()) : content;
}

const direction = ({ descending }: Sort) => (descending ? "descending" : "ascending");

interface SortingProps {
  id: string;
  sort: Sort | null;
  onSort: (sort: Sort) => void;
  children: ReactNode;
}

function Sorting({ id, sort, onSort, children }: SortingProps) {
  const here = sort?.by === id;
  return (
    <button
      type="button"
      className={styles.sorting}
      onClick={() => onSort({ by: id, descending: here && !sort.descending })}
    >
      {children}
      <Icon name={here && sort.descending ? "caret-down-bold" : "caret-up-bold"} size={14} />
    </button>
  );
}

const words = new Intl.Collator("fr", { numeric: true });

/** The rows in this order; as they came where no column says how. */
export function sorted<Row extends RowData>(
  rows: readonly Row[],
  columns: Column<Row>[],
  sort: Sort | null,
): Row[] {
  const key = columns.find(({ id }) => id === sort?.by)?.sortBy;
  if (!sort || !key) return [...rows];
  const compare = (a: Row, b: Row) => {
    const [left, right] = [key(a), key(b)];
    return typeof left === "number" && typeof right === "number"
      ? left - right
      : words.compare(String(left), String(right));
  };
  return rows.toSorted((a, b) => (sort.descending ? compare(b, a) : compare(a, b)));
}
