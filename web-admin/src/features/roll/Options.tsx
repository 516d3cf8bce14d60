// The four states of a person; of somebody late, the minutes: the usual ones at one press, others typed.
import { NumberInput } from "@mantine/core";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { MINUTES, STATUSES, type State, USUALLY_LATE } from "./marks";
import styles from "./Roll.module.css";

interface OptionsProps {
  id?: string;
  name: string;
  state: State | null;
  /** Of the session, in minutes: nobody is later than it lasts. */
  length: number;
  onState: (state: { status: State["status"]; minutes?: number }) => void;
}

export function Options({ id, name, state, length, onState }: OptionsProps) {
  const { t } = useTranslation();
  const latest = Math.max(1, length - 1);
  return (
    <div id={id} className={styles.options}>
      {/* biome-ignore lint/a11y/useSemanticElements: a field set brings a frame and a legend */}
      <div role="group" className={styles.four} aria-label={t("dashboard.roll.stateOf", { name })}>
        {STATUSES.map((status) => (
          <button
            key={status}
            type="button"
            aria-pressed={state?.status === status}
            onClick={() =>
              onState(
                status === "LATE"
                  ? { status, minutes: Math.min(USUALLY_LATE, latest) }
                  : { status },
              )
            }
          >
            {t(`dashboard.roll.is.${status}`)}
          </button>
        ))}
      </div>
      {state?.status === "LATE" && (
        <Minutes
          minutes={state.minutes}
          latest={latest}
          onMinutes={(minutes) => onState({ status: "LATE", minutes })}
        />
      )}
    </div>
  );
}

interface MinutesProps {
  minutes: number | null;
  latest: number;
  onMinutes: (minutes: number) => void;
}

function Minutes({ minutes, latest, onMinutes }: MinutesProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState<number | string>(minutes ?? "");
  useEffect(() => setTyped(minutes ?? ""), [minutes]);

  // Each mark counts: what is typed becomes one when it is complete.
  function take() {
    const whole = Math.round(Number(typed));
    if (whole < 1) return setTyped(minutes ?? "");
    const taken = Math.min(whole, latest);
    setTyped(taken);
    if (taken !== minutes) onMinutes(taken);
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: the same
    <div role="group" className={styles.minutes} aria-label={t("dashboard.roll.minutesLate")}>
      {MINUTES.filter((usual) => usual <= latest).map((usual) => (
        <button
          key={usual}
          type="button"
          aria-pressed={minutes === usual}
          onClick={() => onMinutes(usual)}
        >
          {usual}
        </button>
      ))}
      <NumberInput
        w={84}
        aria-label={t("dashboard.roll.otherMinutes")}
        hideControls
        allowDecimal={false}
        allowNegative={false}
        max={latest}
        clampBehavior="none"
        inputMode="numeric"
        value={typed}
        onChange={setTyped}
        onBlur={take}
        onKeyDown={(event) => event.key === "Enter" && take()}
      />
      <span>{t("dashboard.roll.minutes")}</span>
    </div>
  );
}
