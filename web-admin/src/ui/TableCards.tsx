// The rows of a table as cards, all on the same columns; on a phone each is folded to two lines and a foot.
import type { Cell, RowData, TableFeatures } from "@tanstack/react-table";
import type { ReactNode } from "react";
import { type Column, contentOf } from "./Table";
import styles from "./TableCards.module.css";

interface TableCardsProps<Row extends RowData> {
  caption: string;
  columns: Column<Row>[];
  rows: { id: string; cells: Cell<TableFeatures, Row>[] }[];
}

export function TableCards<Row extends RowData>({ caption, columns, rows }: TableCardsProps<Row>) {
  return (
    <ul className={styles.cards} aria-label={caption}>
      {rows.map(({ id, cells }) => (
        <li key={id}>
          <Card cells={cells} columns={columns} />
        </li>
      ))}
    </ul>
  );
}

interface CardProps<Row extends RowData> {
  cells: Cell<TableFeatures, Row>[];
  columns: Column<Row>[];
}

function Card<Row extends RowData>({ cells, columns }: CardProps<Row>) {
  const pieces = cells.flatMap((cell) => {
    const column = columns.find(({ id }) => id === cell.column.id);
    if (!column) return [];
    const content = column.card ? column.card(cell.row.original) : contentOf(cell);
    return isNothing(content) ? [] : [{ id: cell.id, column, content }];
  });
  return <CardParts pieces={pieces} />;
}

/** What a card says of one column. */
interface Piece<Row extends RowData> {
  id: string;
  column: Column<Row>;
  content: ReactNode;
}

/** What is on a card, each piece in its place. */
export function CardParts<Row extends RowData>({ pieces }: { pieces: Piece<Row>[] }) {
  const at = (place: Column<Row>["place"]) => pieces.filter(({ column }) => column.place === place);
  const facts = at(undefined);
  return (
    <>
      <Part name="lead" cells={at("lead")} />
      <div className={styles.head}>
        <Part name="title" cells={at("title")} />
        {facts.length > 0 && (
          <div className={styles.facts}>
            {facts.map(({ id, column, content }) => (
              <div key={id} data-column={column.id}>
                <Labelled column={column}>{content}</Labelled>
              </div>
            ))}
          </div>
        )}
      </div>
      <div className={styles.side}>
        <Part name="tag" cells={at("tag")} />
        <Part name="aside" cells={at("aside")} />
      </div>
      <Part name="actions" cells={at("actions")} />
    </>
  );
}

interface PartProps<Row extends RowData> {
  name: "lead" | "title" | "aside" | "tag" | "actions";
  cells: Piece<Row>[];
}

function Part<Row extends RowData>({ name, cells }: PartProps<Row>) {
  if (cells.length === 0) return null;
  return (
    <div className={styles[name]}>
      {cells.map(({ id, column, content }) => (
        <div key={id} data-column={column.id}>
          <Labelled column={column}>{content}</Labelled>
        </div>
      ))}
    </div>
  );
}

function Labelled<Row extends RowData>(props: { column: Column<Row>; children: ReactNode }) {
  const { column, children } = props;
  if (!column.labelled) return children;
  return (
    <>
      <span className={styles.label}>{column.header}</span> {children}
    </>
  );
}

const isNothing = (content: ReactNode) =>
  content === null || content === undefined || content === false || content === "";
