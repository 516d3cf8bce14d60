// A share as a bar beside its words, which say it all.
import styles from "./Stats.module.css";

export function Bar({ percent }: { percent: number }) {
  return (
    <svg className={styles.bar} viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
      <rect className={styles.track} width={100} height={8} />
      <rect className={styles.filled} width={Math.min(100, percent)} height={8} />
    </svg>
  );
}
