// A list whose rows are put in order: dragged by their handle, moved by the keyboard or by the two small arrows.
import {
  type Announcements,
  type CollisionDetection,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import {
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from "@dnd-kit/sortable";
import { CSS } from "@dnd-kit/utilities";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "web-shared/ui/Icon";
import styles from "./SortableList.module.css";

type Key = number | string;

interface SortableListProps<Row> {
  rows: readonly Row[];
  keyOf: (row: Row) => Key;
  /** What a row is called, for those who hear it move. */
  nameOf: (row: Row, at: number) => string;
  onMove: (from: number, to: number) => void;
  /** What the list holds. */
  label: string;
  /** While an order is on its way to the server. */
  busy?: boolean;
  /** A row; it puts the grip where it belongs. */
  children: (row: Row, at: number, grip: ReactNode) => ReactNode;
}

export function SortableList<Row>(props: SortableListProps<Row>) {
  const { rows, keyOf, nameOf, onMove, label, busy = false, children } = props;
  const { t } = useTranslation();
  const keys = rows.map(keyOf);
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }), // pixels: a press is no move
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );

  function nameAt(key: Key): string {
    const at = keys.indexOf(key);
    const row = rows[at];
    return row === undefined ? "" : nameOf(row, at);
  }

  function drop({ active, over }: DragEndEvent): void {
    const [from, to] = [keys.indexOf(active.id), over ? keys.indexOf(over.id) : -1];
    if (from !== to && from >= 0 && to >= 0) onMove(from, to);
  }

  const place = (key: Key) => ({ place: keys.indexOf(key) + 1, total: keys.length });
  const announcements: Announcements = {
    onDragStart: ({ active }) => t("dashboard.sortable.taken", { name: nameAt(active.id) }),
    onDragOver: ({ over }) => (over ? t("dashboard.sortable.over", place(over.id)) : undefined),
    onDragEnd: ({ over }) => (over ? t("dashboard.sortable.dropped", place(over.id)) : undefined),
    onDragCancel: () => t("dashboard.sortable.cancelled"),
  };

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={nearest}
      onDragEnd={drop}
      accessibility={{
        announcements,
        screenReaderInstructions: { draggable: t("dashboard.sortable.how") },
      }}
    >
      <SortableContext items={keys} strategy={verticalListSortingStrategy} disabled={busy}>
        <ol className={styles.list} aria-label={label}>
          {rows.map((row, at) => (
            <Sortable
              key={keyOf(row)}
              id={keyOf(row)}
              name={nameOf(row, at)}
              at={at}
              last={rows.length - 1}
              busy={busy}
              onMove={onMove}
            >
              {(grip) => children(row, at, grip)}
            </Sortable>
          ))}
        </ol>
      </SortableContext>
    </DndContext>
  );
}

/** Arrows lay edge on edge, which the centres of a high row and a low one do not show. */
const nearest: CollisionDetection = (moved) => {
  if (moved.pointerCoordinates) return closestCenter(moved);
  const { top, bottom } = moved.collisionRect;
  return moved.droppableContainers
    .flatMap((row) => {
      const rect = moved.droppableRects.get(row.id);
      if (!rect) return [];
      const value = Math.min(Math.abs(rect.top - top), Math.abs(rect.bottom - bottom));
      return [{ id: row.id, data: { droppableContainer: row, value } }];
    })
    .sort((one, other) => one.data.value - other.data.value);
};

interface SortableProps {
  id: Key;
  name: string;
  at: number;
  last: number;
  busy: boolean;
  onMove: (from: number, to: number) => void;
  children: (grip: ReactNode) => ReactNode;
}

function Sortable({ id, name, at, last, busy, onMove, children }: SortableProps) {
  const { t } = useTranslation();
  const sortable = useSortable({ id });
  const { setNodeRef, setActivatorNodeRef, attributes, listeners, isDragging } = sortable;
  const style = {
    transform: CSS.Translate.toString(sortable.transform),
    transition: sortable.transition,
  };
  const grip = (
    <span className={styles.grip}>
      <button
        type="button"
        ref={setActivatorNodeRef}
        className={styles.handle}
        {...attributes}
        {...listeners}
        aria-label={t("dashboard.sortable.move", { name })}
        disabled={busy}
      >
        <Icon name="dots-six-vertical-bold" size={20} />
      </button>
      <span className={styles.arrows}>
        <button
          type="button"
          aria-label={t("dashboard.sortable.up", { name })}
          disabled={busy}
          aria-disabled={at === 0 || undefined}
          onClick={() => at > 0 && onMove(at, at - 1)}
        >
          <Icon name="caret-up-bold" size={12} />
        </button>
        <button
          type="button"
          aria-label={t("dashboard.sortable.down", { name })}
          disabled={busy}
          aria-disabled={at === last || undefined}
          onClick={() => at < last && onMove(at, at + 1)}
        >
          <Icon name="caret-down-bold" size={12} />
        </button>
      </span>
    </span>
  );
  return (
    <li ref={setNodeRef} style={style} data-dragging={isDragging || undefined}>
      {children(grip)}
    </li>
  );
}
