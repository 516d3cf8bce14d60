// The class, one row a person: a press on the row marks, the three dots open the four states and the minutes.
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "web-shared/ui/Icon";
import type { RosterRow } from "../../ui/classSessions";
import { type Marking, pressed, type State, stateOf } from "./marks";
import { Options } from "./Options";
import styles from "./Roll.module.css";
import { Chip, SIGNS } from "./signs";
import type { Roll } from "./useRoll";

interface PeopleProps {
  roll: Roll;
  rows: readonly RosterRow[];
  /** Length of the session. */
  minutes: number;
}

const HINT_SEEN = "roll:hint";

function hintSeen(): boolean {
  try {
    return localStorage.getItem(HINT_SEEN) !== null;
  } catch {
    return false;
  }
}

function noteHintSeen(): void {
  try {
    localStorage.setItem(HINT_SEEN, "seen");
  } catch {
    // The storage is full: the hint is shown again.
  }
}

export function People({ roll, rows, minutes }: PeopleProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<number | null>(null);
  const [hinted] = useState(() => !hintSeen());
  function mark(marking: Marking) {
    roll.mark([marking]);
    noteHintSeen();
  }
  return (
    <>
      {hinted && <p className={styles.hint}>{t("dashboard.roll.hint")}</p>}
      <ul className={styles.people} aria-label={t("dashboard.roll.people")}>
        {rows.map((row) => (
          <Person
            key={row.subscriptionId}
            row={row}
            minutes={minutes}
            state={stateOf(row, roll.waiting)}
            opened={open === row.subscriptionId}
            onMark={mark}
            onOpen={(opened) => setOpen(opened ? row.subscriptionId : null)}
          />
        ))}
      </ul>
    </>
  );
}

interface PersonProps {
  row: RosterRow;
  minutes: number;
  state: State | null;
  opened: boolean;
  onMark: (marking: Marking) => void;
  onOpen: (opened: boolean) => void;
}

function Person({ row, minutes, state, opened, onMark, onOpen }: PersonProps) {
  const { t } = useTranslation();
  const id = useId();
  const { subscriptionId, learnerName: name } = row;
  return (
    <li className={styles.person} data-status={state?.status} data-opened={opened || undefined}>
      <button
        type="button"
        className={styles.press}
        id={`person-${subscriptionId}`}
        onClick={() => onMark({ subscriptionId, status: pressed(state) })}
      >
        <Arch name={name} state={state} />
        <span className={styles.name}>
          {name}
          {row.needs && <small>{row.needs}</small>}
        </span>
        <Chip state={state} scanned={!state && row.scan ? row.scan.at : null} />
      </button>
      <button
        type="button"
        className={styles.more}
        aria-label={t("dashboard.roll.more", { name })}
        aria-expanded={opened}
        aria-controls={opened ? id : undefined}
        onClick={() => onOpen(!opened)}
      >
        <Icon name={opened ? "caret-up-bold" : "dots-three-bold"} size={22} />
      </button>
      {opened && (
        <Options
          id={id}
          name={name}
          state={state}
          length={minutes}
          onState={(to) => onMark({ subscriptionId, ...to })}
        />
      )}
    </li>
  );
}

function Arch({ name, state }: { name: string; state: State | null }) {
  const initials = name
    .split(/[\s-]+/)
    .filter(Boolean)
    .map((part) => part[0]);
  return (
    <span className={styles.arch} aria-hidden="true">
      {state ? (
        <Icon name={SIGNS[state.status]} size={20} />
      ) : (
        `${initials[0] ?? ""}${initials.length > 1 ? initials.at(-1) : ""}`
      )}
    </span>
  );
}
