// The card beside a course, and the bar at the foot of the screen that stands in for its button while that is out of view.
import type { ReactNode } from "react";
import styles from "./SidePanel.module.css";
import type { Place } from "./usePlace";

interface SidePanelProps {
  id?: string;
  label: string;
  children: ReactNode;
}

export function SidePanel({ id, label, children }: SidePanelProps) {
  return (
    <aside id={id} className={styles.panel} aria-label={label}>
      {children}
    </aside>
  );
}

interface FootBarProps {
  /** Where the button of the panel is. */
  place: Place | undefined;
  title: ReactNode;
  note: ReactNode;
  /** A wide page does without it: the panel is seen anyway. */
  narrow?: boolean;
  /** The same button in short. */
  children: ReactNode;
}

export function FootBar({ place, title, note, narrow = false, children }: FootBarProps) {
  return (
    <div className={styles.foot} data-button={place} data-narrow={narrow || undefined}>
      <p>
        <span className={styles.footPrice}>{title}</span>
        {note && <span className="caption">{note}</span>}
      </p>
      {children}
    </div>
  );
}
