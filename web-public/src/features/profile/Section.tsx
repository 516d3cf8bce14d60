// One matter of the profile, on a card of its own.
import { type ReactNode, useId } from "react";
import styles from "./Profile.module.css";

interface SectionProps {
  title: string;
  lead?: ReactNode;
  /** At the right of the title: a state. */
  aside?: ReactNode;
  children: ReactNode;
}

export function Section({ title, lead, aside, children }: SectionProps) {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.sectionHead}>
        <h2 id={id}>{title}</h2>
        {aside}
      </div>
      {lead && <p className={styles.lead}>{lead}</p>}
      {children}
    </section>
  );
}
