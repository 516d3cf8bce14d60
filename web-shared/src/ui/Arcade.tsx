// Progress as an arcade: one arch per module, lit when done, partly lit for the current one. Past ten, a bar.
import styles from "./measures.module.css";

interface ArcadeProps {
  /** 0 to 100. */
  percent: number;
  /** How far each module is, 0 to 100; none: a bar. */
  modules: number[];
  /** What the number means, in words: "54 % sur l'ensemble du cours". */
  label: string;
}

const MOST_ARCHES = 10;

export function Arcade({ percent, modules, label }: ArcadeProps) {
  const value = Math.min(100, Math.max(0, percent));
  const current = modules.findIndex((part) => part < 100);
  const arches = modules.length > 0 && modules.length <= MOST_ARCHES;
  return (
    <div
      role="progressbar"
      aria-valuenow={Math.round(value)}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuetext={label}
      aria-label={label}
      className={arches ? styles.arcade : styles.bar}
    >
      {arches ? (
        modules.map((part, at) => {
          const state = part === 100 ? "done" : part > 0 || at === current ? "current" : "next";
          return (
            <span key={at} className={styles.arch} data-state={state}>
              <span style={{ height: `${part}%` }} />
            </span>
          );
        })
      ) : (
        <span style={{ width: `${value}%` }} />
      )}
    </div>
  );
}
