// The stages of a task as numbered niches: done, current, next.
import { useTranslation } from "react-i18next";
import { Icon } from "./Icon";
import styles from "./Steps.module.css";

/** `current` counts from 1. */
export function Steps({
  labels,
  current,
  name,
}: {
  labels: string[];
  current: number;
  name: string;
}) {
  const { t } = useTranslation();
  return (
    <ol className={styles.steps} aria-label={name}>
      {labels.map((label, at) => {
        const state = at + 1 < current ? "done" : at + 1 === current ? "current" : "next";
        return (
          <li
            key={label}
            data-state={state}
            aria-current={state === "current" ? "step" : undefined}
          >
            <span className={styles.step} aria-hidden="true">
              {state === "done" ? <Icon name="check-bold" /> : at + 1}
            </span>
            <span className={styles.stepLabel}>
              {label}
              {state === "done" && <span className="hidden"> {t("common.stepDone")}</span>}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
