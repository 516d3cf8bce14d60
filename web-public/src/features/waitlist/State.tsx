// One state of whoever waits: an arch with a sign or a rank, a title, sentences, and what can be done.
import { type ReactNode, useEffect, useRef } from "react";
import styles from "./Waitlist.module.css";

interface StateProps {
  sign: ReactNode;
  /** The arch is lit: something was reached. */
  lit?: boolean;
  title: ReactNode;
  /** The reader has just brought it about: it is read out, and read on from here. */
  arrived?: boolean;
  children: ReactNode;
  actions?: ReactNode;
}

export function State({
  sign,
  lit = false,
  title,
  arrived = false,
  children,
  actions,
}: StateProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (arrived) heading.current?.focus();
  }, [arrived]);
  return (
    <div className={styles.state}>
      <span className={styles.niche} data-lit={lit || undefined} aria-hidden="true">
        {sign}
      </span>
      <h2 ref={heading} tabIndex={-1}>
        {title}
      </h2>
      {children}
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}
