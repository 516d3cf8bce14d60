// What is to be corrected in a form: each line leads to its field.
import { type Ref, useId } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "web-shared/ui/Icon";
import styles from "./FaultList.module.css";

export interface Point {
  /** The id of the field. */
  path: string;
  label: string;
  text: string;
}

export function FaultList({ points, place }: { points: Point[]; place: Ref<HTMLElement> }) {
  const { t } = useTranslation();
  const heading = useId();
  if (points.length === 0) return null;
  return (
    <section className={styles.faults} ref={place} tabIndex={-1} aria-labelledby={heading}>
      <h2 id={heading}>
        <Icon name="warning-circle-fill" />
        {t("dashboard.courses.toCorrect", { count: points.length })}
      </h2>
      <ul>
        {points.map(({ path, label, text }) => (
          <li key={`${path} ${text}`}>
            <button type="button" onClick={() => document.getElementById(path)?.focus()}>
              {label}
            </button>
            <span>{text}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
