// The outline of rows on their way: a table or cards, as they will be.
import { Skeleton } from "@mantine/core";
import type { RowData } from "@tanstack/react-table";
import { type Column, shownIn } from "./Table";
import styles from "./Table.module.css";
import { isTable, type Layout } from "./useLayout";

const ROWS = Array.from({ length: 6 }, (_, at) => at);

interface TableSkeletonProps<Row extends RowData> {
  columns: Column<Row>[];
  layout: Layout;
}

export function TableSkeleton<Row extends RowData>({ columns, layout }: TableSkeletonProps<Row>) {
  if (!isTable(layout)) return <Cards />;
  const shown = shownIn(columns, layout);
  return (
    <div className={styles.outline} aria-hidden="true">
      {[-1, ...ROWS].map((row) => (
        <div key={row}>
          {shown.map(({ id, place }) => (
            <span key={id} data-place={place}>
              <Skeleton height={14} width={place === "title" ? "70%" : "60%"} />
            </span>
          ))}
        </div>
      ))}
    </div>
  );
}

function Cards() {
  return (
    <div className={styles.outlineCards} aria-hidden="true">
      {ROWS.map((row) => (
        <div key={row}>
          <Skeleton height={16} width="55%" />
          <Skeleton height={12} width="75%" mt={10} />
        </div>
      ))}
    </div>
  );
}
