// The outline of rows on their way: the table or the cards that they will be, in the same places.
import { Skeleton } from "@mantine/core";
import type { RowData } from "@tanstack/react-table";
import { WordsSkeleton } from "web-shared/ui/WordsSkeleton";
import { RowActionsSkeleton } from "./RowActions";
import { type Column, lookOf, shownIn } from "./Table";
import styles from "./Table.module.css";
import { CardParts } from "./TableCards";
import cards from "./TableCards.module.css";
import { isTable, type Layout } from "./useLayout";

const ROWS = Array.from({ length: 10 }, (_, at) => at);

interface TableSkeletonProps<Row extends RowData> {
  columns: Column<Row>[];
  layout: Layout;
}

export function TableSkeleton<Row extends RowData>({ columns, layout }: TableSkeletonProps<Row>) {
  const shown = shownIn(columns, layout);
  return isTable(layout) ? <Rows columns={shown} /> : <Cards columns={shown} />;
}

function Rows<Row extends RowData>({ columns }: { columns: Column<Row>[] }) {
  return (
    <table className={styles.table} aria-hidden="true">
      <thead>
        <tr>
          {columns.map(({ id, header }) => (
            <th key={id} {...lookOf(columns, id)}>
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {ROWS.map((row) => (
          <tr key={row}>
            {columns.map((column) => (
              <td key={column.id} {...lookOf(columns, column.id)}>
                <div>
                  <Cell column={column} />
                </div>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** But for long texts the headers alone say how wide a column is. */
function Cell<Row extends RowData>({ column }: { column: Column<Row> }) {
  const { place, long, numeric } = column;
  if (long) return <WordsSkeleton letters={70} />;
  const width = place === "title" ? "70%" : "60%";
  return <Skeleton height={14} width={width} {...(numeric && { ml: "auto" })} />;
}

function Cards<Row extends RowData>({ columns }: { columns: Column<Row>[] }) {
  const pieces = columns.map((column) => ({
    id: String(column.id),
    column: { ...column, labelled: false },
    content: <Piece {...column} />,
  }));
  return (
    <ul className={cards.cards} aria-hidden="true">
      {ROWS.map((row) => (
        <li key={row}>
          <CardParts pieces={pieces} />
        </li>
      ))}
    </ul>
  );
}

function Piece<Row extends RowData>({ place, single }: Pick<Column<Row>, "place" | "single">) {
  switch (place) {
    case "lead":
      return <Skeleton height={54} width={46} />;
    case "title":
      return <WordsSkeleton letters={26} />;
    case "tag":
    case "aside":
      return <Skeleton height={24} width={84} />;
    case "actions":
      return <RowActionsSkeleton single={single} />;
    default:
      return <WordsSkeleton letters={34} />;
  }
}
