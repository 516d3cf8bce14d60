// A level, hung on the wall above its arch, or standing in a small one where there is no picture.
import styles from "./signs.module.css";

export function Plaque({ level, niche = false }: { level: string; niche?: boolean }) {
  return <span className={niche ? styles.niche : styles.plaque}>{level}</span>;
}
