// The class, one row a person: a press on the row marks, the three dots open the four states and the minutes.
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "web-shared/ui/Icon";
import type { RosterRow } from "../../ui/classSessions";
import { type Marking, MINUTES, pressed, STATUSES, type State, stateOf } from "./marks";
import styles from "./Roll.module.css";
import { Chip, SIGNS } from "./signs";
import type { Roll } from "./useRoll";

interface PeopleProps {
  roll: Roll;
  rows: readonly RosterRow[];
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

export function People({ roll, rows }: PeopleProps) {
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
  state: State | null;
  opened: boolean;
  onMark: (marking: Marking) => void;
  onOpen: (opened: boolean) => void;
}

function Person({ row, state, opened, onMark, onOpen }: PersonProps) {
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

interface OptionsProps {
  id?: string;
  name: string;
  state: State | null;
  onState: (state: { status: State["status"]; minutes?: number }) => void;
}

/** The four states; of somebody late, the minutes. */
export function Options({ id, name, state, onState }: OptionsProps) {
  const { t } = useTranslation();
  return (
    <div id={id} className={styles.options}>
      {/* biome-ignore lint/a11y/useSemanticElements: a field set brings a frame and a legend */}
      <div role="group" className={styles.four} aria-label={t("dashboard.roll.stateOf", { name })}>
        {STATUSES.map((status) => (
          <button
            key={status}
            type="button"
            aria-pressed={state?.status === status}
            onClick={() => onState(status === "LATE" ? { status, minutes: 10 } : { status })}
          >
            {t(`dashboard.roll.is.${status}`)}
          </button>
        ))}
      </div>
      {state?.status === "LATE" && (
        // biome-ignore lint/a11y/useSemanticElements: the same
        <div role="group" className={styles.minutes} aria-label={t("dashboard.roll.minutesLate")}>
          {MINUTES.map((minutes) => (
            <button
              key={minutes}
              type="button"
              aria-pressed={state.minutes === minutes}
              onClick={() => onState({ status: "LATE", minutes })}
            >
              {minutes}
            </button>
          ))}
          <span>{t("dashboard.roll.minutes")}</span>
        </div>
      )}
    </div>
  );
}
