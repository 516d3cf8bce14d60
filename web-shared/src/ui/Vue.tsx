// The picture of a course: its landscape seen through an arch. Always decorative.
import { picturesOf, useLanguages } from "../taughtLanguages";
import styles from "./Vue.module.css";

interface VueProps {
  /** Name or code of the language taught. */
  language: string | null | undefined;
  /** "A1" to "C2". */
  level: string | null | undefined;
  /** Greyed, for what is over or full. */
  faded?: boolean;
  /** Among the first things seen: fetched at once. Others wait until they come near. */
  first?: boolean;
  className?: string;
}

const LEVELS = ["a1", "a2", "b1", "b2", "c1", "c2"];

export function Vue({ language, level, faded = false, first = false, className = "" }: VueProps) {
  const pictures = picturesOf(useLanguages().of(language)?.code);
  const step = LEVELS.find((known) => level?.toLowerCase().startsWith(known)) ?? "a1";
  return (
    <div
      className={`${styles.vue} ${className}`}
      data-faded={faded || undefined}
      aria-hidden="true"
    >
      <img
        src={`/illustrations/paysages/${pictures}-${step}.svg`}
        alt=""
        loading={first ? "eager" : "lazy"}
        fetchPriority={first ? "high" : undefined}
      />
    </div>
  );
}
