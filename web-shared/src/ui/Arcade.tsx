// Progress as an arcade: one arch per module, lit when done, partly lit for the current one. Past ten, a bar.
import styles from "./signs.module.css";

interface ArcadeProps {
  /** 0 to 100. */
  percent: number;
  modules: number;
  /** What the number means, in words: "54 % sur l'ensemble du cours". */
  label: string;
}

const MOST_ARCHES = 10;

export function Arcade({ percent, modules, label }: ArcadeProps) {
  const value = Math.min(100, Math.max(0, percent));
  const lit = (value / 100) * modules;
  const arches = modules > 0 && modules <= MOST_ARCHES;
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
        Array.from({ length: modules }, (_, at) => {
          const part = Math.min(1, Math.max(0, lit - at));
          const state =
            part === 1 ? "done" : part > 0 || at === Math.floor(lit) ? "current" : "next";
          return (
            <span key={at} className={styles.arch} data-state={state}>
              <span style={{ height: `${part * 100}%` }} />
            </span>
          );
        })
      ) : (
        <span style={{ width: `${value}%` }} />
      )}
    </div>
  );
}
