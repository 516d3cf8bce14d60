// What every list of content is made of: its rows in their order, a part that unfolds, the button that begins a change.
import { ActionIcon, Collapse, Skeleton, Tooltip } from "@mantine/core";
import { useReducedMotion } from "@mantine/hooks";
import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "web-shared/ui/Icon";
import { FailedState, Waiting } from "web-shared/ui/Scene";
import { SortableList } from "../../ui/SortableList";
import styles from "./Content.module.css";
import type { OrderedKind, Row } from "./kinds";
import { movedIds } from "./outline";
import { useArrange, useRows } from "./rows";

interface RowsProps<R extends Row, Input> {
  kind: OrderedKind<R, Input>;
  parent: Row;
  /** The kind of the parent. */
  under: string;
  /** What the list holds. */
  label: string;
  nameOf: (row: R) => string;
  empty: ReactNode;
  waiting?: ReactNode;
  /** `leave` takes the focus to the list, when the row goes. */
  children: (row: R, grip: ReactNode, leave: () => void) => ReactNode;
}

export function Rows<R extends Row, Input>(props: RowsProps<R, Input>) {
  const { kind, parent, under, label, nameOf, empty, waiting, children } = props;
  const { data, error, refetch } = useRows(kind, parent.id);
  const { mutate } = useArrange(kind, parent, under);
  const list = useRef<HTMLDivElement>(null);
  if (!data && error) return <FailedState error={error} onRetry={() => void refetch()} />;
  if (!data) return waiting ?? <WaitingRows />;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of rows, not a fieldset
    <div ref={list} tabIndex={-1} role="group" aria-label={label} className={styles.rows}>
      {data.length === 0 ? (
        empty
      ) : (
        <SortableList
          rows={data}
          keyOf={({ id }) => id}
          nameOf={nameOf}
          label={label}
          onMove={(from, to) => mutate(movedIds(data, from, to))}
        >
          {(row, _, grip) => children(row, grip, () => list.current?.focus())}
        </SortableList>
      )}
    </div>
  );
}

function WaitingRows() {
  return (
    <Waiting>
      <Skeleton height={56} />
    </Waiting>
  );
}

const UNFOLDING = 400; // milliseconds

/** What unfolds. It comes when first opened, and then stays: what is typed in it is kept. */
export function Unfolding({
  open,
  id,
  children,
}: {
  open: boolean;
  id: string;
  children: ReactNode;
}) {
  const still = useReducedMotion();
  const [opened, setOpened] = useState(open);
  if (open && !opened) setOpened(true);
  return (
    <Collapse
      id={id}
      expanded={open}
      transitionDuration={still ? 0 : UNFOLDING}
      keepMountedMode="display-none"
    >
      {opened && children}
    </Collapse>
  );
}

/** Begins and ends the change of a row; the focus comes back to where it began. */
export function useChanging(begun = false) {
  const [changing, setChanging] = useState(begun);
  const button = useRef<HTMLButtonElement>(null);
  const before = useRef(changing);
  useEffect(() => {
    if (before.current && !changing) button.current?.focus();
    before.current = changing;
  }, [changing]);
  return { changing, button, begin: () => setChanging(true), end: () => setChanging(false) };
}

interface ChangeButtonProps {
  name: string;
  button?: RefObject<HTMLButtonElement | null>;
  disabled?: boolean;
  loading?: boolean;
  onClick: () => void;
}

export function ChangeButton({ name, button, disabled, loading, onClick }: ChangeButtonProps) {
  const { t } = useTranslation();
  return (
    <Tooltip label={t("dashboard.content.edit")}>
      <ActionIcon
        ref={button}
        size={40}
        aria-label={t("dashboard.content.editOf", { name })}
        disabled={disabled ?? false}
        loading={loading ?? false}
        onClick={onClick}
      >
        <Icon name="pencil-simple" />
      </ActionIcon>
    </Tooltip>
  );
}

/** The field in which a change begins. */
export function useFirstField<Field extends HTMLElement>(wanted: boolean) {
  const field = useRef<Field>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form opens
  useEffect(() => {
    if (wanted) field.current?.focus();
  }, []);
  return field;
}

/** Brings into view what the address names, once. */
export function useArrival<Place extends HTMLElement>(named: boolean) {
  const place = useRef<Place>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: on arrival only
  useEffect(() => {
    if (named) place.current?.scrollIntoView({ block: "start" });
  }, []);
  return place;
}
