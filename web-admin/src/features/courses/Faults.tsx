// What is to be corrected in the form of a course: each line leads to its field.
import { type Ref, useId } from "react";
import { useTranslation } from "react-i18next";
import { fieldText } from "web-shared/i18n/errors";
import { Icon } from "web-shared/ui/Icon";
import styles from "./CourseForm.module.css";
import { useLabel } from "./labels";
import type { CourseForm } from "./useCourseForm";

interface Point {
  path: string;
  label: string;
  text: string;
}

const OF_MODULES = ["module_title_required", "module_price_required"];

/** Each fault by itself; modules without a title or a price together. */
export function usePoints({ faults, draft }: CourseForm): Point[] {
  const { t } = useTranslation();
  const label = useLabel();
  const together = faults.find(({ code }) => OF_MODULES.includes(code));
  return faults.flatMap((fault) => {
    const { name, code } = fault;
    if (fault === together) {
      const text = t("errors.modules_incomplete");
      return [{ path: name, label: t("dashboard.courses.modules"), text }];
    }
    if (OF_MODULES.includes(code)) return [];
    return [{ path: name, label: label(name, draft), text: fieldText(fault) }];
  });
}

export function Faults({ points, place }: { points: Point[]; place: Ref<HTMLElement> }) {
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
