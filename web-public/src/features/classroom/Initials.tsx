// Who it is about, as two letters in a small arch. Decorative: the name stands beside it.
import styles from "./Class.module.css";

export function Initials({ name }: { name: string }) {
  const letters = name
    .split(/\s+/)
    .map((part) => part.charAt(0))
    .slice(0, 2);
  return (
    <span className={styles.initials} aria-hidden="true">
      {letters.join("")}
    </span>
  );
}
