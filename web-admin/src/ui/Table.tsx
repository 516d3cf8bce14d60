// Rows of the school: a table where there is room, else a card for each row. Waiting, failed and empty look different.
import {
  type Cell,
  type ColumnDef,
  type RowData,
  type TableFeatures,
  tableFeatures,
  useTable,
} from "@tanstack/react-table";
import { type ReactNode, useRef } from "react";
import { Icon } from "web-shared/ui/Icon";
import { FailedState, Waiting } from "web-shared/ui/Scene";
import { SortChoice } from "./SortChoice";
import styles from "./Table.module.css";
import { TableCards } from "./TableCards";
import { TableSkeleton } from "./TableSkeleton";
import { isTable, type Layout, type Size, useLayout } from "./useLayout";

const features = tableFeatures({});

export type Column<Row extends RowData> = ColumnDef<typeof features, Row> & {
  /** Its header. */
  header: string;
  /** Figures stand at the right, under each other. */
  numeric?: boolean;
  /** What rows are put in order by; without it this column orders nothing. */
  sortBy?: (row: Row) => number | string;
  /** Where it stands on a card; without it among the facts under the title. */
  place?: "lead" | "title" | "aside" | "tag" | "actions";
  /** On a card its header stands before it: a figure says nothing alone. */
  labelled?: boolean;
  /** What stands on a card instead. */
  card?: (row: Row) => ReactNode;
  /** Not everywhere: on cards, in tables, or only in a table with room. */
  only?: "card" | "table" | "wide";
  /** Of actions: they are one button, without a menu. */
  single?: boolean;
  /** Words that may turn over lines in a table. */
  long?: boolean;
};

/** By which column, and which way. */
export interface Sort {
  by: string;
  descending: boolean;
}

export interface TableProps<Row extends RowData> {
  /** What the table holds, for those who hear it. */
  caption: string;
  columns: Column<Row>[];
  /** Nothing while they are on their way. */
  rows: Row[] | undefined;
  keyOf: (row: Row) => number | string;
  error: unknown;
  onRetry: () => void;
  empty: ReactNode;
  /** How much its columns hold: a small table stays one in little room. */
  size?: Size;
  /** The rows come in this order; pressing a header asks for another. */
  sort?: Sort | null;
  onSort?: (sort: Sort) => void;
}

const NONE: never[] = [];

export function Table<Row extends RowData>(props: TableProps<Row>) {
  const { columns, rows, error, onRetry, empty, size = "large", sort, onSort } = props;
  const frame = useRef<HTMLDivElement>(null);
  const layout = useLayout(frame, size);
  if (!rows && error) return <FailedState error={error} onRetry={onRetry} />;
  return (
    <div ref={frame} className={styles.frame} data-layout={layout} data-size={size}>
      {!isTable(layout) && rows?.length !== 0 && sort && onSort && (
        <SortChoice columns={columns} sort={sort} onSort={onSort} />
      )}
      {!rows ? (
        <Waiting>
          <TableSkeleton columns={columns} layout={layout} />
        </Waiting>
      ) : rows.length === 0 ? (
        <div className={styles.empty}>{empty}</div>
      ) : (
        <Filled {...props} layout={layout} />
      )}
    </div>
  );
}

export interface FilledProps<Row extends RowData> extends TableProps<Row> {
  layout: Layout;
}

/** The columns that this layout has. */
export function shownIn<Row extends RowData>(columns: Column<Row>[], layout: Layout) {
  return columns.filter(({ only }) =>
    isTable(layout) ? !only || only === layout || only === "table" : !only || only === "card",
  );
}

function Filled<Row extends RowData>(props: FilledProps<Row>) {
  const { columns, rows, keyOf, layout } = props;
  const table = useTable<TableFeatures, Row>({
    features,
    columns: shownIn(columns, layout),
    data: rows ?? NONE,
    getRowId: (row) => String(keyOf(row)),
  });
  if (isTable(layout)) return <Rows {...props} table={table} />;
  return (
    <TableCards
      caption={props.caption}
      columns={columns}
      rows={table.getRowModel().rows.map((row) => ({ id: row.id, cells: row.getAllCells() }))}
    />
  );
}

interface RowsProps<Row extends RowData> extends FilledProps<Row> {
  table: ReturnType<typeof useTable<TableFeatures, Row>>;
}

/** How the cells of a column look. */
export function lookOf<Row extends RowData>(columns: Column<Row>[], id: string | undefined) {
  const { numeric, place, long } = columns.find((column) => column.id === id) ?? {};
  return {
    "data-column": id,
    "data-numeric": numeric || undefined,
    "data-place": place,
    "data-long": long || undefined,
  };
}

function Rows<Row extends RowData>({ table, ...props }: RowsProps<Row>) {
  const { caption, columns, sort = null, onSort } = props;
  const sorts = (id: string) => columns.find((column) => column.id === id)?.sortBy;
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
                {...lookOf(columns, header.id)}
                aria-sort={sort?.by === header.id ? direction(sort) : undefined}
              >
                {onSort && sorts(header.id) ? (
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
              <td key={cell.id} {...lookOf(columns, cell.column.id)}>
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
export function contentOf<Row extends RowData>(cell: Cell<TableFeatures, Row>): ReactNode {
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
