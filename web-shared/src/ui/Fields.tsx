// Fields side by side, below each other on a phone.
import type { ReactNode } from "react";
import styles from "./Fields.module.css";

export function Fields({ children }: { children: ReactNode }) {
  return (
    <div className={styles.fields} data-fields>
      {children}
    </div>
  );
}

/** A dial code and the number behind it. */
export function PhoneFields({ children }: { children: ReactNode }) {
  return <div className={styles.phone}>{children}</div>;
}
