// A part of the form of a course, under its heading.
import { type ReactNode, useId } from "react";
import styles from "./CourseForm.module.css";

interface FormSectionProps {
  /** Where a fault of the whole part leads to. */
  id?: string;
  title: string;
  hint?: string;
  children: ReactNode;
}

export function FormSection({ id, title, hint, children }: FormSectionProps) {
  const heading = useId();
  return (
    <section
      id={id}
      tabIndex={id ? -1 : undefined}
      className={styles.section}
      aria-labelledby={heading}
    >
      <h2 id={heading}>{title}</h2>
      {hint && <p className={styles.hint}>{hint}</p>}
      {children}
    </section>
  );
}
